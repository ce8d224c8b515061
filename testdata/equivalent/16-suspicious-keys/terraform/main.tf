# Keys whose names promise few values, one day, or a needless hash.

resource "aws_dynamodb_table" "shipments" {
  name         = "shipments"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "customer_hash"
  range_key    = "shipment_id"

  attribute {
    name = "customer_hash"
    type = "S"
  }

  attribute {
    name = "shipment_id"
    type = "S"
  }

  attribute {
    name = "status"
    type = "S"
  }

  attribute {
    name = "ship_date"
    type = "S"
  }

  global_secondary_index {
    name            = "by-status"
    hash_key        = "status"
    range_key       = "ship_date"
    projection_type = "ALL"
  }

  global_secondary_index {
    name            = "by-date"
    hash_key        = "ship_date"
    projection_type = "KEYS_ONLY"
  }

  lifecycle {
    prevent_destroy = true
  }
}

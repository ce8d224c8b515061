# Mistakes that the service refuses: a type, a name used twice, a name too short, a projection.

resource "aws_dynamodb_table" "parcels" {
  name         = "parcels"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "parcel_id"
  range_key    = "sent_at"

  attribute {
    name = "parcel_id"
    type = "S"
  }

  attribute {
    name = "sent_at"
    type = "BOOL"
  }

  attribute {
    name = "carrier_id"
    type = "S"
  }

  global_secondary_index {
    name               = "by-carrier"
    hash_key           = "carrier_id"
    projection_type    = "ALL"
    non_key_attributes = ["weight"]
  }

  global_secondary_index {
    name            = "by-carrier"
    hash_key        = "carrier_id"
    projection_type = "KEYS_ONLY"
  }

  global_secondary_index {
    name               = "ix"
    hash_key           = "carrier_id"
    range_key          = "parcel_id"
    projection_type    = "INCLUDE"
    non_key_attributes = ["weight"]
  }

  lifecycle {
    prevent_destroy = true
  }
}

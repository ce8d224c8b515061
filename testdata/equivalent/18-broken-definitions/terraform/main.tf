# Mistakes that the service refuses: a key that is not defined, a definition that no key uses, no capacity.

resource "aws_dynamodb_table" "returns" {
  name         = "returns"
  billing_mode = "PROVISIONED"
  hash_key     = "return_id"

  attribute {
    name = "return_id"
    type = "S"
  }

  attribute {
    name = "reason"
    type = "S"
  }

  attribute {
    name = "weight"
    type = "N"
  }

  global_secondary_index {
    name            = "by-order"
    hash_key        = "order_id"
    projection_type = "KEYS_ONLY"
  }

  lifecycle {
    prevent_destroy = true
  }
}

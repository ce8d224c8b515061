# API keys with a ceiling on what they may cost.

locals {
  team  = "api"
  table = "${local.team}-keys"
}

resource "aws_dynamodb_table" "api_keys" {
  name         = local.table
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "key_id"

  attribute {
    name = "key_id"
    type = "S"
  }

  attribute {
    name = "owner_id"
    type = "S"
  }

  global_secondary_index {
    name            = "by-owner"
    hash_key        = "owner_id"
    projection_type = "KEYS_ONLY"

    on_demand_throughput {
      max_read_request_units  = 500
      max_write_request_units = 1000
    }
  }

  on_demand_throughput {
    max_read_request_units  = 4000
    max_write_request_units = 1000
  }

  lifecycle {
    prevent_destroy = true
  }
}

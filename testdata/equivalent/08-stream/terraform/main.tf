# Accounts, with a stream for the search index.

resource "aws_dynamodb_table" "accounts" {
  name             = "accounts"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "account_id"
  stream_enabled   = true
  stream_view_type = "NEW_IMAGE"

  attribute {
    name = "account_id"
    type = "S"
  }

  attribute {
    name = "email"
    type = "S"
  }

  global_secondary_index {
    name            = "by-email"
    hash_key        = "email"
    projection_type = "KEYS_ONLY"
  }

  lifecycle {
    prevent_destroy = true
  }
}

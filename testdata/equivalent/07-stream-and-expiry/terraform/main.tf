# Carts, gone a while after the last change.

resource "aws_dynamodb_table" "carts" {
  name             = "carts"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "customer_id"
  range_key        = "cart_id"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"

  attribute {
    name = "customer_id"
    type = "S"
  }

  attribute {
    name = "cart_id"
    type = "S"
  }

  ttl {
    attribute_name = "expires_at"
    enabled        = true
  }

  lifecycle {
    prevent_destroy = true
  }
}

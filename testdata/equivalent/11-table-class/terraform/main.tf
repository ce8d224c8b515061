# Old orders: read rarely, stored for years.

locals {
  team  = "order"
  table = "${local.team}-archive"
}

resource "aws_dynamodb_table" "order_archive" {
  name           = local.table
  billing_mode   = "PROVISIONED"
  read_capacity  = 5
  write_capacity = 5
  hash_key       = "customer_id"
  range_key      = "order_id"
  table_class    = "STANDARD_INFREQUENT_ACCESS"

  attribute {
    name = "customer_id"
    type = "S"
  }

  attribute {
    name = "order_id"
    type = "S"
  }

  lifecycle {
    prevent_destroy = true
  }
}

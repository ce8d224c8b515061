# Invoices of a customer, and by the order they bill.

resource "aws_dynamodb_table" "invoices" {
  name           = "invoices"
  billing_mode   = "PROVISIONED"
  read_capacity  = 40
  write_capacity = 20
  hash_key       = "customer_id"
  range_key      = "invoice_id"

  attribute {
    name = "customer_id"
    type = "S"
  }

  attribute {
    name = "invoice_id"
    type = "S"
  }

  attribute {
    name = "order_id"
    type = "S"
  }

  global_secondary_index {
    name               = "by-order"
    hash_key           = "order_id"
    range_key          = "invoice_id"
    projection_type    = "INCLUDE"
    non_key_attributes = ["amount", "currency", "due_on"]
    read_capacity      = 15
    write_capacity     = 25
  }

  lifecycle {
    prevent_destroy = true
  }
}

# Products, found by maker, by supplier and by barcode.

locals {
  indexes = {
    "by-maker"    = { hash_key = "maker_id", range_key = "listed_at", projection = "ALL", attributes = null }
    "by-supplier" = { hash_key = "supplier_id", range_key = null, projection = "KEYS_ONLY", attributes = null }
    "by-barcode"  = { hash_key = "barcode", range_key = null, projection = "INCLUDE", attributes = ["title", "price"] }
  }
}

resource "aws_dynamodb_table" "products" {
  name         = "products"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "product_id"

  attribute {
    name = "product_id"
    type = "S"
  }

  attribute {
    name = "maker_id"
    type = "S"
  }

  attribute {
    name = "supplier_id"
    type = "S"
  }

  attribute {
    name = "barcode"
    type = "S"
  }

  attribute {
    name = "listed_at"
    type = "N"
  }

  dynamic "global_secondary_index" {
    for_each = local.indexes

    content {
      name               = global_secondary_index.key
      hash_key           = global_secondary_index.value.hash_key
      range_key          = global_secondary_index.value.range_key
      projection_type    = global_secondary_index.value.projection
      non_key_attributes = global_secondary_index.value.attributes
    }
  }

  lifecycle {
    prevent_destroy = true
  }
}

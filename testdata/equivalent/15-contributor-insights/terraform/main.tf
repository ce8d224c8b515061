# Devices, with Contributor Insights on.

resource "aws_dynamodb_table" "devices" {
  name         = "devices"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "device_id"

  attribute {
    name = "device_id"
    type = "S"
  }

  lifecycle {
    prevent_destroy = true
  }
}

resource "aws_dynamodb_contributor_insights" "devices" {
  table_name = aws_dynamodb_table.devices.name
}

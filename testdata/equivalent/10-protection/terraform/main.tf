# Ledger entries under a key of our own, kept safe from deletion.

resource "aws_dynamodb_table" "ledger" {
  name                        = "ledger"
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = "account_id"
  range_key                   = "entry_id"
  deletion_protection_enabled = true

  attribute {
    name = "account_id"
    type = "S"
  }

  attribute {
    name = "entry_id"
    type = "S"
  }

  server_side_encryption {
    enabled     = true
    kms_key_arn = "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab"
  }

  lifecycle {
    prevent_destroy = true
  }
}

# Bookings, with point-in-time recovery.

resource "aws_dynamodb_table" "bookings" {
  name         = "bookings"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "guest_id"
  range_key    = "booking_id"

  attribute {
    name = "guest_id"
    type = "S"
  }

  attribute {
    name = "booking_id"
    type = "S"
  }

  point_in_time_recovery {
    enabled = true
  }

  lifecycle {
    prevent_destroy = true
  }
}

# Tickets, warm before the sale opens.

resource "aws_dynamodb_table" "festival_tickets" {
  name         = "festival-tickets"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "ticket_id"

  attribute {
    name = "ticket_id"
    type = "S"
  }

  attribute {
    name = "buyer_id"
    type = "S"
  }

  global_secondary_index {
    name            = "by-buyer"
    hash_key        = "buyer_id"
    projection_type = "ALL"

    warm_throughput {
      read_units_per_second  = 18000
      write_units_per_second = 15000
    }
  }

  warm_throughput {
    read_units_per_second  = 30000
    write_units_per_second = 15000
  }

  lifecycle {
    prevent_destroy = true
  }
}

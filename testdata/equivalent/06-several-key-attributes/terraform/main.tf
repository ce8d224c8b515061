# Matches of a tournament by region, round and bracket.

resource "aws_dynamodb_table" "matches" {
  name         = "matches"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "match_id"

  attribute {
    name = "match_id"
    type = "S"
  }

  attribute {
    name = "tournament_id"
    type = "S"
  }

  attribute {
    name = "region"
    type = "S"
  }

  attribute {
    name = "round"
    type = "N"
  }

  attribute {
    name = "bracket"
    type = "S"
  }

  global_secondary_index {
    name            = "by-tournament"
    projection_type = "ALL"

    key_schema {
      attribute_name = "tournament_id"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "region"
      key_type       = "HASH"
    }

    key_schema {
      attribute_name = "round"
      key_type       = "RANGE"
    }

    key_schema {
      attribute_name = "bracket"
      key_type       = "RANGE"
    }
  }

  lifecycle {
    prevent_destroy = true
  }
}

# Profiles of players, near the players.

resource "aws_dynamodb_table" "player_profiles" {
  name             = "player-profiles"
  billing_mode     = "PAY_PER_REQUEST"
  hash_key         = "player_id"
  stream_enabled   = true
  stream_view_type = "NEW_AND_OLD_IMAGES"

  attribute {
    name = "player_id"
    type = "S"
  }

  replica {
    region_name = "us-east-1"
  }

  replica {
    region_name = "ap-northeast-1"
  }

  lifecycle {
    prevent_destroy = true
  }
}

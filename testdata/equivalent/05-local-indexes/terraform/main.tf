# Posts of a thread, also by author and by votes.

locals {
  team  = "forum"
  table = "${local.team}-posts"
}

resource "aws_dynamodb_table" "forum_posts" {
  name         = local.table
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "thread_id"
  range_key    = "posted_at"

  attribute {
    name = "thread_id"
    type = "S"
  }

  attribute {
    name = "posted_at"
    type = "S"
  }

  attribute {
    name = "author_id"
    type = "S"
  }

  attribute {
    name = "votes"
    type = "N"
  }

  local_secondary_index {
    name            = "by-author"
    range_key       = "author_id"
    projection_type = "KEYS_ONLY"
  }

  local_secondary_index {
    name               = "by-votes"
    range_key          = "votes"
    projection_type    = "INCLUDE"
    non_key_attributes = ["title"]
  }

  lifecycle {
    prevent_destroy = true
  }
}

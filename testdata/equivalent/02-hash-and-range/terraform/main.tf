# Readings of a sensor in the order of time.

variable "capacity" {
  description = "Units of reads and writes a second"
  type = object({
    read  = number
    write = number
  })
  default = {
    read  = 20
    write = 10
  }
}

resource "aws_dynamodb_table" "sensor_readings" {
  name           = "sensor-readings"
  billing_mode   = "PROVISIONED"
  read_capacity  = var.capacity.read
  write_capacity = var.capacity.write
  hash_key       = "sensor_id"
  range_key      = "taken_at"

  attribute {
    name = "sensor_id"
    type = "S"
  }

  attribute {
    name = "taken_at"
    type = "N"
  }

  lifecycle {
    prevent_destroy = true
  }
}

#!/usr/bin/env python3
"""Fills a table on a real endpoint, scans it, and profiles the scan.

usage: profile_endpoint.py DDBLINT LIBRARIES

The endpoint is that of create_tables.py. What the profile counts must be what was written: items, distinct
keys, sizes of item collections; and the bytes must be those that the endpoint itself counts, by the
capacity that a query of each collection consumes. Ends with 1 on any difference.
"""

import base64
import collections
import decimal
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile

import create_tables

ITEMS = 3000
PAGE = 250
KEY = {"AttributeDefinitions": [{"AttributeName": "customer", "AttributeType": "S"},
                                {"AttributeName": "number", "AttributeType": "N"}],
       "KeySchema": [{"AttributeName": "customer", "KeyType": "HASH"},
                     {"AttributeName": "number", "KeyType": "RANGE"}]}


def items(source):
    """Items of all types of values; every third one is of one customer."""
    for number in range(ITEMS):
        customer = "whale" if number % 3 == 0 else f"customer-{source.randrange(200):04}"
        item = {"customer": {"S": customer},
                "number": {"N": str(number)},
                "total": {"N": str(decimal.Decimal(source.randrange(-10**6, 10**9)).scaleb(-2))},
                "text": {"S": "ä" * source.randrange(1, 200)},
                "open": {"BOOL": number % 2 == 0},
                "nothing": {"NULL": True},
                "bytes": {"B": source.randbytes(source.randrange(1, 50))},
                "tags": {"SS": [f"tag-{tag}" for tag in range(1 + number % 4)]},
                "sums": {"NS": [str(value) for value in range(1 + number % 3)]},
                "lines": {"L": [{"M": {"sku": {"S": f"sku-{number}"}, "count": {"N": "2"}}}] * (number % 5)}}
        if number % 7 == 0:
            item["status"] = {"S": source.choice(["OPEN", "SHIPPED"])}
        yield item


def plain(value):
    """Binary values as the service writes them in JSON."""
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    raise TypeError(type(value))


def scan(client, folder):
    """Writes the pages of a scan to files, as the CLI prints them."""
    arguments, page = {"TableName": "orders", "Limit": PAGE}, 0
    while True:
        answer = client.scan(**arguments)
        answer.pop("ResponseMetadata")
        (folder / f"page-{page:03}.json").write_text(json.dumps(answer, default=plain, indent=4))
        if "LastEvaluatedKey" not in answer:
            return
        arguments["ExclusiveStartKey"] = answer["LastEvaluatedKey"]
        page += 1


def consumed(client, customer):
    """Units that a strongly consistent query of one collection takes: 4 KiB each, pages of a limit."""
    units, arguments = 0, {"TableName": "orders", "ConsistentRead": True, "ReturnConsumedCapacity": "TOTAL",
                           "KeyConditionExpression": "customer = :c",
                           "ExpressionAttributeValues": {":c": {"S": customer}}}
    while True:
        answer = client.query(**arguments)
        units += answer["ConsumedCapacity"]["CapacityUnits"]
        if "LastEvaluatedKey" not in answer:
            return units
        arguments["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


class Comparison:
    """What was found to be different."""

    def __init__(self):
        self.problems = []

    def same(self, what, actual, expected):
        if actual != expected:
            self.problems.append(f"{what}: the profile has {actual}, expected {expected}")

    def profile(self, profile, written, client):
        by_customer = collections.Counter(item["customer"]["S"] for item in written)
        key = profile["keys"][0]
        self.same("items", profile["source"]["items"], ITEMS)
        self.same("order", profile["source"]["hash_order"], True)
        self.same("distinct keys", key["distinct"]["estimate"], len(by_customer))
        self.same("counted", key["distinct"]["exact"], True)
        self.same("duplicates", key["duplicates"]["estimate"], 0)
        self.same("largest collection", key["collections"]["items"]["max"], max(by_customer.values()))
        self.same("status", profile["attributes"]["status"]["present"], sum("status" in item for item in written))
        for collection in key["collections"]["largest"]:
            customer = collection["key"]
            self.same(f"items of {customer}", collection["items"], by_customer[customer])
            units = consumed(client, customer)
            # A unit is 4 KiB, rounded up once a page.
            bound = (units - 1) * 4096 * 0.98, units * 4096 * 1.02
            if not bound[0] <= collection["bytes"] <= bound[1]:
                self.problems.append(f"bytes of {customer}: the profile has {collection['bytes']}, "
                                     f"the endpoint took {units} units of 4096")


def main():
    program, libraries = (os.path.abspath(argument) for argument in sys.argv[1:3])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    written = list(items(random.Random(1)))
    comparison = Comparison()
    with create_tables.endpoint(libraries) as address, tempfile.TemporaryDirectory() as folder:
        client = create_tables.client_of(address)
        client.create_table(TableName="orders", BillingMode="PAY_PER_REQUEST", **KEY)
        for begin in range(0, ITEMS, 25):
            requests = [{"PutRequest": {"Item": item}} for item in written[begin:begin + 25]]
            answer = client.batch_write_item(RequestItems={"orders": requests})
            if answer.get("UnprocessedItems"):
                sys.exit("the endpoint did not take all items")
        folder = pathlib.Path(folder)
        (folder / "table.json").write_text(json.dumps({"TableName": "orders", "BillingMode": "PAY_PER_REQUEST", **KEY}))
        (folder / "pages").mkdir()
        scan(client, folder / "pages")
        process = subprocess.run([program, "profile", "-f", "json", "--table", folder / "table.json",
                                  folder / "pages"], capture_output=True, text=True, check=False)
        if process.returncode != 0:
            sys.exit(f"ddblint profile ended with {process.returncode}\n{process.stderr}")
        profile = json.loads(process.stdout)
        comparison.profile(profile, written, client)
    for problem in comparison.problems:
        print(problem)
    sizes = profile["keys"][0]["collections"]["largest"]
    print(f"{ITEMS} items scanned and profiled, {len(sizes)} collections compared with the capacity that they take")
    sys.exit(1 if comparison.problems or not sizes else 0)


if __name__ == "__main__":
    main()

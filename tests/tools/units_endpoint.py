#!/usr/bin/env python3
"""Compares the units that `ddblint inspect --patterns` prints with those that an endpoint consumes.

usage: units_endpoint.py DDBLINT LIBRARIES

The endpoint is that of create_tables.py. Items of sizes around every rounding edge are written, read, queried,
scanned and changed there, alone and in batches and transactions, and each answer's ConsumedCapacity must be what
the program says of a pattern of that size. Where the endpoint is known to count otherwise than the guide
(NOT_FAITHFUL), the program's figure is the guide's, and the endpoint's what is known of it, so that a change of
either is seen.
Ends with 1 on any difference, and when fewer than FEWEST figures were compared.
"""

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

import create_tables

FEWEST = 250
KB = 1024


def attributes(*names):
    return [{"AttributeName": name, "AttributeType": "S"} for name in names]


# Around the steps of 1 KB and 4 KB, the smallest and the largest item.
SIZES = sorted({base + off for base in (1 * KB, 2 * KB, 4 * KB, 8 * KB, 12 * KB, 64 * KB, 100 * KB)
                for off in (-1, 0, 1)} | {64, 400 * KB - 1, 400 * KB})
TABLE = {
    "TableName": "units", "BillingMode": "PAY_PER_REQUEST",
    "AttributeDefinitions": attributes("pk", "sk", "gk"),
    "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}, {"AttributeName": "sk", "KeyType": "RANGE"}],
    "GlobalSecondaryIndexes": [
        {"IndexName": "all", "KeySchema": [{"AttributeName": "gk", "KeyType": "HASH"}],
         "Projection": {"ProjectionType": "ALL"}},
        {"IndexName": "keys", "KeySchema": [{"AttributeName": "gk", "KeyType": "HASH"}],
         "Projection": {"ProjectionType": "KEYS_ONLY"}}]}
LOCAL = {**TABLE, "TableName": "local", "AttributeDefinitions": attributes("pk", "sk", "lk"),
         "LocalSecondaryIndexes": [
             {"IndexName": "own", "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"},
                                                {"AttributeName": "lk", "KeyType": "RANGE"}],
              "Projection": {"ProjectionType": "KEYS_ONLY"}}]}
LOCAL.pop("GlobalSecondaryIndexes")

# What this endpoint counts otherwise than the service is documented to: the beginning of a case and what is
# counted -> what it makes of the documented figure, and why.
NOT_FAITHFUL = {
    ("transact put", "write_units"):
        (lambda units: 2 * units, "the endpoint takes 4 units for 1 KB of a transactional write, the guide 2"),
    ("collection eventual 8 x 307200", "pages"):
        (lambda pages: pages - 1, "the endpoint ends a page behind the item that goes over 1 MB, the guide before it"),
    ("collection strong 8 x 307200", "pages"): (lambda pages: pages - 1, None),
    ("collection eventual 3 x 409600", "pages"): (lambda pages: pages - 1, None),
    ("collection strong 3 x 409600", "pages"): (lambda pages: pages - 1, None),
}


def item(size, pk, sk="s", **others):
    """An item of so many bytes: names and values."""
    values = {"pk": pk, "sk": sk, **others, "filling": ""}
    used = sum(len(name) + len(value) for name, value in values.items())
    values["filling"] = "x" * (size - used)
    if size < used:
        sys.exit(f"an item of {size} bytes has no room for its keys")
    return {name: {"S": value} for name, value in values.items() if value}


def key(pk, sk="s"):
    return {"pk": {"S": pk}, "sk": {"S": sk}}


class Cases:
    """Patterns, and what the endpoint consumed for each."""

    def __init__(self, client):
        self.client = client
        self.patterns = {"units": [], "local": []}
        self.figures = []

    def add(self, name, pattern, measured, table="units"):
        """`measured`: (index or None, "read_units" or "write_units") -> units."""
        self.patterns[table].append({"name": name, **pattern})
        for (index, what), units in measured.items():
            self.figures.append((table, name, index, what, units))

    def units(self, answer, operation):
        """Units by index, None for the table alone, of one answer or of the tables of a batch."""
        capacity = answer["ConsumedCapacity"]
        capacity = capacity[0] if isinstance(capacity, list) else capacity
        what = "write_units" if operation == "write" else "read_units"
        found = {(None, what): capacity.get("Table", {}).get("CapacityUnits", 0.0)}
        for kind in ("GlobalSecondaryIndexes", "LocalSecondaryIndexes"):
            for index, used in capacity.get(kind, {}).items():
                found[(index, what)] = used["CapacityUnits"]
        return found

    def run(self, operation, kind, **arguments):
        arguments = {"ReturnConsumedCapacity": "INDEXES", **arguments}
        return self.units(getattr(self.client, operation)(**arguments), kind)

    def pages(self, operation, **arguments):
        """All pages of a query or scan: units and how many pages."""
        total, pages = {}, 0
        while True:
            answer = getattr(self.client, operation)(ReturnConsumedCapacity="INDEXES", **arguments)
            pages += 1
            for where, units in self.units(answer, "read").items():
                total[where] = total.get(where, 0) + units
            if "LastEvaluatedKey" not in answer:
                return total, pages
            arguments["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def single_items(cases):
    """One item of each size: put, got, queried, deleted."""
    for size in SIZES:
        stated = {"item-size": f"{size} B", "equals": ["pk", "sk"]}
        table = {"TableName": "units"}
        pk = f"single-{size}"
        # Never in an index: no gk.
        put = cases.run("put_item", "write", Item=item(size, pk), **table)
        cases.add(f"put {size}", {**stated, "operation": "PutItem"}, put)
        for word, strong in (("eventual", False), ("strong", True)):
            got = cases.run("get_item", "read", Key=key(pk), ConsistentRead=strong, **table)
            cases.add(f"get {word} {size}", {**stated, "operation": "GetItem", "consistency": word}, got)
            asked = {"KeyConditionExpression": "pk = :p AND sk = :s",
                     "ExpressionAttributeValues": {":p": {"S": pk}, ":s": {"S": "s"}}}
            queried = cases.run("query", "read", ConsistentRead=strong, **asked, **table)
            cases.add(f"query {word} {size}", {**stated, "operation": "Query", "consistency": word}, queried)
        got = cases.run("transact_get_items", "read", TransactItems=[{"Get": {"Key": key(pk), **table}}])
        cases.add(f"transact get {size}", {**stated, "operation": "TransactGetItems", "returns": {"items": 1}}, got)
        put = cases.run("transact_write_items", "write",
                        TransactItems=[{"Put": {"Item": item(size, f"transact-{size}"), **table}}])
        cases.add(f"transact put {size}", {**stated, "operation": "TransactWriteItems", "returns": {"items": 1}}, put)
        update = cases.run("update_item", "write", Key=key(pk), UpdateExpression="SET filling = :v",
                           ExpressionAttributeValues={":v": {"S": "x" * 8}}, **table)
        # The larger of before and after counts: the item was of this size.
        cases.add(f"update {size}", {**stated, "operation": "UpdateItem", "sets": ["filling"]}, update)
        cases.run("put_item", "write", Item=item(size, pk), **table)
        removed = cases.run("delete_item", "write", Key=key(pk), **table)
        cases.add(f"delete {size}", {**stated, "operation": "DeleteItem"}, removed)


def batches(cases):
    """Items of a batch are rounded one by one."""
    for size in (500, 1 * KB, 4 * KB + 1):
        stated = {"item-size": f"{size} B", "equals": ["pk", "sk"], "returns": {"items": 7}}
        keys = [f"batch-{size}-{number}" for number in range(7)]
        requests = [{"PutRequest": {"Item": item(size, pk)}} for pk in keys]
        put = cases.run("batch_write_item", "write", RequestItems={"units": requests})
        cases.add(f"batch write {size}", {**stated, "operation": "BatchWriteItem"}, put)
        for word, strong in (("eventual", False), ("strong", True)):
            got = cases.run("batch_get_item", "read", RequestItems={
                "units": {"Keys": [key(pk) for pk in keys], "ConsistentRead": strong}})
            cases.add(f"batch get {word} {size}",
                      {**stated, "operation": "BatchGetItem", "consistency": word}, got)


def collections(cases):
    """Queries that read several items: their sum is rounded up, page by page."""
    for count, size in ((3, 1500), (4, 1 * KB), (5, 1 * KB), (25, 700), (1023, 1 * KB), (1024, 1 * KB),
                        (1025, 1 * KB), (300, 4 * KB + 1), (8, 300 * KB), (3, 400 * KB)):
        pk = f"collection-{count}-{size}"
        for begin in range(0, count, 8 if size > KB else 25):
            end = min(count, begin + (8 if size > KB else 25))
            cases.client.batch_write_item(RequestItems={"units": [
                {"PutRequest": {"Item": item(size, pk, f"s{number:04}")}} for number in range(begin, end)]})
        for word, strong in (("eventual", False), ("strong", True)):
            units, pages = cases.pages("query", TableName="units", ConsistentRead=strong,
                                       KeyConditionExpression="pk = :p",
                                       ExpressionAttributeValues={":p": {"S": pk}})
            cases.add(f"collection {word} {count} x {size}",
                      {"operation": "Query", "equals": ["pk"], "item-size": f"{size} B", "consistency": word,
                       "returns": {"items": count}}, {**units, (None, "pages"): pages})


def changes_of_indexes(cases):
    """Index writes by kinds of change; `all` holds whole items, `keys` their keys."""
    table = {"TableName": "units"}
    for size in (300, 1 * KB, 1 * KB + 1, 3 * KB):
        stated = {"item-size": f"{size} B"}
        pk = f"index-{size}"
        put = cases.run("put_item", "write", Item=item(size, pk, gk="a"), **table)
        cases.add(f"enter {size}", {**stated, "operation": "PutItem", "equals": ["pk", "sk", "gk"], "unique": "pk"},
                  put)

        def update(name, expression, sets, **values):
            used = cases.run("update_item", "write", Key=key(pk), UpdateExpression=expression, **table,
                             ExpressionAttributeValues={f":{name}": {"S": value} for name, value in values.items()})
            used.setdefault(("keys", "write_units"), 0.0)
            cases.add(f"{name} {size}", {**stated, "operation": "UpdateItem", "equals": ["pk", "sk", "gk"],
                                         "sets": sets}, used)

        update("change of the key", "SET gk = :v", ["gk"], v="b")
        filling = item(size, pk, gk="a")["filling"]["S"]
        update("change of what `all` holds", "SET filling = :v", ["filling"], v=filling[:-1] + "y")
        removed = cases.run("delete_item", "write", Key=key(pk), **table)
        cases.add(f"leave {size}", {**stated, "operation": "DeleteItem", "equals": ["pk", "sk", "gk"]}, removed)
    # Queries of the index read its entries.
    for number in range(10):
        cases.client.put_item(Item=item(2000, f"entry-{number}", gk="entries"), **table)
    asked = {"KeyConditionExpression": "gk = :g", "ExpressionAttributeValues": {":g": {"S": "entries"}}}
    for index in ("all", "keys"):
        units, _ = cases.pages("query", IndexName=index, **asked, **table)
        cases.add(f"query of {index}", {"operation": "Query", "index": index, "equals": ["gk"], "item-size": "2000 B",
                                        "returns": {"items": 10}},
                  {where: used for where, used in units.items() if where[0] is not None})


def local_index(cases):
    """A local index that fetches what it does not hold."""
    for number in range(10):
        cases.client.put_item(TableName="local", Item=item(5000, "p", f"s{number}", lk=f"l{number}"))
    asked = {"TableName": "local", "IndexName": "own", "KeyConditionExpression": "pk = :p",
             "ExpressionAttributeValues": {":p": {"S": "p"}}}
    for name, wanted, select in (("with", ["pk", "lk", "filling"], "ALL_ATTRIBUTES"),
                                 ("without", ["pk", "lk"], "ALL_PROJECTED_ATTRIBUTES")):
        units, _ = cases.pages("query", Select=select, **asked)
        cases.add(f"local {name} fetches", {"operation": "Query", "index": "own", "equals": ["pk"],
                                            "item-size": "5000 B",
                                            "returns": {"items": 10, "attributes": wanted}},
                  {("own", "read_units"): sum(units.values())}, table="local")


def scans(cases):
    """A scan of a table of its own: 1,500 items of 1 KB, two pages."""
    client = cases.client
    client.create_table(**{**LOCAL, "TableName": "scanned"})
    for begin in range(0, 1500, 25):
        client.batch_write_item(RequestItems={"scanned": [
            {"PutRequest": {"Item": item(1 * KB, f"p{number:04}")}} for number in range(begin, begin + 25)]})
    for word, strong in (("eventual", False), ("strong", True)):
        units, pages = cases.pages("scan", TableName="scanned", ConsistentRead=strong)
        cases.add(f"scan {word}", {"operation": "Scan", "item-size": "1024 B", "consistency": word,
                                   "returns": {"items": 1500}}, {**units, (None, "pages"): pages})


def served(program, folder, table, patterns):
    """Name of a pattern -> index -> what the program says."""
    definition, file = folder / f"{table['TableName']}.json", folder / f"{table['TableName']}.patterns.json"
    definition.write_text(json.dumps(table))
    file.write_text(json.dumps({"patterns": patterns}))
    process = subprocess.run([program, "inspect", "--no-config", "-f", "json", "--patterns", file, definition],
                             capture_output=True, text=True, check=False)
    if process.returncode != 0:
        sys.exit(f"ddblint inspect ended with {process.returncode}\n{process.stderr}")
    return {one["name"]: {service["index"]: service for service in one["served_by"]}
            for one in json.loads(process.stdout)["patterns"]}


def differs(case, what, service, units):
    """A sentence where the program does not say what was consumed, or would be by the guide."""
    low, value, high = (service.get(what + suffix) for suffix in ("_low", "", "_high"))
    if what == "pages":
        low = high = value
    if value is None:
        return f"{case}: the program has no {what}, consumed {units}"
    # That the key really changes is known here; the pattern can only say that it is set.
    changes = case.startswith("change") and case.endswith("index all")
    if (low == high or changes) and value != units:
        return f"{case}: the program has {what} {value}, consumed {units}"
    if low > units or (high is not None and high < units):
        return f"{case}: the program has {what} from {low} to {high}, consumed {units}"
    return None


def compare(figures, said):
    """Sentences about differences, and the reasons why some figures of the endpoint are not the guide's."""
    problems, reasons = [], set()
    for table, name, index, what, units in figures:
        case = name if index is None else f"{name}, index {index}"
        service = said[table][name][index]
        known = next((rule for (begin, kind), rule in NOT_FAITHFUL.items()
                      if name.startswith(begin) and kind == what), None)
        if known:
            reasons.add(known[1])
            if known[0](service[what]) != units:
                problems.append(f"{case}: the endpoint counts {what} in a new way, {units}")
        elif problem := differs(case, what, service, units):
            problems.append(problem)
    return problems, sorted(filter(None, reasons))


def main():
    program, libraries = (os.path.abspath(argument) for argument in sys.argv[1:3])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    with create_tables.endpoint(libraries) as address, tempfile.TemporaryDirectory() as folder:
        client = create_tables.client_of(address)
        client.create_table(**TABLE)
        client.create_table(**LOCAL)
        cases = Cases(client)
        for run in (single_items, batches, collections, changes_of_indexes, local_index, scans):
            run(cases)
        said = {table["TableName"]: served(program, pathlib.Path(folder), table, cases.patterns[table["TableName"]])
                for table in (TABLE, LOCAL)}
    problems, reasons = compare(cases.figures, said)
    for line in problems + [f"not the guide's: {reason}" for reason in reasons]:
        print(line)
    print(f"{len(cases.figures)} figures compared with the capacity consumed, {len(problems)} differ")
    sys.exit(1 if problems or len(cases.figures) < FEWEST else 0)


if __name__ == "__main__":
    main()

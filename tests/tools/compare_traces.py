#!/usr/bin/env python3
"""Compares what trace_dump says of a corpus of traces with a reading of its own.

usage: tests/tools/compare_traces.py TRACE_DUMP CORPUS

Every file of the corpus' cloudtrail, streams_event and contributor_insights is read by Python's json, and the
requests by operation, table and key, the units, the highest second and the reports must be the same.
"""

import collections
import datetime
import json
import pathlib
import re
import subprocess
import sys

SINGLE = {"GetItem": "gets", "Query": "queries", "Scan": "scans", "PutItem": "writes",
          "UpdateItem": "writes", "DeleteItem": "writes"}
TRANSACTIONS = {"TransactGetItems": "gets", "TransactWriteItems": "writes"}
STATEMENTS = {"ExecuteStatement": 1, "BatchExecuteStatement": 1, "ExecuteTransaction": 4}


def member(thing, name):
    """A member by its name in any case."""
    for key, value in (thing or {}).items():
        if key.lower() == name.lower():
            return value
    return None


def seconds(time):
    if isinstance(time, str):
        return int(datetime.datetime.fromisoformat(time.replace("Z", "+00:00")).timestamp())
    return int(time)


class Table:
    """Requests of one table: (operation, key, second, units in halves)."""

    def __init__(self):
        self.requests = []

    def add(self, operation, key, time, halves):
        self.requests.append((operation, key, seconds(time), halves))

    def shown(self):
        operations = collections.Counter(request[0] for request in self.requests)
        keys = collections.defaultdict(collections.Counter)
        peaks = collections.Counter()
        for operation, key, second, halves in self.requests:
            way = "writes" if operation == "writes" else "reads"
            keys[key][way] += 1
            peaks[way, second] += halves
        highest = {way: max([value for (w, _), value in peaks.items() if w == way], default=0) / 2
                   for way in ("reads", "writes")}
        return (dict(operations), {key: (n["reads"], n["writes"]) for key, n in keys.items()}, highest)


def statement_request(text):
    word = text.split()[0].upper()
    table = re.search(r"\b(?:FROM|INTO|UPDATE)\s+\"?([\w.-]+)", text, re.I).group(1)
    where = re.split(r"\bWHERE\b", text, flags=re.I)
    pairs = re.findall(r"\"?(\w+)\"?\s*=\s*'([^']*)'", where[1]) if len(where) > 1 else []
    return table, ("queries" if word == "SELECT" else "writes"), dict(pairs)


def read_cloudtrail(document, tables, seen):
    for event in document["Records"]:
        if event["eventID"] in seen:
            continue
        seen.add(event["eventID"])
        name, parameters, time = event["eventName"], event["requestParameters"], event["eventTime"]
        if name in SINGLE:
            halves = 2 if SINGLE[name] == "writes" or member(parameters, "consistentRead") else 1
            key = member(parameters, "key") or {}
            tables[parameters["tableName"]].add(SINGLE[name], tuple(key.values())[:1], time, halves)
        elif name in TRANSACTIONS:
            for item in parameters["requestItems"]:
                key = member(item, "key")
                tables[member(item, "tableName")].add(TRANSACTIONS[name], tuple(key.values())[:1], time, 4)
        elif name in STATEMENTS:
            for one in parameters.get("requestItems", [parameters]):
                table, operation, pairs = statement_request(one["statement"])
                halves = 4 if name == "ExecuteTransaction" else 2 if operation == "writes" else 1
                key = (pairs["Artist"],) if "Artist" in pairs else ()
                tables[table].add(operation, key, time, halves)


def typed_size(value):
    (kind, inside), = value.items()
    if kind == "S":
        return len(inside.encode())
    if kind == "N":  # exact enough for images far from an edge
        return len(inside.strip("-0.")) // 2 + 1
    return 1


def read_stream(record, table, partition):
    change = record["dynamodb"]
    images = [change.get("NewImage"), change.get("OldImage"), change["Keys"]]
    size = max(sum(len(name.encode()) + typed_size(value) for name, value in image.items())
               for image in images if image)
    key = next(iter(change["Keys"][partition].values()))
    table.add("writes", (key,), change["ApproximateCreationDateTime"], 2 * max(1, -(-size // 1024)))


def dump(program, files, *options):
    return json.loads(subprocess.run([program, *options, *map(str, files)], check=True,
                                     capture_output=True, text=True).stdout)


def said(answer):
    """What ddblint says, in the form of Table.shown()."""
    use = answer["table"]["keys"][0]
    operations = {name: use[name] for name in ("gets", "queries", "scans", "writes") if use[name] > 0}
    keys = {(key["key"],): (key["reads"], key["writes"]) for key in use["hottest"]}
    rest = sum(operations.values()) - sum(sum(n) for n in keys.values())
    if rest != use["without_key"]:
        sys.exit(f"{rest} requests without a key, not {use['without_key']}")
    peaks = {way: use["peak_" + way]["units"][0] for way in ("reads", "writes")}
    return operations, keys, peaks


def compare(name, ours, theirs):
    operations, keys, peaks = theirs
    keys = {key: count for key, count in keys.items() if key}
    if ours != (operations, keys, peaks):
        sys.exit(f"{name}: ddblint says\n  {ours}\nand Python\n  {(operations, keys, peaks)}")
    print(f"{name}: the same {sum(operations.values())} requests")


def main():
    program, corpus = sys.argv[1], pathlib.Path(sys.argv[2]) / "files"
    files = sorted((corpus / "cloudtrail").rglob("*.json"))
    everything = collections.defaultdict(Table)
    seen = set()
    for path in files:
        one = collections.defaultdict(Table)
        document = json.loads(path.read_text())
        read_cloudtrail(document, one, set())
        read_cloudtrail(document, everything, seen)
        answer = dump(program, [path], "--table", "Music", "--pk", "Artist", "--sk", "SongTitle")
        compare(path.name, said(answer), one["Music"].shown())
    answer = dump(program, files, "--table", "Music", "--pk", "Artist", "--sk", "SongTitle")
    compare(f"{len(files)} files of CloudTrail", said(answer), everything["Music"].shown())
    if set(everything) - {"Music"} != set(answer["unplanned"]):
        sys.exit(f"tables {sorted(everything)}, but ddblint knows {answer['unplanned']} beside Music")

    for path in sorted((corpus / "streams_event").rglob("*.json")):
        document = json.loads(path.read_text())
        records = document.get("Records", [document])
        records = [record for record in records if "Keys" in record.get("dynamodb", {})]
        if not records:
            continue
        partition, sort = list(records[0]["dynamodb"]["Keys"])[:2]
        if sort in ("PK", "pk"):
            partition, sort = sort, partition
        table = Table()
        for record in records:
            read_stream(record, table, partition)
        answer = dump(program, [path], "--pk", partition, "--sk", sort)
        compare(path.name, said(answer), table.shown())

    for path in sorted((corpus / "contributor_insights").rglob("*.json")):
        document = json.loads(path.read_text())
        (report,) = dump(program, [path])["insights"]
        ours = [(c["key"], c["highest"], c["at"], c["total"]) for c in report["contributors"]]
        theirs = []
        for contributor in document["Contributors"]:
            points = contributor["Datapoints"]
            highest = max(points, key=lambda point: point["ApproximateValue"])
            theirs.append((", ".join(contributor["Keys"]), highest["ApproximateValue"],
                           seconds(highest["Timestamp"]), contributor["ApproximateAggregateValue"]))
        if ours != theirs:
            sys.exit(f"{path.name}: {ours} is not {theirs}")
        print(f"{path.name}: the same {len(ours)} contributors")


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Compares what `ddblint inspect -f json` reads with a corpus of real definitions.

usage: compare_corpus.py DDBLINT CORPUS

CORPUS holds manifest.jsonl, expected.jsonl (one line a table, extracted by other parsers) and the
files. Prints every difference; exits with 1 when there is one that EXPLAINED does not name, or when
the linter crashes on any file of the corpus, of whatever format.
"""

import json
import pathlib
import subprocess
import sys
from collections import defaultdict

FORMATS = {"cfn", "sam", "serverless", "cdk", "create_table", "describe_table",
           "k8s_ack", "k8s_crossplane", "nosql_workbench", "terraform", "tfplan"}

# Where the expectations are wrong or speak of something else: (file id, table, field) -> reason.
EXPLAINED = {}


def load_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]


def adapted(entry):
    """An expectation in our terms, or None where it expects no table.

    The manifests' extractor lists every kind of object, takes placeholders literally, and knows
    no name of a Crossplane table, which is that of its object.
    """
    if entry.get("kind", "Table") != "Table":
        return None
    name = entry.get("table_name")
    if entry["type"] == "ack" and name and "$" in name:
        return {**entry, "table_name": None}
    if entry["type"] == "aws_dynamodb_table_replica":
        return None
    if entry["type"] == "module":
        return {**entry, "logical_id": f"module.{entry['logical_id']}"}
    if entry["type"].startswith("aws_"):
        return {**entry, "logical_id": f"{entry['type']}.{entry['logical_id']}"}
    if entry["type"] == "crossplane":
        return {**entry, "table_name": entry["logical_id"]}
    return entry


def run(program, paths):
    process = subprocess.run([program, "inspect", "-f", "json", "--no-config", *map(str, paths)],
                             capture_output=True, text=True, check=False)
    if process.returncode not in (0, 2):
        sys.exit(f"ddblint ended with {process.returncode} on {len(paths)} files:\n{process.stderr}")
    return json.loads(process.stdout)


def expected_keys(entry):
    """Partition and sort attributes as lists of (name, type); None where a list is open."""
    schema = entry.get("key_schema")
    if schema is None:
        hash_key, range_key = entry.get("hash"), entry.get("range")
        return ([(hash_key["name"], hash_key["type"])] if hash_key else [],
                [(range_key["name"], range_key["type"])] if range_key else [])
    pick = lambda role: [(e["name"], e["attr_type"]) for e in schema if e and e["key_type"] == role]
    return pick("HASH"), pick("RANGE")


def has_open_element(entry):
    return any(element is None for element in entry.get("key_schema") or [])


def actual_keys(entry):
    pick = lambda field: [(e["name"], e["type"]) for e in entry.get(field) or []]
    return pick("partition_key"), pick("sort_key")


def same_keys(expected, actual):
    """Expected None is an expression: whatever we made of it may stand there."""
    for want, have in zip(expected, actual):
        if len(want) != len(have):
            return False
        for (name, kind), (our_name, our_kind) in zip(want, have):
            if name is not None and name != our_name:
                return False
            if kind is not None and kind != our_kind:
                return False
            if kind is None and name is not None and our_kind is not None:
                return False
    return True


def compare_indexes(want, table, label, report):
    if want is None:
        return
    have = table[label]
    # Every index is an Fn::If: the list has alternatives, and the expectation knows none of them.
    if f"{label}_alternatives" in table and all(index is None for index in want):
        return
    if len(want) != len(have or []):
        report(label, f"{len(want)} indexes", f"{len(have or [])} indexes")
        return
    for expected, actual in zip(want, have):
        if expected is None:
            continue
        name = expected.get("name")
        if name is not None and name != actual["name"]:
            report(f"{label}.name", name, actual["name"])
        if not has_open_element(expected) and not same_keys(expected_keys(expected),
                                                            actual_keys(actual)):
            report(f"{label}[{name}].key", expected_keys(expected), actual_keys(actual))
        projection = expected.get("projection")
        if projection is not None and projection != actual.get("projection"):
            report(f"{label}[{name}].projection", projection, actual.get("projection"))


def compare_table(expected, actual, report):
    if "line" in expected and expected["line"] != actual["location"]["start"]["line"]:
        report("line", expected["line"], actual["location"]["start"]["line"])
    name = expected.get("table_name", "missing")
    if name == "missing" and actual["name"] is not None:
        report("name", "not stated", actual["name"])
    if name not in ("missing", None) and name != actual["name"]:
        report("name", name, actual["name"])
    billing = expected.get("billing_mode", "missing")
    if billing == "missing" and actual["billing_mode"] is not None:
        report("billing_mode", "not stated", actual["billing_mode"])
    if billing not in ("missing", None) and billing != actual["billing_mode"]:
        report("billing_mode", billing, actual["billing_mode"])
    open_key = any(field in expected and expected[field] is None for field in ("key_schema", "hash"))
    if not open_key and not has_open_element(expected) and not same_keys(expected_keys(expected), actual_keys(actual)):
        report("key", expected_keys(expected), actual_keys(actual))
    compare_indexes(expected.get("gsis", []), actual, "global_indexes", report)
    compare_indexes(expected.get("lsis", []), actual, "local_indexes", report)


def pair_up(expected, actual):
    """Pairs tables by id; a loop's body stands for each of its instances."""
    left = list(actual)
    for entry in expected:
        wanted = entry.get("logical_id") or entry.get("table_name")
        if entry.get("foreach"):
            matches = [t for t in left if t["location"]["start"]["line"] == entry["line"]]
        else:
            matches = [t for t in left if wanted in (None, t["id"], t["id"].split("[")[0])]
            if not entry.get("count") and not entry.get("for_each"):
                matches = matches[:1]
        for table in matches:
            left.remove(table)
        yield entry, matches
    for table in left:
        yield None, [table]


def main():
    program, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    manifest = load_lines(corpus / "manifest.jsonl")
    expected = defaultdict(list)
    for entry in map(adapted, load_lines(corpus / "expected.jsonl")):
        if entry is not None:
            expected[entry["file"]].append(entry)
    paths = {record["id"]: corpus / record["file"] for record in manifest}
    output = run(program, paths.values())
    tables = defaultdict(list)
    by_path = {}
    for file_id, path in paths.items():
        by_path[path.resolve()] = file_id
    for table in output["tables"]:
        tables[by_path[pathlib.Path(table["location"]["path"]).resolve()]].append(table)

    compared = differences = explained = 0
    for record in manifest:
        file_id, kind = record["id"], record["format"]
        if kind not in FORMATS | {"negative"}:
            continue
        for entry, matches in pair_up(expected[file_id], tables[file_id]):
            found = []
            compared += 1
            report = lambda field, want, have: found.append((field, want, have))
            if entry is None:
                report("table", "none", matches[0]["id"])
            elif not matches:
                report("table", entry.get("logical_id") or entry.get("table_name"), "none")
            for table in matches if entry is not None else []:
                compare_table(entry, table, report)
            table_id = (entry or {}).get("logical_id") or matches[0]["id"] if matches else None
            for field, want, have in found:
                reason = EXPLAINED.get((file_id, table_id, field))
                explained += reason is not None
                differences += reason is None
                print(f"{file_id} {table_id} {field}: expected {want}, read {have}"
                      + (f" (explained: {reason})" if reason else ""))
    print(f"{compared} tables compared, {differences} differences, {explained} explained; "
          f"{len(manifest)} files of the corpus read")
    sys.exit(1 if differences else 0)


if __name__ == "__main__":
    main()

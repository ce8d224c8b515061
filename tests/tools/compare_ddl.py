#!/usr/bin/env python3
"""Compares what the DDL reader finds in a corpus of SQL scripts with two other readings.

usage: compare_ddl.py DDL_DUMP CORPUS

One is a table of what a person counted in each file; the other is a rough reading by patterns, which
knows comments and strings and nothing else. Prints every difference; exits with 1 when there is one,
or when the reader crashes or complains.
"""

import json
import pathlib
import re
import subprocess
import sys

# File: tables, tables with a primary key, generated columns, sequences.
COUNTED = {
    "customer_orders/co_create.sql": (7, 7, 6, 0),
    "customer_orders/co_install.sql": (0, 0, 0, 0),
    "human_resources/hr_create.sql": (7, 7, 0, 3),
    "human_resources/hr_install.sql": (0, 0, 0, 0),
    "order_entry/ccus_v3.sql": (1, 0, 0, 0),
    "order_entry/coe_v3.sql": (5, 5, 0, 1),
    "order_entry/cord_v3.sql": (1, 0, 0, 0),
    "order_entry/cwhs_v3.sql": (1, 0, 0, 0),
    "order_entry/oc_cre.sql": (1, 1, 0, 0),
    "order_entry/oe_cre.sql": (4, 4, 0, 1),
    "product_media/long2lob.sql": (1, 0, 0, 0),
    "product_media/pm_cre.sql": (1, 1, 0, 0),
    "sales_history/sh_create.sql": (9, 7, 0, 0),
    "sales_history/sh_install.sql": (0, 0, 0, 0),
}


def read(program, path):
    process = subprocess.run([program, path], capture_output=True, text=True, check=False)
    if process.returncode != 0:
        sys.exit(f"{path}: the reader ended with {process.returncode}\n{process.stderr}")
    lines = process.stdout.splitlines()
    names = [line.split()[1].rsplit(".", 1)[-1].lower() for line in lines if line.startswith("table ")]
    sequences = [line.split()[1].lower() for line in lines if line.startswith("sequence ")]
    counts = (len(names), sum(line.startswith("  primary ") for line in lines),
              sum(" <- " in line for line in lines), len(sequences))
    return names, sequences, counts, [line for line in lines if line.startswith("diagnostic")]


def roughly(text):
    text = re.sub(r"(?im)^\s*(rem|remark|prompt)\b.*$", "", text)
    text = re.sub(r"(?s)'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/",
                  lambda m: "''" if m.group().startswith("'") else "", text)
    find = lambda what: [name.lower() for name in re.findall(
        rf"(?im)^\s*create\s+{what}\s+(?!,)([\w$#]+)", text)]
    return find("table"), find("sequence")


def main():
    program, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    differences = files = tables = 0
    for line in (corpus / "manifest.jsonl").read_text().splitlines():
        entry = json.loads(line)
        if entry["format"] != "sql_ddl":
            continue
        files += 1
        names, sequences, counts, complaints = read(program, corpus / entry["file"])
        tables += len(names)
        expected = COUNTED.get(entry["path"])
        rough = roughly((corpus / entry["file"]).read_text(encoding="utf-8", errors="replace"))
        for what, want, have in (("counts", expected, counts), ("rough reading", rough, (names, sequences)),
                                 ("complaints", [], complaints)):
            if want != have:
                differences += 1
                print(f"{entry['path']}: {what}: expected {want}, read {have}")
    print(f"{files} files, {tables} tables, {differences} differences")
    sys.exit(1 if differences or not files else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Times the reading of traces against floors, in one run, and prints ratios.

usage: bench/traces.py BUILD_DIR [RECORDS=10000000] [FOLDER]

BUILD_DIR/bench/make_trace makes the data: RECORDS requests as JSON lines and as CSV, a fifth of them as
CloudTrail events in gzip files, with Zipf 1.1 keys out of a million and times up to two minutes late.
They are kept in FOLDER if one is named. BUILD_DIR/tests/trace_dump reads them as ddblint does, with 64
MiB for counters. The floors (BUILD_DIR/bench/trace_floor) read the bytes, unpack them, and parse each line or
document with simdjson. Figures are the best of several whole processes: user and system seconds, for
they say most on a machine with others at work.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

RUNS = 3


def once(command):
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    out = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"exit {process.returncode}: {command}")
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - begin, usage.ru_maxrss / 1024, out


def measure(commands):
    """Runs all in turn, and keeps the best of each."""
    best = {}
    for _ in range(RUNS):
        for name, command in commands.items():
            run = once(command)
            if name not in best or run[0] < best[name][0]:
                best[name] = run
    return best


def table(title, files, build, threads):
    dump = [build / "tests" / "trace_dump", "--table", "Orders", "--pk", "customer", "--sk", "order"]
    floor = build / "bench" / "trace_floor"
    commands = {"ddblint": [*dump, *files],
                f"ddblint, {threads} threads": [*dump, "--threads", str(threads), *files],
                "read": [floor, "read", *files],
                "unpack": [floor, "inflate", *files],
                "simdjson": [floor, "parse", *files]}
    if title.startswith("CSV"):
        del commands["simdjson"]
    best = measure(commands)
    answer = json.loads(best["ddblint"][3])
    if answer != json.loads(best[f"ddblint, {threads} threads"][3]):
        sys.exit("one thread and several do not say the same")
    records = answer["table"]["records"]
    ours = best["ddblint"][0]
    print(f"\n### {title}: {records} records, {sum(map(os.path.getsize, files)) / 1e6:.0f} MB\n")
    print("| what | cpu s | wall s | records/cpu s | peak MiB | cpu against ours |")
    print("|---|---|---|---|---|---|")
    for name, (cpu, wall, peak, _) in best.items():
        print(f"| {name} | {cpu:.2f} | {wall:.2f} | {records / cpu:,.0f} | {peak:.0f} | {cpu / ours:.2f} |")
    hottest = answer["table"]["keys"][0]["hottest"][0]
    low, high = hottest["peak_writes"]["units"][1:]
    print(f"\nhottest {hottest['key']}: highest second {low} to {high} write units"
          + "".join(f"\nnote: {note}" for note in answer["table"]["notes"]))


def main():
    build = pathlib.Path(sys.argv[1])
    records = int(sys.argv[2]) if len(sys.argv) > 2 else 10_000_000
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else scratch)
        if not (folder / "trace.csv").exists():
            subprocess.run([build / "bench" / "make_trace", folder, str(records)], check=True)
        for path in sorted((folder / "cloudtrail").glob("*.json")):
            subprocess.run(["gzip", "-6", "-f", path], check=True)
        threads = os.cpu_count() or 1
        table("JSON lines", [folder / "trace.jsonl"], build, threads)
        table("CSV", [folder / "trace.csv"], build, threads)
        table("CloudTrail, gzip", sorted((folder / "cloudtrail").glob("*.gz")), build, threads)


if __name__ == "__main__":
    main()

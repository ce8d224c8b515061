#!/usr/bin/env python3
"""Times `ddblint profile` against floors and peers on generated items, in one run, and prints ratios.

usage: bench/profile.py DDBLINT BUILD_DIR [MB=923] [FOLDER]

The data are made by BUILD_DIR/bench/make_items: about 461 bytes an item in DynamoDB's JSON, Zipf 1.1
keys, attributes in any order, nested values, escapes; as one file, as 8 parts, and as 8 gzip files. They
are kept in FOLDER if one is named. Everything runs in turn (A B A B ...) after a warm-up that fills the
page cache; the figures are medians of whole processes, with user and system time and the peak memory
beside them. Peers that are not installed are left out and named: DuckDB needs @duckdb/node-api in
NODE_PATH. The last table holds the ratios against their aims.
"""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 5
HERE = pathlib.Path(__file__).resolve().parent

PYTHON_LOOP = """
import collections, json, sys
counts, size = collections.Counter(), collections.Counter()
for line in open(sys.argv[1], 'rb'):
    pk = json.loads(line)['Item']['pk']['S']
    counts[pk] += 1
    size[pk] += len(line)
print(sum(counts.values()), len(counts), counts.most_common(10), max(size.values()))
"""
MAWK = r'''match($0, /"pk":\{"S":"[^"]*"/) { n[substr($0, RSTART, RLENGTH)]++ } END { m = 0; c = 0
for (k in n) { c++; if (n[k] > m) m = n[k] } print c, m }'''


class Timed:
    """One command: wall seconds, user + system seconds, peak MiB of each run."""

    def __init__(self, name, command, scale=1, environment=None):
        self.name, self.command, self.scale = name, command, scale
        self.environment = environment
        self.runs = []

    def once(self):
        begin = time.perf_counter()
        process = subprocess.Popen(self.command, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   env=self.environment)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode != 0:
            sys.exit(f"{self.name}: exit {process.returncode}: {self.command}")
        return (time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)

    def wall(self):
        return statistics.median(run[0] for run in self.runs) * self.scale

    def cpu(self):
        return statistics.median(run[1] for run in self.runs) * self.scale

    def peak(self):
        return max(run[2] for run in self.runs)


def run_in_turn(commands, runs=RUNS):
    for timed in commands:
        timed.once()
    for _ in range(runs):
        for timed in commands:
            timed.runs.append(timed.once())


def table(title, size, commands, base):
    print(f"\n### {title}\n")
    print("| what | wall s | cpu s | MB/s | peak MiB | time against ours |")
    print("|---|---|---|---|---|---|")
    for timed in commands:
        print(f"| {timed.name} | {timed.wall():.3f} | {timed.cpu():.3f} "
              f"| {size / timed.wall() / 1e6:.0f} | {timed.peak():.0f} "
              f"| {timed.wall() / base.wall():.2f} |")


class Aims:
    """Ratios, each with what it should be at most."""

    def __init__(self):
        self.rows = []

    def ratio(self, name, ours, theirs, most):
        if theirs is not None:
            self.rows.append((name, ours.wall() / theirs, most, ours.peak()))

    def show(self):
        print("\n### Against the aims\n")
        print("| what | ratio | at most | peak MiB | |")
        print("|---|---|---|---|---|")
        for name, ratio, most, peak in self.rows:
            print(f"| {name} | {ratio:.2f} | {most:.2f} | {peak:.0f} "
                  f"| {'met' if ratio <= most else 'missed'} |")


def floor_seconds(output, name):
    """The median of one pass of items_floor."""
    line = next(line for line in output.splitlines() if line.startswith(name))
    return float(line[len(name):].split()[0])


def make_data(build, folder, megabytes):
    whole = folder / "items.jsonl"
    if not whole.exists():
        subprocess.run([build / "bench" / "make_items", folder, str(megabytes)], check=True)
    parts = sorted(folder.glob("part-*.jsonl"))
    packed = []
    for part in parts:
        target = part.with_suffix(".jsonl.gz")
        if not target.exists():
            tool = shutil.which("pigz") or shutil.which("gzip")
            with open(target, "wb") as out:
                subprocess.run([tool, "-6", "-c", part], check=True, stdout=out)
        packed.append(target)
    return whole, parts, packed


def check_answers(ddblint, whole, environment):
    """The same questions must have the same answers."""
    report = json.loads(subprocess.run(
        [ddblint, "profile", whole, "--keys", "pk,sk", "--keys-only", "-f", "json"],
        check=True, capture_output=True).stdout)
    key = report["keys"][0]
    ours = [report["source"]["items"], round(key["distinct"]["estimate"]), key["top"][0]["count"]]
    print(f"ddblint: {ours[0]} items, {ours[1]} keys, hottest {ours[2]}")
    if environment is None:
        return
    lines = subprocess.run(["node", HERE / "duckdb.mjs", "1", whole], check=True, text=True,
                           capture_output=True, env=environment).stdout.splitlines()
    theirs = [int(line) for line in lines[:3]]
    print(f"DuckDB:  {theirs[0]} items, {theirs[1]} keys, hottest {theirs[2]}")
    if ours != theirs:
        sys.exit("the answers differ")


def duckdb_environment():
    if shutil.which("node") is None:
        return None
    for path in os.environ.get("NODE_PATH", "").split(":"):
        module = pathlib.Path(path) / "@duckdb" / "node-api"
        if path and module.exists():
            return dict(os.environ)
    print("DuckDB is left out: no @duckdb/node-api in NODE_PATH")
    return None


def main():
    ddblint, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    megabytes = int(sys.argv[3]) if len(sys.argv) > 3 else 923
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(sys.argv[4] if len(sys.argv) > 4 else temporary)
        folder.mkdir(parents=True, exist_ok=True)
        whole, parts, packed = make_data(build, folder, megabytes)
        measure(ddblint, build, whole, parts, packed)


def measure(ddblint, build, whole, parts, packed):
    size = whole.stat().st_size
    cores = str(os.cpu_count())
    print(f"{size} bytes, {len(parts)} parts, {sum(p.stat().st_size for p in packed)} bytes packed; "
          f"{cores} cores")
    environment = duckdb_environment()
    check_answers(ddblint, whole, environment)
    floors = subprocess.run([build / "bench" / "items_floor", whole, str(RUNS)], check=True, text=True,
                            capture_output=True).stdout
    print(floors)
    aims = Aims()

    def ours(name, files, *more):
        return Timed(f"ddblint, {name}", [ddblint, "profile", *files, "--keys", "pk,sk", *more])

    def duck(name, threads, files):
        if environment is None:
            return []
        return [Timed(f"DuckDB, {name}", ["node", HERE / "duckdb.mjs", threads, *files],
                      environment=environment)]

    one = ours("keys only, 1 core", [whole], "--keys-only", "-j", "1")
    full = ours("every attribute, 1 core", [whole], "-j", "1")
    peer = duck("1 thread", "1", [whole])
    commands = [one, full, Timed("wc -l", ["wc", "-l", whole]), *peer]
    run_in_turn(commands)
    table("One file, one core", size, commands, one)
    aims.ratio("keys only, of the bare simdjson pass over two attributes", one,
               floor_seconds(floors, "simdjson on demand, two attributes"), 1 / 0.7)
    aims.ratio("every attribute, of the bare simdjson pass over every attribute", full,
               floor_seconds(floors, "simdjson on demand, every attribute"), 2)
    aims.ratio("keys only, of DuckDB, one core", one, peer[0].wall() if peer else None, 1 / 4)

    both = ours(f"keys only, {cores} cores", [whole], "--keys-only")
    peer = duck(f"{cores} threads", cores, [whole])
    commands = [both, *peer]
    run_in_turn(commands)
    table("Keys only, one file, all cores", size, commands, both)
    aims.ratio("keys only, of DuckDB, all cores", both, peer[0].wall() if peer else None, 1 / 4)

    for threads in ("1", cores):
        gz = ours(f"keys only, gzip, {threads} cores", packed, "--keys-only", "-j", threads)
        peer = duck(f"gzip, {threads} threads", threads, packed)
        commands = [gz, *peer]
        inflate = Timed("igzip -dc, which is isa-l's inflate", ["igzip", "-dc", *packed])
        if threads == "1" and shutil.which("igzip"):
            commands.append(inflate)
        run_in_turn(commands)
        table(f"Keys only, 8 gzip files, {threads} core(s)", size, commands, gz)
        aims.ratio(f"keys only, gzip, of DuckDB, {threads} core(s)", gz,
                   peer[0].wall() if peer else None, 1 / 4)
        aims.ratio("keys only, gzip, of isa-l's inflate, 1 core", gz,
                   inflate.wall() if inflate.runs else None, 1.7)

    part = parts[0]
    scale = size / part.stat().st_size
    commands = [ours("keys only, 1 core", [part], "--keys-only", "-j", "1")]
    if shutil.which("mawk"):
        commands.append(Timed("mawk, match and count (wrong on nested or escaped keys)",
                              ["mawk", MAWK, part]))
    commands.append(Timed("a loop in Python", [sys.executable, "-c", PYTHON_LOOP, part]))
    if shutil.which("jq"):
        commands.append(Timed("jq, sort, uniq -c", ["sh", "-c", f"jq -r .Item.pk.S '{part}' "
                                                    "| LC_ALL=C sort | uniq -c | sort -rn | head"]))
    run_in_turn(commands, 3)
    for timed in commands:
        timed.scale = scale
    table("For the reader: one eighth of the file, times eight", size, commands, commands[0])
    aims.show()


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Times ddblint against its peers, whole processes, in one run, and prints ratios.

usage: bench/lint.py DDBLINT BUILD_DIR CORPUS

Every pair runs in turn (A B A B ...), after a warm-up; the ratio is that of the medians, with the
smallest and largest ratio of a pair beside it. Peers that are not installed are left out.
"""

import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 31


def once(command, cwd=None):
    begin = time.perf_counter()
    process = subprocess.Popen(command, cwd=cwd, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return time.perf_counter() - begin, usage.ru_maxrss / 1024


def compare(title, ours, peer, aim, runs=RUNS, cwd=None):
    once(ours, cwd)
    once(peer, cwd)
    pairs = [(once(ours, cwd), once(peer, cwd)) for _ in range(runs)]
    a = statistics.median(pair[0][0] for pair in pairs)
    b = statistics.median(pair[1][0] for pair in pairs)
    ratios = sorted(pair[0][0] / pair[1][0] for pair in pairs)
    peak = max(pair[0][1] for pair in pairs)
    print(f"{title}: ddblint {a * 1e3:.2f} ms, peer {b * 1e3:.2f} ms, ratio {a / b:.3f} "
          f"(pairs {ratios[0]:.3f} to {ratios[-1]:.3f}), peak {peak:.0f} MiB; aim {aim}")


def templates(corpus):
    endings = (".yaml", ".yml", ".json")
    wanted = []
    for folder in ("cfn", "sam", "serverless", "cdk", "describe_table", "create_table"):
        wanted += sorted(p for p in (corpus / "files" / folder).rglob("*")
                         if p.is_file() and p.suffix in endings)
    return [str(path) for path in wanted][:200]


def monorepo(build, directory):
    repository = pathlib.Path(directory) / "monorepo"
    subprocess.run([build / "bench" / "make_monorepo", repository], check=True,
                   stdout=subprocess.DEVNULL)
    for command in (["git", "init", "-q"], ["git", "add", "-A"],
                    ["git", "-c", "user.name=bench", "-c", "user.email=bench@example.com",
                     "commit", "-qm", "files"]):
        subprocess.run(command, cwd=repository, check=True)
    return repository


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    build, corpus = pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve()
    files = templates(corpus)
    size = sum(os.path.getsize(path) for path in files)
    print(f"{len(files)} templates, {size} bytes; {RUNS} pairs each; {os.cpu_count()} cores")
    check = [program, "check", "--no-config", "-f", "concise"]
    compare("templates against cat", check + files, ["cat", *files], "at most 5")
    compare("templates on one thread against cat", check + ["-j", "1"] + files, ["cat", *files],
            "at most 5")
    compare("one file against an empty static program", check + files[:1],
            [str(build / "bench" / "empty_program")], "at most 1.4", runs=201)
    if shutil.which("cfn-lint"):
        own = [path for path in files if "/cfn/" in path or "/sam/" in path]
        compare("templates against cfn-lint", check + own, ["cfn-lint", *own], "at most 0.00143",
                runs=2)
    with tempfile.TemporaryDirectory() as directory:
        repository = monorepo(build, directory)
        compare("monorepo against git grep", check + ["."],
                ["git", "grep", "-l", "AWS::DynamoDB"], "at most 1", cwd=repository)


if __name__ == "__main__":
    main()

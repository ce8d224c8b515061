#!/usr/bin/env python3
"""What ddblint reads out of CSV against what Python's csv module reads: random files with quotes,
line ends and delimiters in every place.

usage: compare_csv.py DATA_DUMP [CASES [SEED]]
"""

import csv
import io
import json
import random
import subprocess
import sys

DELIMITERS = ",;:|\t "
# No NUL, which is no text, and no carriage return alone, which Python takes for a line end.
LETTERS = ["a", "B", "7", "é", "\U0001f600", ".", "-", "'", "\\"]


def field(rng, delimiter):
    """One field as a careful or a careless program writes it."""
    kind = rng.random()
    letters = LETTERS + ([" "] if delimiter != " " else [])
    plain = "".join(rng.choice(letters) for _ in range(rng.randrange(6)))
    if kind < 0.5:
        return plain
    if kind < 0.6:  # a quote that opens nothing
        return "x" + plain + '"' + plain
    inside = "".join(
        rng.choice(letters + ['""', "\n", "\r\n", delimiter]) for _ in range(rng.randrange(8))
    )
    behind = plain + rng.choice(["", '"']) if rng.random() < 0.1 else ""
    return '"' + inside + '"' + behind.lstrip('"')


def file(rng):
    delimiter = rng.choice(DELIMITERS)
    width = rng.randrange(1, 6)
    end = rng.choice(["\n", "\r\n"])
    names = [f"n{i}" + rng.choice(["", "é", "x" * 9]) for i in range(width)]
    header = [f'"{name}"' if rng.random() < 0.3 else name for name in names]
    rows = [header]
    for _ in range(rng.randrange(1, 12)):
        count = width if rng.random() < 0.9 else rng.randrange(1, width + 2)
        rows.append([field(rng, delimiter) for _ in range(count)])
    text = end.join(delimiter.join(row) for row in rows) + (end if rng.random() < 0.8 else "")
    return delimiter, text


def expected(delimiter, text):
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
    rows = [row for row in reader if row]
    header, items, bad = rows[0], [], 0
    for row in rows[1:]:
        if len(row) > len(header):
            bad += 1
        else:
            items.append([[name, value] for name, value in zip(header, row) if value])
    return items, bad


def main():
    program, *rest = sys.argv[1:]
    cases, seed = [int(word) for word in rest + ["5000", "1"][len(rest) :]]
    rng = random.Random(seed)
    files = [file(rng) for _ in range(cases)]
    questions = []
    for delimiter, text in files:
        question = ("c" + delimiter + text).encode()
        questions.append(b"%d\n%s" % (len(question), question))
    run = subprocess.run([program], input=b"".join(questions), stdout=subprocess.PIPE, check=True)
    answers = run.stdout.decode().splitlines()
    assert len(answers) == cases, f"{len(answers)} answers"
    different = items = 0
    for (delimiter, text), line in zip(files, answers):
        ours = json.loads(line)
        theirs = expected(delimiter, text)
        items += len(theirs[0])
        if ([[pair[:3:2] for pair in item] for item in ours["items"]], len(ours["bad"])) == theirs:
            continue
        different += 1
        if different <= 5:
            print(f"{delimiter!r} {text!r}\n  ours   {ours}\n  theirs {theirs}")
    print(f"{cases} CSV files, {items} items compared with Python's csv, {different} differ")
    return 1 if different or not items else 0


if __name__ == "__main__":
    sys.exit(main())

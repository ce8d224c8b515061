#!/usr/bin/env python3
"""Holds the precision of suspicions on a corpus of real definitions.

usage: corpus_verdicts.py DDBLINT CORPUS [VERDICTS]

Every 1xx and 2xx finding with evidence `suspected` was judged by hand: would a DynamoDB expert stand
behind it? VERDICTS (testdata/verdicts/corpus.tsv) keeps the answers. Fails when a suspicion has no
verdict, when a verdict has no suspicion any more, or when fewer than 95 % of them stand.
"""

import json
import pathlib
import subprocess
import sys

REQUIRED = 0.95


def suspicions(program, corpus):
    ids = {}
    for line in (corpus / "manifest.jsonl").read_text().splitlines():
        record = json.loads(line)
        ids[(corpus / record["file"]).resolve()] = record["id"]
    process = subprocess.run([program, "check", "-f", "json", "--no-config",
                              "--no-error-on-unmatched", *map(str, ids)],
                             capture_output=True, text=True, check=False)
    found = set()
    for finding in json.loads(process.stdout)["findings"]:
        if finding["evidence"] == "suspected" and finding["code"][3] in "12":
            file_id = ids[pathlib.Path(finding["location"]["path"]).resolve()]
            found.add((file_id, finding["table"], finding["code"], finding["index"] or "-",
                       finding["attribute"] or "-"))
    return found


def main():
    program, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    project = pathlib.Path(__file__).resolve().parents[2]
    path = sys.argv[3] if len(sys.argv) > 3 else project / "testdata/verdicts/corpus.tsv"
    verdicts = {}
    for line in pathlib.Path(path).read_text().splitlines():
        if line and not line.startswith("#"):
            *key, verdict, _reason = line.split("\t")
            verdicts[tuple(key)] = verdict
    found = suspicions(program, corpus)
    for key in sorted(found - verdicts.keys()):
        print("no verdict:", "\t".join(key))
    for key in sorted(verdicts.keys() - found):
        print("no longer found:", "\t".join(key))
    stand = sum(verdicts.get(key) == "stands" for key in found)
    share = stand / len(found) if found else 1.0
    print(f"{len(found)} suspicions, {stand} stand: {share:.1%} (at least {REQUIRED:.0%})")
    sys.exit(0 if found == verdicts.keys() and share >= REQUIRED else 1)


if __name__ == "__main__":
    main()

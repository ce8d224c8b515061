#!/usr/bin/env python3
"""What ddblint reads out of text Ion against what Amazon's own reader reads (amazon.ion): random
exports in every spelling that the text form has, and sizes by DynamoDB's rules.

usage: compare_ion.py DATA_DUMP [CASES [SEED]]
"""

import base64
import json
import random
import subprocess
import sys
from decimal import Decimal

from amazon.ion import simpleion
from amazon.ion.core import IonType

LETTERS = list("abZ09 _-.:,{}[]()/*$") + ["é", "\U0001f600", "'", '"', "\\", "\n", "\t"]
SHORT = {"\n": "\\n", "\t": "\\t", '"': '\\"', "'": "\\'", "\\": "\\\\"}


def escaped(rng, letter, quote):
    if letter in "\n\\" or letter == quote or rng.random() < 0.05:
        code = ord(letter)
        forms = [SHORT[letter]] if letter in SHORT else []
        if code < 0x100:
            forms.append(f"\\x{code:02x}")
        if code < 0x10000:
            forms.append(f"\\u{code:04X}")
        forms.append(f"\\U{code:08x}")
        return rng.choice(forms)
    return letter


def text_of(rng, letters):
    kind = rng.random()
    if kind < 0.8:
        return '"' + "".join(escaped(rng, letter, '"') for letter in letters) + '"'
    cut = rng.randrange(len(letters) + 1)
    parts = [letters[:cut], letters[cut:]]
    # A long string has every quote and line end as it is, but for three quotes.
    long = ["".join("\\'" if c == "'" else "\\\\" if c == "\\" else c for c in part) for part in parts]
    return blanks(rng).join(f"'''{part}'''" for part in long)


def blanks(rng):
    return rng.choice(["", "", "", " ", "\n", "\t ", " /* , } */ ", " // ]\n"])


def letters(rng):
    return [rng.choice(LETTERS) for _ in range(rng.randrange(9))]


def number(rng):
    whole = str(rng.randrange(10 ** rng.randrange(1, 20)))
    sign = rng.choice(["", "", "-"])
    kind = rng.random()
    if kind < 0.5:
        return sign + whole + "."
    if kind < 0.7:
        return sign + whole + "." + str(rng.randrange(10**6)) + rng.choice(["", "d-3", "D7", "d0"])
    if kind < 0.9:
        if len(whole) > 3 and rng.random() < 0.3:
            whole = whole[:2] + "_" + whole[2:]
        return sign + whole
    return sign + rng.choice([hex, bin])(int(whole))


def blob(rng):
    return "{{" + blanks_only(rng) + base64.b64encode(rng.randbytes(rng.randrange(1, 9))).decode() + blanks_only(rng) + "}}"


def blanks_only(rng):
    return rng.choice(["", " ", "\n"])


def joined(rng, parts, comma=True):
    text = ""
    for i, part in enumerate(parts):
        last = i + 1 == len(parts)
        text += blanks(rng) + part + blanks(rng) + ("," if not last or rng.random() < 0.1 else "")
    return text


def a_set(rng):
    kind, make = rng.choice(
        [("SS", lambda: text_of(rng, letters(rng))), ("NS", lambda: number(rng)), ("BS", lambda: blob(rng))]
    )
    return f"$dynamodb_{kind}::[" + joined(rng, [make() for _ in range(rng.randrange(1, 4))]) + "]"


def value(rng, depth=0):
    kind = rng.random()
    if kind < 0.35:
        return text_of(rng, letters(rng))
    if kind < 0.55:
        return number(rng)
    if kind < 0.65:
        return blob(rng)
    if kind < 0.75:
        return rng.choice(["true", "false", "null", "null.string", "null.null"])
    if kind < 0.85 or depth > 3:
        return a_set(rng)
    if kind < 0.93:
        return "[" + joined(rng, [value(rng, depth + 1) for _ in range(rng.randrange(4))]) + "]"
    return struct(rng, depth + 1)


def name(rng, i):
    plain = rng.choice(["a", "_b", "$c", "Item", "trueish"]) + str(i)
    kind = rng.random()
    if kind < 0.5:
        return plain
    odd = [str(i), *letters(rng)]
    if kind < 0.7:
        return "'" + "".join(escaped(rng, letter, "'") for letter in odd) + "'"
    return '"' + "".join(escaped(rng, letter, '"') for letter in odd) + '"'


def struct(rng, depth=0):
    fields = []
    for i in range(rng.randrange(1 if depth == 0 else 0, 6)):
        fields.append(name(rng, i) + blanks(rng) + ":" + blanks(rng) + value(rng, depth))
    return "{" + joined(rng, fields) + "}"


def file(rng):
    lines = []
    for _ in range(rng.randrange(1, 6)):
        lines.append(f"$ion_1_0{blanks(rng)} {{{blanks(rng)}Item{blanks(rng)}:{struct(rng)}}}")
    return "\n".join(lines) + "\n"


def size_of_number(text):
    """The size that DynamoDB gives a number: a byte for two digits, one more, one for a minus."""
    sign, digits, _ = Decimal(text).as_tuple()
    digits = "".join(map(str, digits)).strip("0")
    return min(21, (len(digits) + 1) // 2 + 1 + sign) if digits else 1


def plain_number(item):
    return str(item) if isinstance(item, int) else str(Decimal(item))


def read(item):
    """Type, value and size by DynamoDB's rules."""
    annotations = [annotation.text for annotation in getattr(item, "ion_annotations", ())]
    kind = getattr(item, "ion_type", None)
    if item is None or kind == IonType.NULL or type(item).__name__ == "IonPyNull":
        return "NULL", "", 1
    if annotations and annotations[-1].startswith("$dynamodb_"):
        return annotations[-1][len("$dynamodb_") :], "", sum(read(each)[2] for each in item)
    if kind == IonType.BOOL or isinstance(item, bool):
        return "BOOL", "true" if item else "false", 1
    if kind in (IonType.INT, IonType.DECIMAL):
        text = plain_number(item)
        return "N", Decimal(text), size_of_number(text)
    if kind == IonType.STRING or isinstance(item, str):
        return "S", str(item), len(str(item).encode())
    if kind == IonType.BLOB or isinstance(item, bytes):
        return "B", bytes(item), len(bytes(item))
    if kind == IonType.LIST or isinstance(item, list):
        return "L", "", 3 + sum(1 + read(each)[2] for each in item)
    fields = [(key, each) for key, each in item.items()]
    return "M", "", 3 + sum(1 + len(key.encode()) + read(each)[2] for key, each in fields)


def in_their_words(kind, text, size):
    if kind == "N":
        return kind, Decimal(text), size
    if kind == "B":
        return kind, base64.b64decode(text), size
    return kind, text, size


def main():
    program, *rest = sys.argv[1:]
    cases, seed = [int(word) for word in rest + ["2000", "1"][len(rest) :]]
    rng = random.Random(seed)
    files = [file(rng) for _ in range(cases)]
    questions = []
    for text in files:
        question = ("i" + text).encode()
        questions.append(b"%d\n%s" % (len(question), question))
    run = subprocess.run([program], input=b"".join(questions), stdout=subprocess.PIPE, check=True)
    answers = run.stdout.decode().splitlines()
    assert len(answers) == cases, f"{len(answers)} answers"
    different = items = 0
    for text, line in zip(files, answers):
        ours = json.loads(line)
        theirs = [
            {key: read(each) for key, each in record["Item"].items()}
            for record in simpleion.loads(text, single_value=False)
        ]
        items += len(theirs)
        mine = [{one[0]: in_their_words(*one[1:]) for one in item} for item in ours["items"]]
        if mine == theirs and not ours["bad"]:
            continue
        different += 1
        if different <= 5:
            print(f"{text}\n  ours   {mine} {ours['bad']}\n  theirs {theirs}")
    print(f"{cases} Ion files, {items} items compared with amazon.ion, {different} differ")
    return 1 if different or not items else 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
"""Writes the data of the worked examples: the same bytes on every run.

    testdata/seeds/generate.py
"""

import functools
import gzip
import json
import random
from datetime import datetime, timedelta
from pathlib import Path

HERE = Path(__file__).parent


def typed(value):
    return {"N": str(value)} if isinstance(value, (int, float)) else {"S": value}


def write(path, items):
    lines = "".join(
        json.dumps({"Item": {name: typed(value) for name, value in item.items()}}) + "\n"
        for item in items
    )
    (HERE / path).parent.mkdir(parents=True, exist_ok=True)
    # Without a time in the header, equal data are equal files.
    (HERE / path).write_bytes(gzip.compress(lines.encode(), 9, mtime=0))


def orders(rng):
    """Rows of a table whose key was a sequence; a customer orders a few times."""
    start = datetime(2026, 9, 1)
    for number in range(4000):
        customer = f"c-{rng.randrange(1200):05}"
        when = start + timedelta(seconds=number * 1300 + rng.randrange(900))
        yield {
            "transaction_id": 1111111 + number,
            "order_id": f"{customer}-{rng.randrange(10**8):08}",
            "customer_id": customer,
            "product_id": f"p-{rng.randrange(400):04}",
            "country_code": rng.choice(["DE", "FR", "IT", "ES", "PL"]),
            "order_date": when.strftime("%Y-%m-%dT%H:%M:%S"),
            "total": rng.randrange(500, 90000) / 100,
        }


def invoices(rng):
    """Two invoices of thousands of transactions among hundreds of ten; all with a suffix 1 to 10."""
    sizes = [6000, 5200] + [rng.randrange(5, 15) for _ in range(400)]
    rows = []
    for number, size in enumerate(sizes):
        for transaction in range(size):
            day = 1 + rng.randrange(28)
            rows.append(
                {
                    "invoice": f"{121212 + number}-{rng.randint(1, 10)}",
                    "client_transaction": f"client{number}#t{transaction:06}",
                    "invoice_date": f"2026-10-{day:02}",
                    "amount": rng.randrange(100, 99999),
                }
            )
    rng.shuffle(rows)
    return rows


def daily(rng):
    """Orders of three days under DATE.N; N is the product of the order id's code points mod 200, + 1."""
    rows = []
    for day in range(9, 12):
        for number in range(3000):
            order = f"ORD-{100000 * day + number:07}"
            product = functools.reduce(lambda a, b: a * b, map(ord, order), 1)
            rows.append(
                {
                    "day": f"2026-07-{day:02}.{product % 200 + 1}",
                    "order_id": order,
                    "amount": rng.randrange(100, 99999),
                }
            )
    rng.shuffle(rows)
    return rows


def devices(rng):
    """Readings in the order of time; nine of ten come from one type of device."""
    start = datetime(2026, 11, 20)
    kinds = ["temperature_sensor"] * 18 + ["humidity_sensor", "pressure_sensor"]
    for number in range(6000):
        yield {
            "device_type": rng.choice(kinds),
            "taken_at": (start + timedelta(milliseconds=number * 731)).isoformat(timespec="milliseconds"),
            "device_id": f"device_{rng.randrange(2000):04}",
            "value": rng.randrange(1800, 2600) / 100,
        }


def leaderboard(rng):
    """Scores of three games, each under GAME#shard_N with N from 0 to 9."""
    for number in range(6000):
        game = rng.choices(["chess", "go", "poker"], [90, 6, 4])[0]
        yield {
            "pk": f"game_{game}#shard_{rng.randrange(10)}",
            "user_id": f"user_{number:05}",
            "score": rng.randrange(10000),
        }


def messages(rng):
    """A load file: all messages of one user, then all of the next."""
    for user in range(1, 61):
        for message in range(1, rng.randrange(100, 200)):
            yield {
                "user_id": f"U{user}",
                "message_id": message,
                "text": "x" * rng.randrange(20, 200),
            }


def pets(rng):
    """Animals by kind: as many keys as there are kinds."""
    kinds = ["Dog"] * 9 + ["Cat"] * 8 + ["Bird"] * 2 + ["Fish", "Lizard", "Turtle", "Hamster"]
    rows = [
        {"animal_type": rng.choice(kinds), "name": f"{rng.choice(['Fido', 'Rex', 'Luna', 'Milo', 'Bella'])}-{n:05}"}
        for n in range(3000)
    ]
    rng.shuffle(rows)
    return rows


def main():
    for make in (orders, invoices, daily, devices, leaderboard, messages, pets):
        write(f"{make.__name__}/items.jsonl.gz", make(random.Random(7)))


if __name__ == "__main__":
    main()

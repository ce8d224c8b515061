#!/usr/bin/env python3
"""Times `ddblint check --source-ddl` on big dumps against a bare read, whole processes.

usage: bench/ddl.py DDBLINT [MB=512]

Two dumps are made up: one as pg_dump writes it, with COPY data, and one as mysqldump writes it, with
long INSERT statements; the tables stand before and after the data. Runs in turn (A B A B ...), after a
warm-up that fills the page cache; prints MB/s of the medians and the peak memory.
"""

import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 5

TEMPLATE = """Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions:
        - { AttributeName: order_id, AttributeType: N }
      KeySchema:
        - { AttributeName: order_id, KeyType: HASH }
"""

POSTGRES_HEAD = """--
-- PostgreSQL database dump
--

SET standard_conforming_strings = on;

CREATE TABLE public.orders (
    order_id bigint NOT NULL,
    email text,
    note text
);

COPY public.orders (order_id, email, note) FROM stdin;
"""
POSTGRES_TAIL = """\\.

CREATE SEQUENCE public.orders_order_id_seq;
ALTER TABLE ONLY public.orders ALTER COLUMN order_id SET DEFAULT nextval('public.orders_order_id_seq'::regclass);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (order_id);
"""
MYSQL_HEAD = """-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)
CREATE TABLE `orders` (
  `order_id` bigint NOT NULL,
  `email` varchar(191) DEFAULT NULL,
  `note` text,
  PRIMARY KEY (`order_id`)
) ENGINE=InnoDB;
LOCK TABLES `orders` WRITE;
"""
MYSQL_TAIL = """UNLOCK TABLES;
ALTER TABLE `orders` MODIFY `order_id` bigint NOT NULL AUTO_INCREMENT;
"""


def copy_block():
    return "".join(f"{10 ** 9 + i}\tcustomer{i % 9973}@example.com\tplease leave it at the door \\\\ no. {i}\n"
                   for i in range(20000))


def insert_block():
    rows = ",".join(f"({10 ** 9 + i},'customer{i % 9973}@example.com','don\\'t ring; leave it (at the door) no. {i}')"
                    for i in range(10000))
    return f"INSERT INTO `orders` VALUES {rows};\n"


def write(path, head, block, tail, size):
    with open(path, "w", encoding="ascii") as out:
        out.write(head)
        for _ in range(size // len(block) + 1):
            out.write(block)
        out.write(tail)


def once(command):
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 1):
        sys.exit(f"{command} ended with {process.returncode}")
    return time.perf_counter() - begin, usage.ru_maxrss / 1024


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    size = (int(sys.argv[2]) if len(sys.argv) > 2 else 512) << 20
    with tempfile.TemporaryDirectory() as directory:
        folder = pathlib.Path(directory)
        (folder / "t.yaml").write_text(TEMPLATE)
        write(folder / "pg_dump.sql", POSTGRES_HEAD, copy_block(), POSTGRES_TAIL, size)
        write(folder / "mysqldump.sql", MYSQL_HEAD, insert_block(), MYSQL_TAIL, size)
        for name in ("pg_dump.sql", "mysqldump.sql"):
            dump = str(folder / name)
            commands = {"ddblint": [program, "check", "--no-config", "--select", "DDB102", "--source-ddl",
                                    dump, str(folder / "t.yaml")],
                        "cat": ["cat", dump], "wc -l": ["wc", "-l", dump]}
            found = subprocess.run(commands["ddblint"], capture_output=True, text=True, check=False)
            if "info[DDB102]" not in found.stdout:
                sys.exit(f"{name}: the finding is not there\n{found.stdout}{found.stderr}")
            times = {command: [] for command in commands}
            for _ in range(RUNS):
                for command, words in commands.items():
                    times[command].append(once(words))
            megabytes = os.path.getsize(dump) / 1e6
            for command, runs in times.items():
                seconds = statistics.median(run[0] for run in runs)
                print(f"{name}, {megabytes:.0f} MB, {command}: {megabytes / seconds:.0f} MB/s, "
                      f"{seconds:.2f} s, peak {max(run[1] for run in runs):.0f} MiB")


if __name__ == "__main__":
    main()

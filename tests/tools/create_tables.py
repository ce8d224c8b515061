#!/usr/bin/env python3
"""Creates the tables of testdata on a real endpoint, and reads them back.

usage: create_tables.py DDBLINT LIBRARIES

LIBRARIES holds DynamoDB Local and its dependencies (dynamodb_local.xml); botocore must be there, the
library under the AWS CLI. For every table that is fully known, `ddblint inspect -f create-table` gives
the call, botocore checks its shape and makes it, and what describe-table then says is read by `ddblint
inspect` again: it must be the model that the definition gave, after the service's defaults.

A table that the endpoint refuses must be one that the linter finds a structural error in, or need what
the endpoint does not know. What it takes in silence and does not describe (encryption, warm throughput,
table class) is not compared. Ends with 1 on any difference, and when fewer than FEWEST tables came back.
"""

import collections
import contextlib
import ctypes
import datetime
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import time

import botocore.config
import botocore.exceptions
import botocore.session

TESTDATA = pathlib.Path(__file__).resolve().parents[2] / "testdata"
FEWEST = 450

# Refused for what the linter need not mind: (folder and file, table) -> reason.
EXPLAINED = {
    ("DDB511-no-deletion-protection/clean-describe.json", "orders"): "an abridged description",
    ("DDB602-defined-attribute-not-used/clean-described.json", "orders"): "an abridged description",
    ("DDB611-name-invalid/clean-placeholders.yaml", "Orders"): "a name that another tool fills in",
}


def definitions():
    """Paths to read, each alone: files, and the folders that are Terraform modules."""
    for folder in ("equivalent", "rules", "samples"):
        for path in sorted((TESTDATA / folder).rglob("*")):
            if path.is_dir() and any(path.glob("*.tf")):
                yield path
            elif path.is_file() and path.suffix not in (".out", ".md", ".tf", ".tfvars"):
                yield path


class Linter:
    """The program under test."""

    def __init__(self, program):
        self.program = program

    def run(self, *arguments, text=None):
        process = subprocess.run([self.program, *arguments], input=text, capture_output=True,
                                 text=True, check=False)
        if process.returncode not in (0, 1, 2):
            sys.exit(f"ddblint {' '.join(arguments)} ended with {process.returncode}")
        return process

    def models(self, path):
        """The tables of a definition."""
        return json.loads(self.run("inspect", "--no-config", "-f", "json", str(path)).stdout)["tables"]

    def described(self, text):
        """The one table that describe-table's output holds."""
        return json.loads(self.run("inspect", "--no-config", "-f", "json", "-", text=text).stdout)["tables"][0]

    def inputs(self, path):
        """Calls of CreateTable, and the places of the tables that have none."""
        process = self.run("inspect", "--no-config", "-f", "create-table", str(path))
        inputs = json.loads(process.stdout or "[]")
        left_out = [line.split(": ", 2)[1] for line in process.stderr.splitlines() if " is left out: " in line]
        return (inputs if isinstance(inputs, list) else [inputs]), left_out

    def structural_errors(self, path):
        """Table id to codes of the structural errors that the linter finds."""
        report = json.loads(self.run("check", "--no-config", "-f", "json", "--select", "DDB6", str(path)).stdout)
        found = collections.defaultdict(set)
        for finding in report["findings"]:
            if finding["severity"] == "error":
                found[finding["table"] or ""].add(finding["code"])
        return found


def place_of(table):
    start = table["location"]["start"]
    return f'{table["location"]["path"]}:{start["line"]}:{start["column"]}'


def is_open(value):
    """True when conditions or expressions leave any part of a model open."""
    if isinstance(value, dict):
        return any(key.endswith(("_alternatives", "_expression", "_open")) or is_open(member)
                   for key, member in value.items())
    return isinstance(value, list) and any(map(is_open, value))


def units(block, unset):
    """A block of read and write units; None where it says nothing."""
    if block is None or all(block[kind] in (None, unset) for kind in ("read", "write")):
        return None
    return {kind: None if block[kind] == unset else block[kind] for kind in ("read", "write")}


def comparable(table, name):
    """What must come back of a table, with the service's defaults in it."""
    simple = table["resource_type"] == "AWS::Serverless::SimpleTable"
    default_mode = "PAY_PER_REQUEST" if simple and not table["throughput"] else "PROVISIONED"
    mode = table["billing_mode"] or default_mode
    no_units = 0 if mode == "PAY_PER_REQUEST" else None

    def index(one):
        return {**{key: one[key] for key in ("name", "partition_key", "sort_key", "projection")},
                "non_key_attributes": sorted(one["non_key_attributes"]),
                "throughput": units(one["throughput"], no_units),
                "on_demand_limits": units(one["on_demand_limits"], -1)}

    def by_name(indexes):
        return sorted(map(index, indexes), key=lambda one: one["name"])

    return {"name": table["name"] or name,
            "partition_key": table["partition_key"],
            "sort_key": table["sort_key"],
            "attributes": sorted((one["name"], one["type"]) for one in table["attributes"]),
            "global_indexes": by_name(table["global_indexes"]),
            "local_indexes": by_name(table["local_indexes"]),
            "billing_mode": mode,
            "throughput": units(table["throughput"], no_units),
            "on_demand_limits": units(table["on_demand_limits"], -1),
            "deletion_protection": bool(table["deletion_protection"]),
            "stream_view": table["stream_view"] if table["stream_enabled"] else None}


def not_known_here(table):
    """What a table needs that the endpoint does not know; None when it should know all."""
    indexes = table["global_indexes"]
    if table["vector_indexes"]:
        return "vector indexes"
    if any(len(one["partition_key"]) > 1 or len(one["sort_key"]) > 1 for one in indexes):
        return "index keys of several attributes"
    names = [one["name"] for one in indexes + table["local_indexes"] if one["name"]]
    if len({name.lower() for name in names}) < len(set(names)):
        return "names that differ in case alone"
    return None


@contextlib.contextmanager
def endpoint(libraries):
    """The address of a running endpoint; it ends with the block, and with this process."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    die_with_parent = lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
    with tempfile.TemporaryFile() as log:
        server = subprocess.Popen(
            ["java", f"-Djava.library.path={libraries}", "-cp", f"{libraries}/*",
             "com.amazonaws.services.dynamodbv2.local.main.ServerRunner",
             "-inMemory", "-disableTelemetry", "-port", str(port)],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=die_with_parent)
        try:
            if not answers(port, server):
                log.seek(0)
                sys.exit("the endpoint does not start:\n" + log.read().decode(errors="replace"))
            yield f"http://127.0.0.1:{port}"
        finally:
            server.kill()
            server.wait()


def answers(port, server):
    until = time.monotonic() + 30
    while server.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return True
        except OSError:
            time.sleep(0.05)
    return False


def client_of(address):
    session = botocore.session.Session()
    session.set_credentials("local", "local")
    config = botocore.config.Config(retries={"total_max_attempts": 1}, proxies={})
    return session.create_client("dynamodb", region_name="us-east-1", endpoint_url=address, config=config)


def plain(value):
    """Dates as the CLI prints them."""
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    raise TypeError(type(value))


def create_and_describe(client, call):
    """What describe-table says of a new table, as text."""
    name = call["TableName"]
    client.create_table(**call)
    try:
        client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 0.05, "MaxAttempts": 100})
        description = client.describe_table(TableName=name)
    finally:
        if call.get("DeletionProtectionEnabled"):
            client.update_table(TableName=name, DeletionProtectionEnabled=False)
        client.delete_table(TableName=name)
    description.pop("ResponseMetadata")
    return json.dumps(description, default=plain)


class Run:
    """All tables, and what became of them."""

    def __init__(self, linter, client):
        self.linter, self.client = linter, client
        self.same = 0
        self.not_supported = collections.Counter()
        self.faulty = collections.Counter()
        self.problems = []

    def definition(self, path):
        calls, left_out = self.linter.inputs(path)
        tables = [table for table in self.linter.models(path) if place_of(table) not in left_out]
        if len(tables) != len(calls):
            self.problems.append(f"{path}: {len(tables)} tables, {len(calls)} calls")
            return
        errors = self.linter.structural_errors(path)
        for table, call in zip(tables, calls):
            if not is_open(table):
                self.table(path, table, call, " ".join(sorted(errors[table["id"]])))

    def table(self, path, table, call, errors):
        unknown = not_known_here(table) or EXPLAINED.get(("/".join(path.parts[-2:]), table["id"]))
        try:
            description = create_and_describe(self.client, call)
        except (botocore.exceptions.ClientError, botocore.exceptions.ParamValidationError) as error:
            if unknown:
                self.not_supported[unknown] += 1
            elif errors:
                self.faulty[f"{errors}: refused"] += 1
            else:
                self.problems.append(f"{path} {table['id']}: refused, and no structural error found: {error}")
            return
        if unknown:
            self.not_supported[unknown] += 1
        elif errors:
            self.faulty[f"{errors}: taken"] += 1
        else:
            self.compare(path, comparable(table, call["TableName"]),
                         comparable(self.linter.described(description), None))

    def compare(self, path, created, described):
        different = [key for key, value in created.items() if value != described[key]]
        self.same += not different
        for key in different:
            self.problems.append(f"{path} {created['name']} {key}: created {created[key]}, "
                                 f"described {described[key]}")

    def report(self):
        for problem in self.problems:
            print(problem)
        faulty = ", ".join(f"{what} {count}" for what, count in sorted(self.faulty.items()))
        reasons = ", ".join(f"{what} {count}" for what, count in sorted(self.not_supported.items()))
        print(f"Tables with structural errors: {faulty}")
        print(f"{self.same} tables created and read back, {sum(self.not_supported.values())} not supported ({reasons})")


def main():
    program, libraries = (os.path.abspath(argument) for argument in sys.argv[1:3])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("stopped"))
    with endpoint(libraries) as address:
        run = Run(Linter(program), client_of(address))
        for path in definitions():
            run.definition(path)
    run.report()
    sys.exit(1 if run.problems or run.same < FEWEST else 0)


if __name__ == "__main__":
    main()

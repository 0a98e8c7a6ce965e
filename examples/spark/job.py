"""
A campaign of captures on Spark: data set, SQL over everything, linkage and companions of each room and night.

    python examples/spark/job.py 'campaign/**/*.pcapng' --output night-results --master 'local[2,4]'
    spark-submit --py-files captures.py,digests.py,workbench.py job.py ...

The captures, the output folder and the command have the same path on every executor. docs/how-to/scale.md says what the output holds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shlex
import shutil
import sys
from dataclasses import dataclass, field
from functools import partial

from pyspark.sql import SparkSession

import captures as campaign
import digests
from captures import Capture, Failed
from workbench import Call, File, Workbench

HERE = os.path.dirname(os.path.abspath(__file__))
COMMAND = f"node {shlex.quote(os.path.normpath(os.path.join(HERE, '../../dist/cli/capture-workbench.mjs')))}"
# Night, room (None for all rooms of the night), calls, and the captures that they read.
Group = tuple[str, str | None, list[Call], list[Capture]]
# Captures that one process converts at most: its start takes longer than a short capture.
MOST_IN_BATCH = 8
LINKAGE = {
    "address_columns": {name: name for name in ("advertiser_addr", "scanner_addr", "initiator_addr")},
    "analysis_mode": "both",
    "linkage_window_s": 180,
    "min_observation_count": 25,
    "rpa_rotation_model": "spec_default",
}


@dataclass
class Placed:
    """A capture in the data set, with the night of its first row."""

    capture: Capture
    night: str | None
    files: list[File]


@dataclass
class Outcome:
    """What the job found of the files."""

    placed: list[Placed] = field(default_factory=list)
    failed: list[Failed] = field(default_factory=list)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Decode, query and link a campaign of captures on Spark.")
    parser.add_argument("captures", nargs="+", help="files, folders or glob patterns; the folder of a file names its room")
    parser.add_argument("--output", required=True, help="folder of the results; a job that was stopped goes on in it")
    parser.add_argument("--sql", action="append", help="a statement over all_rows, repeated for several; the two in sql/ by default")
    parser.add_argument("--night-begins", type=int, default=12, help="hour in UTC at which a night begins; 12 by default")
    parser.add_argument("--engine", default="auto", help="query engine of the command line; auto by default")
    parser.add_argument("--command", default=COMMAND, help="how executors start the command line")
    parser.add_argument("--master", help="address of Spark; local[*,4] where spark-submit gives none")
    return parser.parse_args()


def session_of(master: str | None) -> SparkSession:
    builder = SparkSession.builder.appName("captures")
    if master is not None or "PYSPARK_GATEWAY_PORT" not in os.environ:
        builder = builder.master(master or "local[*,4]")
    # Names of captures and hours stay texts; times are in UTC in every process.
    builder = builder.config("spark.sql.sources.partitionColumnTypeInference.enabled", "false")
    builder = builder.config("spark.sql.session.timeZone", "UTC").config("spark.executorEnv.TZ", "UTC")
    session = builder.getOrCreate()
    for name in ("captures.py", "digests.py", "workbench.py"):
        session.sparkContext.addPyFile(os.path.join(HERE, name))
    return session


def prepare(workbench: Workbench, found: list[Capture]) -> None:
    """Folders of the output, and a link to each capture under its capture_id."""
    for name in ("captures", "records", "results", "set/rows", "work"):
        os.makedirs(workbench.path(name), exist_ok=True)
    version, path = workbench.version(), workbench.path("version.txt")
    if not os.path.exists(path):
        write(path, version)
    with open(path, encoding="utf-8") as file:
        if (other := file.read()) != version:
            raise SystemExit(f"{workbench.folder} holds results of build {other}, this is {version}; name another --output")
    for capture in found:
        link = workbench.link(capture)
        if not os.path.exists(link):
            if os.path.islink(link):
                os.remove(link)
            os.symlink(capture.paths[0], link)


def decode(spark: SparkSession, workbench: Workbench, patterns: list[str], begins: int) -> Outcome:
    """Hashes and converts the captures in the executors."""
    context = spark.sparkContext
    files = campaign.files_of(patterns)
    hashed = context.parallelize(files, max(1, len(files) // MOST_IN_BATCH)).map(campaign.hashed).collect()
    found, failed = campaign.distinct(hashed)
    prepare(workbench, found)
    size = max(1, min(MOST_IN_BATCH, -(-len(found) // context.defaultParallelism)))
    batches = [found[at : at + size] for at in range(0, len(found), size)]
    records = context.parallelize(batches, max(1, len(batches))).flatMap(workbench.convert).collect()
    outcome = Outcome(failed=failed)
    by_id = {capture.capture_id: capture for capture in found}
    for record in records:
        capture = by_id[record["capture_id"]]
        if record["error"] is not None:
            outcome.failed.append(Failed(capture.paths, record["error"]))
            continue
        hours = [file["path"].split("/")[2].partition("=")[2] for file in record["files"]]
        outcome.placed.append(Placed(capture, campaign.night_of(hours, begins), record["files"]))
    return outcome


def answers(spark: SparkSession, workbench: Workbench, placed: list[Placed], statements: list[str]) -> dict[str, dict[str, object]]:
    """Runs each statement over the rows of these captures, writes the answer as Parquet, and digests what was written."""
    rows = workbench.path("set", "rows")
    folders = [os.path.join(rows, f"capture_id={each.capture.capture_id}") for each in placed if each.files]
    if not folders:
        return {}
    spark.read.option("basePath", rows).option("mergeSchema", "true").parquet(*folders).createOrReplaceTempView("all_rows")
    found: dict[str, dict[str, object]] = {}
    for path in statements:
        name = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8") as file:
            answer = spark.sql(file.read())
        written = workbench.path("answers", name)
        answer.write.mode("overwrite").parquet(written)
        found[name] = digests.digest(spark.read.parquet(written).rdd.mapPartitions(digests.partial).collect())
    return found


def call(tool: str, version: str, group: str, captures: list[Capture], values: dict[str, object]) -> Call:
    return {
        "tool_name": tool,
        "tool_version": version,
        # Ids of a list of calls differ, and hold no other characters than these.
        "request_id": f"{tool}.{hashlib.sha256(group.encode()).hexdigest()[:16]}",
        "timeout_ms": 600_000,
        "capture_selection": {"capture_ids": [capture.capture_id for capture in captures]},
        "arguments": values,
    }


def groups_of(placed: list[Placed]) -> list[Group]:
    """
    Calls with the captures they read: linkage and companions of each room and night, and for each night of several rooms what went from
    room to room.
    """
    nights: dict[str, dict[str, list[Capture]]] = {}
    for each in placed:
        if each.night is not None:
            nights.setdefault(each.night, {}).setdefault(each.capture.room, []).append(each.capture)
    groups: list[Group] = []
    for night, rooms in sorted(nights.items()):
        for room, members in sorted(rooms.items()):
            linkage = call("bluetooth_address_analyzer", "1.4.0", f"{night}/{room}", members, LINKAGE)
            groups.append((night, room, [linkage, call("companion_analyzer", "1.1.0", f"{night}/{room}", members, {})], members))
        if len(rooms) > 1:
            everywhere = [capture for _, members in sorted(rooms.items()) for capture in members]
            places = [{"name": capture.room, "capture_id": capture.capture_id} for capture in everywhere]
            groups.append((night, None, [call("companion_analyzer", "1.1.0", night, everywhere, {"places": places})], everywhere))
    return groups


def run_group(workbench: Workbench, group: Group) -> list[dict[str, object]]:
    night, room, calls, members = group
    return [{"night": night, "room": room, **result} for result in workbench.calls(calls, members)]


def data_set(placed: list[Placed]) -> dict[str, object]:
    """Rows, files and digest of the data set: SHA-256 over the sorted paths and digests of its files."""
    files = sorted((file for each in placed for file in each.files), key=lambda file: file["path"])
    lines = "".join(f"{file['sha256']}  {file['path']}\n" for file in files)
    return {"rows": sum(file["rows"] for file in files), "files": len(files), "digest": hashlib.sha256(lines.encode()).hexdigest()}


def write(path: str, value: object) -> None:
    """A complete file or none; texts as they are, anything else as JSON."""
    with open(f"{path}.part", "w", encoding="utf-8") as file:
        file.write(value if isinstance(value, str) else json.dumps(value, indent=2) + "\n")
    os.replace(f"{path}.part", path)


def main() -> int:
    given = arguments()
    os.environ.update(TZ="UTC", PYSPARK_PYTHON=os.environ.get("PYSPARK_PYTHON", sys.executable))
    statements = given.sql or sorted(os.path.join(HERE, "sql", name) for name in os.listdir(os.path.join(HERE, "sql")))
    workbench = Workbench(tuple(shlex.split(given.command)), os.path.abspath(given.output), given.engine)
    spark = session_of(given.master)
    outcome = decode(spark, workbench, given.captures, given.night_begins)
    placed = outcome.placed
    found = answers(spark, workbench, placed, statements)
    groups = groups_of(placed)
    tasks = spark.sparkContext.parallelize(groups, max(1, len(groups)))
    results = tasks.flatMap(partial(run_group, workbench)).collect()
    spark.stop()
    listed = [
        {"capture_id": each.capture.capture_id, "room": each.capture.room, "night": each.night, "paths": each.capture.paths} for each in placed
    ]
    write(workbench.path("captures.json"), {"captures": listed, "left_out": [each.listed() for each in outcome.failed]})
    write(workbench.path("calls.json"), [each["call"] for each in results])
    write(workbench.path("results.json"), {"data_set": data_set(placed), "answers": found, "calls": results})
    shutil.rmtree(workbench.path("work"))
    for each in outcome.failed:
        print(f"left out: {', '.join(each.paths)}: {each.error}", file=sys.stderr)
    copies = sum(len(each.capture.paths) - 1 for each in placed)
    print(f"{len(placed)} captures, {copies} copies of them, {len(outcome.failed)} left out; {len(results)} calls in {workbench.folder}")
    return 0 if placed else 3


if __name__ == "__main__":
    sys.exit(main())

"""Runs the statements of a partitioned set, then queries, in Spark or in ClickHouse (chdb), and prints every answer as JSON.

read_set.py ENGINE FOLDER REQUESTS ANSWERS
  ENGINE    spark or clickhouse
  FOLDER    the partitioned set; its ENGINE.sql is executed first
  REQUESTS  JSON: a list of {"sql": "...", "digest": true or false}
  ANSWERS   is written: JSON lines, one for each request, {"types": [...], "rows": [...]}, for a digest {"types": [...], "rows": number of rows,
            "sha256": "..."} of the sorted rows, or {"error": "..."}

Integers, decimals, truth values and times are texts, floating-point numbers are numbers, in a digest their bits, bytes are hexadecimal digits.
"""

import datetime
import decimal
import hashlib
import json
import math
import os
import re
import struct
import sys
import tempfile

EPOCH = datetime.datetime(1970, 1, 1)


def cell(value):
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, decimal.Decimal)):
        return str(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, (bytes, bytearray)):
        return value.hex()
    if isinstance(value, datetime.datetime):
        return str((value - EPOCH) // datetime.timedelta(microseconds=1))
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, list):
        return [cell(item) for item in value]
    raise TypeError(f"no text for {type(value)}")


def digest(rows):
    def exact(value):
        return struct.pack(">d", value).hex() if isinstance(value, float) else value

    lines = sorted(json.dumps([exact(value) for value in row], ensure_ascii=False, separators=(",", ":")).encode() for row in rows)
    return hashlib.sha256(b"\n".join(lines)).hexdigest()


def statements(path):
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"^--.*$", "", file.read(), flags=re.M)
    return [each for each in re.split(r";\s*$", text, flags=re.M) if each.strip()]


def spark(folder):
    from pyspark.sql import SparkSession

    work = tempfile.mkdtemp()
    session = (
        SparkSession.builder.master("local[2]")
        .config("spark.ui.enabled", "false")
        .config("spark.driver.host", "127.0.0.1")
        .config("spark.sql.session.timeZone", "UTC")
        .config("spark.sql.shuffle.partitions", "2")
        .config("spark.sql.warehouse.dir", os.path.join(work, "warehouse"))
        .config("spark.driver.extraJavaOptions", f"-Duser.timezone=UTC -Dderby.system.home={work}")
        .config("spark.log.level", "ERROR")
        .enableHiveSupport()
        .getOrCreate()
    )
    # What --hivevar does.
    session.conf.set("folder", folder)
    for statement in statements(os.path.join(folder, "spark.sql")):
        session.sql(statement)

    def ask(query):
        found = session.sql(query)
        types = [kind for _, kind in found.dtypes]
        return types, [[cell(value) for value in row] for row in found.collect()]

    return ask


# NULL where an aggregate or a join finds nothing, and a cast of NULL, as the SQL standard has it.
CLICKHOUSE = (
    "join_use_nulls = 1, cast_keep_nullable = 1, aggregate_functions_null_for_empty = 1, prefer_column_name_to_alias = 1, "
    "output_format_json_quote_denormals = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1"
)


def clickhouse(folder):
    from chdb.session import Session

    os.chdir(folder)
    session = Session(tempfile.mkdtemp())
    for statement in statements("clickhouse.sql"):
        session.query(statement)

    def own(kind, value):
        plain = re.sub(r"^Nullable\((.*)\)$", r"\1", kind)
        if value is None or plain.startswith(("String", "Date", "Array")):
            return value
        if plain.startswith("Float"):
            return float(value) if not isinstance(value, str) else value.replace("-nan", "nan")
        return cell(value)

    def ask(query):
        text = session.query(f"{query} SETTINGS {CLICKHOUSE}", "JSONCompactEachRowWithNamesAndTypes").bytes().decode("utf-8")
        lines = [json.loads(line) for line in text.splitlines()]
        if not lines:
            return [], []
        types = lines[1]
        return types, [[own(kind, value) for kind, value in zip(types, row)] for row in lines[2:]]

    return ask


def main():
    engine, folder, requests, answers = sys.argv[1:]
    os.environ["TZ"] = "UTC"
    # Spark starts its Python workers with this interpreter.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    with open(requests, encoding="utf-8") as file:
        queries = json.load(file)
    ask = {"spark": spark, "clickhouse": clickhouse}[engine](folder)
    with open(answers, "w", encoding="utf-8") as file:
        for query in queries:
            try:
                types, rows = ask(query["sql"])
                answer = {"types": types, "rows": rows}
                if query["digest"]:
                    answer = {"types": types, "rows": len(rows), "sha256": digest(rows)}
            except Exception as error:  # The test shows it.
                answer = {"error": str(error).split("\nJVM")[0][:600]}
            file.write(json.dumps(answer) + "\n")


main()

"""Runs the statements of partitioned sets, and queries over each, in Spark, Trino or ClickHouse (chdb), and prints every answer as JSON.

read_set.py ENGINE REQUESTS ANSWERS
  ENGINE    spark, trino or clickhouse; one session reads all sets
  REQUESTS  JSON: a list of {"folder": "...", "requests": [{"sql": "...", "digest": true or false}]}; the folder's ENGINE.sql is executed first
  ANSWERS   is written: JSON lines, one for each request, {"types": [...], "rows": [...]}, for a digest {"types": [...], "rows": number of rows,
            "digest": "..."}, or {"error": "..."}; cells and digest are those of examples/spark/digests.py
"""

import json
import os
import re
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/spark"))
import digests  # noqa: E402


def read_text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def statements(text):
    text = re.sub(r"^--.*$", "", text, flags=re.M)
    return [each for each in re.split(r";\s*$", text, flags=re.M) if each.strip()]


def spark():
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

    def read(folder):
        # What --hivevar does.
        session.conf.set("folder", folder)
        for statement in statements(read_text(os.path.join(folder, "spark.sql"))):
            session.sql(statement)

    def ask(query):
        found = session.sql(query)
        types = [kind for _, kind in found.dtypes]
        return types, [[digests.cell(value) for value in row] for row in found.collect()]

    return read, ask


def trino():
    import trino_server

    work = tempfile.mkdtemp()
    connection = trino_server.connect(work)

    def read(folder):
        text = read_text(os.path.join(folder, "trino.sql"))
        # What the first comment of the file tells its user to do.
        text = text.replace("s3://bucket/captures", f"local://{work}/captures").replace("s3://bucket/path/to/this/folder", f"local://{folder}")
        for statement in statements(text):
            connection.cursor().execute(statement).fetchall()

    def ask(query):
        cursor = connection.cursor().execute(query)
        rows = [[digests.cell(value) for value in row] for row in cursor.fetchall()]
        return [column.type_code.replace(", ", ",") for column in cursor.description], rows

    return read, ask


# NULL where an aggregate or a join finds nothing, and a cast of NULL, as the SQL standard has it.
CLICKHOUSE = (
    "join_use_nulls = 1, cast_keep_nullable = 1, aggregate_functions_null_for_empty = 1, prefer_column_name_to_alias = 1, "
    "output_format_json_quote_denormals = 1, output_format_json_quote_64bit_integers = 1, output_format_json_quote_decimals = 1"
)


def clickhouse():
    from chdb.session import Session

    session = Session(tempfile.mkdtemp())

    def read(folder):
        os.chdir(folder)
        for statement in statements(read_text("clickhouse.sql")):
            session.query(statement)

    def own(kind, value):
        plain = re.sub(r"^Nullable\((.*)\)$", r"\1", kind)
        if value is None or plain.startswith(("String", "Date", "Array")):
            return value
        if plain.startswith("Float"):
            return float(value) if not isinstance(value, str) else value.replace("-nan", "nan")
        return digests.cell(value)

    def ask(query):
        text = session.query(f"{query} SETTINGS {CLICKHOUSE}", "JSONCompactEachRowWithNamesAndTypes").bytes().decode("utf-8")
        lines = [json.loads(line) for line in text.splitlines()]
        if not lines:
            return [], []
        types = lines[1]
        return types, [[own(kind, value) for kind, value in zip(types, row)] for row in lines[2:]]

    return read, ask


def main():
    engine, requests, answers = sys.argv[1:]
    os.environ["TZ"] = "UTC"
    # Spark starts its Python workers with this interpreter.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    with open(requests, encoding="utf-8") as file:
        sets = json.load(file)
    read, ask = {"spark": spark, "trino": trino, "clickhouse": clickhouse}[engine]()
    with open(answers, "w", encoding="utf-8") as file:
        for each in sets:
            read(each["folder"])
            for query in each["requests"]:
                file.write(json.dumps(answer_of(ask, query)) + "\n")


def answer_of(ask, query):
    try:
        types, rows = ask(query["sql"])
        return {"types": types, **(digests.digest(digests.partial(rows)) if query["digest"] else {"rows": rows})}
    except Exception as error:  # The test shows it.
        return {"error": str(error).split("\nJVM")[0][:600]}


main()

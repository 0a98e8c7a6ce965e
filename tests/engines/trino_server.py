"""A Trino server of this machine alone, over the files of this machine, for as long as the calling process runs."""

from __future__ import annotations

import atexit
import glob
import os
import re
import signal
import socket
import subprocess
import sys
import time

import trino

RELEASE = "476"
SERVER = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), f"../../.cache/trino-{RELEASE}"))
# What this release of the server needs.
JAVA = 24
START_S = 300


def java() -> str:
    """A Java of at least that version. Raises ImportError if there is none."""
    for home in [os.environ.get("JAVA_HOME", ""), *sorted(glob.glob("/usr/lib/jvm/*"), reverse=True)]:
        try:
            with open(os.path.join(home, "release"), encoding="utf-8") as file:
                version = re.search(r'^JAVA_VERSION="(\d+)', file.read(), flags=re.M)
        except OSError:
            continue
        if version and int(version[1]) >= JAVA:
            return os.path.join(home, "bin", "java")
    raise ImportError(f"no Java {JAVA} or newer")


def found() -> None:
    """Raises ImportError unless Java and the server are here."""
    java()
    # The folder gets this name once it is complete.
    if not os.path.isdir(SERVER):
        raise ImportError("no Trino server")


def write(path: str, lines: list[str]) -> None:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def connect(work: str) -> trino.dbapi.Connection:
    """Starts the server with a Hive catalog over local files, and waits until it answers. `work` is a folder for its own files."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    server = [f"http-server.http.port={port}", "node-scheduler.include-coordinator=true", "query.max-memory=512MB"]
    # Queries of one session run one after another, so that a small number of threads is enough.
    server += [f"discovery.uri=http://127.0.0.1:{port}", "task.max-worker-threads=4"]
    write(f"{work}/etc/config.properties", [*server, f"catalog.config-dir={work}/etc/catalog", f"plugin.dir={SERVER}/plugin"])
    # Views read without the properties of the session, so that the catalog has to keep microseconds.
    catalog = ["connector.name=hive", "hive.timestamp-precision=MICROSECONDS"]
    catalog += ["hive.metastore=file", f"hive.metastore.catalog.dir=local://{work}/catalog"]
    write(f"{work}/etc/catalog/hive.properties", [*catalog, "fs.native-local.enabled=true", "local.location=/"])
    options = ["-Xmx1G", "-Duser.timezone=UTC", "-Djdk.attach.allowAttachSelf=true", "--add-modules=jdk.incubator.vector"]
    options += ["--enable-native-access=ALL-UNNAMED", "-Dnode.environment=test", f"-Dnode.data-dir={work}/data"]
    options += ["-Dnode.bind-ip=127.0.0.1", "-Dnode.internal-address=127.0.0.1"]
    program = [java(), *options, f"-Dconfig={work}/etc/config.properties", "-cp", f"{SERVER}/lib/*", "io.trino.server.TrinoServer"]
    with open(f"{work}/server.txt", "w", encoding="utf-8") as log:
        process = subprocess.Popen(program, cwd=work, stdout=log, stderr=log)
    # A killed test leaves no server behind.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    atexit.register(process.wait)
    atexit.register(process.kill)
    connection = trino.dbapi.connect(host="127.0.0.1", port=port, user="test", catalog="hive", schema="captures", max_attempts=1)
    for _ in range(START_S):
        if process.poll() is not None:
            break
        try:
            connection.cursor().execute("SELECT 1").fetchall()
            return connection
        except (trino.exceptions.Error, OSError):
            time.sleep(1)
    with open(f"{work}/server.txt", encoding="utf-8") as log:
        raise RuntimeError(f"Trino does not answer: {log.read()[-2000:]}")

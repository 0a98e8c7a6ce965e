"""
Tasks of the job: each runs the command line of the workbench, and leaves its output under a name that follows from the content, by one rename.
A task that is killed leaves nothing under such a name; one that runs twice finds the output, or makes an equal one.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypedDict

from captures import Capture

# Exit codes of the command (docs/reference/commands.md). After a code that is not expected the task fails, and Spark tries it again.
DONE, BAD_FILE, REFUSED, FAILED = 0, 3, 4, 5


Call = dict[str, Any]


class File(TypedDict):
    """A Parquet file of the data set, as the command's provenance.json lists it."""

    path: str
    bytes: int
    sha256: str
    rows: int


class Record(TypedDict):
    """What became of a capture: its files, or why it was left out."""

    capture_id: str
    files: list[File]
    error: str | None


class Result(TypedDict):
    """A call and the outcome that two machines can compare."""

    call: Call
    status: str
    summary: str
    result_hash: str | None


@dataclass(frozen=True)
class Workbench:
    """The command and the folders of a job, which every executor reaches under the same path."""

    command: tuple[str, ...]
    folder: str
    engine: str

    def path(self, *names: str) -> str:
        return os.path.join(self.folder, *names)

    def link(self, capture: Capture) -> str:
        """The capture's file under its capture_id, so that names of files do not reach any result."""
        return self.path("captures", capture.capture_id)

    def _run(self, *args: str, expected: tuple[int, ...], text: str | None = None) -> subprocess.CompletedProcess[str]:
        done = subprocess.run([*self.command, *args], input=text, capture_output=True, text=True, encoding="utf-8")
        if done.returncode not in expected:
            raise RuntimeError(f"{' '.join([*self.command, *args[:1]])} ended with code {done.returncode}: {message_of(done.stderr)}")
        return done

    def version(self) -> str:
        """Version and commit of the build. Raises RuntimeError if the command does not start."""
        return self._run("--version", expected=(DONE,)).stdout.strip()

    def convert(self, captures: list[Capture]) -> list[Record]:
        """
        Writes rows of captures as Parquet files into the data set, and returns a record of each capture. One process converts all that have no
        record yet; if it fails, each is converted on its own.
        """
        missing = [capture for capture in captures if not os.path.exists(self._record(capture))]
        errors: dict[str, str] = {}
        if missing and self._convert(missing) is not None:
            for capture in missing:
                if (error := self._convert([capture])) is not None:
                    errors[capture.capture_id] = error
        return [self._outcome(capture, errors.get(capture.capture_id)) for capture in captures]

    def _record(self, capture: Capture) -> str:
        return self.path("records", f"{capture.sha256}.json")

    def _outcome(self, capture: Capture, error: str | None) -> Record:
        if error is not None:
            return {"capture_id": capture.capture_id, "files": [], "error": error}
        with open(self._record(capture), encoding="utf-8") as file:
            return {"capture_id": capture.capture_id, "files": json.load(file), "error": None}

    def _convert(self, captures: list[Capture]) -> str | None:
        """Converts captures in one process; returns why that failed."""
        with self._scratch() as scratch:
            made = os.path.join(scratch, "set")
            files = map(self.link, captures)
            done = self._run("convert", *files, "--to", "parquet", "--output", made, "--quiet", expected=(DONE, BAD_FILE))
            if done.returncode != DONE:
                return message_of(done.stderr, captures[0].capture_id)
            with open(os.path.join(made, "provenance.json"), encoding="utf-8") as file:
                manifest = json.load(file)
            if [each["sha256"] for each in manifest["captures"]] != [capture.sha256 for capture in captures]:
                return "the file changed while the job ran; start the job again"
            for capture in captures:
                self._keep(made, manifest["files"], capture)
        return None

    def _keep(self, made: str, files: list[File], capture: Capture) -> None:
        rows = os.path.join("rows", f"capture_id={capture.capture_id}")
        own = [file for file in files if file["path"].startswith(f"{rows}/")]
        kept = self.path("set", rows)
        if own:
            try:
                os.rename(os.path.join(made, rows), kept)
            except OSError:
                # Another attempt of this task has put its equal files there.
                if not os.path.isdir(kept):
                    raise
        self._write(self._record(capture), json.dumps(own))

    def calls(self, calls: list[Call], captures: list[Capture]) -> list[Result]:
        """
        Results of calls over captures, in one process: status, summary and result_hash of each. Complete results stay in `results`, under a
        name that follows from calls and captures.
        """
        text = json.dumps(calls, sort_keys=True)
        path = self.path("results", f"{hashlib.sha256(text.encode()).hexdigest()}.jsonl")
        if not os.path.exists(path):
            options = ("--engine", self.engine, "--format", "jsonl", "--quiet")
            expected = (DONE, BAD_FILE, REFUSED, FAILED)
            done = self._run("run", "-", *map(self.link, captures), *options, expected=expected, text=text)
            if done.returncode == BAD_FILE:
                return [{"call": call, "status": "error", "summary": message_of(done.stderr), "result_hash": None} for call in calls]
            self._write(path, done.stdout)
        with open(path, encoding="utf-8") as file:
            results = [json.loads(line) for line in file]
        return [
            {"call": call, "status": each["status"], "summary": each["summary"], "result_hash": each["metadata"]["result_hash"]}
            for call, each in zip(calls, results, strict=True)
        ]

    @contextlib.contextmanager
    def _scratch(self) -> Iterator[str]:
        scratch = tempfile.mkdtemp(dir=self.path("work"))
        try:
            yield scratch
        finally:
            shutil.rmtree(scratch, ignore_errors=True)

    def _write(self, path: str, text: str) -> None:
        with self._scratch() as scratch:
            part = os.path.join(scratch, "part")
            with open(part, "w", encoding="utf-8") as file:
                file.write(text)
            os.replace(part, path)


def message_of(text: str, name: str = "") -> str:
    """The first message of the command on standard error, without the name of its file."""
    first, *_ = text.strip().split("\n")
    return first.removeprefix("capture-workbench: ").removeprefix(f"{name}: ") or "no reason given"

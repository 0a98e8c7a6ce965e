"""Captures of a campaign: which files are the same, and to which room and night each belongs."""

from __future__ import annotations

import glob
import hashlib
import os
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta

# Hive's name for rows without a time.
NO_HOUR = "__HIVE_DEFAULT_PARTITION__"


@dataclass(frozen=True)
class Capture:
    """One content, which may have several files. Every field but `paths` follows from the content and the room."""

    capture_id: str
    sha256: str
    room: str
    paths: tuple[str, ...]


@dataclass(frozen=True)
class Failed:
    """Files that were left out, and why."""

    paths: tuple[str, ...]
    error: str

    def listed(self) -> dict[str, object]:
        return asdict(self)


def files_of(patterns: list[str]) -> list[str]:
    """Absolute paths of files, of every visible file below folders, and of glob patterns (`**` for any depth), sorted."""
    found: set[str] = set()
    for pattern in patterns:
        if os.path.isdir(pattern):
            pattern = os.path.join(glob.escape(pattern), "**", "*")
        matches = [pattern] if os.path.exists(pattern) else glob.glob(pattern, recursive=True)
        if not matches:
            raise SystemExit(f"{pattern} names no file")
        found.update(os.path.abspath(path) for path in matches if os.path.isfile(path))
    if not found:
        raise SystemExit("expected captures, found no file")
    return sorted(found)


def sha256_of(path: str) -> str:
    """Digest of the bytes of a file, in hexadecimal digits. Raises OSError."""
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while part := file.read(1 << 20):
            digest.update(part)
    return digest.hexdigest()


def hashed(path: str) -> tuple[str, str | None, str]:
    """Path, digest, and why the file cannot be read: a task of the first stage."""
    try:
        return path, sha256_of(path), ""
    except OSError as error:
        return path, None, f"the file cannot be read: {error.strerror}"


def distinct(files: list[tuple[str, str | None, str]]) -> tuple[list[Capture], list[Failed]]:
    """
    One capture for each content. The room is the name of the folder of its files; without a room that all copies agree on, a capture is left
    out, because no order of the names may decide where it was recorded.
    """
    failed = [Failed((path,), error) for path, sha256, error in files if sha256 is None]
    paths: dict[str, list[str]] = {}
    for path, sha256, _ in files:
        if sha256 is not None:
            paths.setdefault(sha256, []).append(path)
    captures: list[Capture] = []
    for sha256, copies in sorted(paths.items()):
        rooms = sorted({os.path.basename(os.path.dirname(path)) for path in copies})
        if len(rooms) == 1:
            captures.append(Capture(f"c_{sha256[:16]}", sha256, rooms[0], tuple(copies)))
        else:
            failed.append(Failed(tuple(copies), f"expected copies of a capture in one room, found them in {' and '.join(rooms)}"))
    return captures, failed


def night_of(hours: list[str], begins: int) -> str | None:
    """
    The night of a capture's first row, named by the date on which it begins; None if no row has a time.

    `hours` are hours in UTC such as 2026-04-03-22, `begins` is the hour in UTC at which one night ends and the next begins.
    """
    known = [hour for hour in hours if hour != NO_HOUR]
    if not known:
        return None
    first = datetime.strptime(min(known), "%Y-%m-%d-%H")
    return (first - timedelta(hours=begins)).date().isoformat()

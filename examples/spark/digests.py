"""Digests of rows that do not depend on their order, so that partitions are added up in any order."""

from __future__ import annotations

import datetime
import decimal
import hashlib
import json
import math
import struct
from collections.abc import Iterable, Iterator

EPOCH = datetime.datetime(1970, 1, 1)
MODULUS = 2**256


def cell(value: object) -> object:
    """Integers, decimals, truth values and times as texts, bytes as hexadecimal digits; floating-point numbers stay numbers."""
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


def row_digest(cells: Iterable[object]) -> int:
    """SHA-256 of the cells as a JSON list; of a floating-point number its bits."""
    exact = [struct.pack(">d", value).hex() if isinstance(value, float) else value for value in cells]
    line = json.dumps(exact, ensure_ascii=False, separators=(",", ":")).encode()
    return int.from_bytes(hashlib.sha256(line).digest(), "big")


def partial(rows: Iterable[Iterable[object]]) -> Iterator[tuple[int, int]]:
    """Number of rows of a partition and the sum of their digests."""
    count = total = 0
    for row in rows:
        count += 1
        total += row_digest(cell(value) for value in row)
    yield count, total % MODULUS


def digest(parts: Iterable[tuple[int, int]]) -> dict[str, object]:
    """Number of rows and digest of all partitions."""
    counts, totals = zip(*parts, strict=True) if (parts := list(parts)) else ((), ())
    return {"rows": sum(counts), "digest": f"{sum(totals) % MODULUS:064x}"}

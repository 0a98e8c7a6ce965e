"""
Time of examples/spark/job.py for 1, 10, 100 and 1,000 captures on one and two executors of one core, as rows of a Markdown table.

    .cache/engines/bin/python tests/engines/scaling.py [MOST [PACKETS]]

The captures are one recording with later times, so that each has a content of its own: ten an hour apart in each of ten rooms a night.
MOST leaves out larger numbers of captures, PACKETS keeps only the first packets of the recording.
"""

import json
import os
import struct
import subprocess
import sys
import tempfile
import time

ROOT = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.."))
RECORDING = os.path.join(ROOT, "tests/fixtures/captures/hackrf/adv38.pcap")
HOUR, DAY = 3600, 86_400
IN_ROOM, ROOMS = 10, 10


def later(recording: bytes, seconds: int) -> bytes:
    """A little-endian pcap file with later times."""
    made, at = bytearray(recording), 24
    while at < len(made):
        moment, _, length = struct.unpack_from("<3I", made, at)
        struct.pack_into("<I", made, at, moment + seconds)
        at += 16 + length
    return bytes(made)


def first(recording: bytes, packets: int) -> bytes:
    """The file up to a number of packets."""
    at = 24
    for _ in range(packets):
        if at < len(recording):
            at += 16 + struct.unpack_from("<I", recording, at + 8)[0]
    return recording[:at]


def write_captures(folder: str, count: int, packets: int) -> None:
    with open(RECORDING, "rb") as file:
        recording = first(file.read(), packets)
    begin = struct.unpack_from("<I", recording, 24)[0]
    # Two hours after noon, so that ten hours are one night.
    to_noon = DAY * 3 // 5 - begin % DAY
    for number in range(count):
        night, room, hour = number // (ROOMS * IN_ROOM), number // IN_ROOM % ROOMS, number % IN_ROOM
        path = os.path.join(folder, f"room-{room}", f"night-{night}-{hour}.pcap")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            # Rooms differ by seconds, so that no two captures have one content.
            file.write(later(recording, to_noon + night * DAY + hour * HOUR + room))


def seconds_of(count: int, executors: int, packets: int) -> tuple[float, dict]:
    with tempfile.TemporaryDirectory() as folder:
        write_captures(os.path.join(folder, "captures"), count, packets)
        output = os.path.join(folder, "output")
        job = [sys.executable, os.path.join(ROOT, "examples/spark/job.py"), os.path.join(folder, "captures"), "--output", output]
        began = time.monotonic()
        subprocess.run([*job, "--master", f"local-cluster[{executors},1,1024]", "--engine", "wasm"], check=True, capture_output=True)
        spent = time.monotonic() - began
        with open(os.path.join(output, "results.json"), encoding="utf-8") as file:
            return spent, json.load(file)


def main() -> None:
    most, packets = (*map(int, sys.argv[1:]), *(1000, 1448)[len(sys.argv) - 1 :])
    print("| captures | rows | calls | one executor | two executors |", flush=True)
    print("| --- | --- | --- | --- | --- |", flush=True)
    for count in (each for each in (1, 10, 100, 1000) if each <= most):
        two, results = seconds_of(count, 2, packets)
        one, other = seconds_of(count, 1, packets)
        assert results == other, "the number of executors changed a result"
        print(f"| {count:,} | {results['data_set']['rows']:,} | {len(results['calls'])} | {one:.0f} s | {two:.0f} s |", flush=True)


if __name__ == "__main__":
    main()

"""Makes the host logs of tests/fixtures/captures/made/host_logs with two virtual controllers of bumble (Apache-2.0).

    python3 -m venv .venv && .venv/bin/pip install bumble==0.0.236
    .venv/bin/python tests/support/bumble/host_logs.py tests/fixtures/captures/made/host_logs

Each log comes with what was sent, as bumble itself says: the frames of L2CAP with the record of their last piece, the PDUs of ATT as they
left the hosts, the attributes of the server. Times are made up, so that they are known: a few milliseconds between records.
"""
import asyncio
import json
import random
import struct
import sys
from pathlib import Path

from bumble import att, gatt, gatt_client, gatt_server, hci, l2cap, pairing
from bumble.snoop import BtSnooper
from bumble.testing.test_utils import TwoDevices

START_US = BtSnooper.TIMESTAMP_DELTA + 750_000_000_000_000


class Log:
    """Records of one host, and the frames of L2CAP that they carry."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.us = START_US
        self.octets = bytearray(b"btsnoop\0" + struct.pack(">LL", 1, 1002))
        self.no = 0
        self.frames = []
        self.open = {}
        self.pdus = []

    def snoop(self, packet, direction):
        self.us += self.random.randrange(40, 4_000)
        self.no += 1
        flags = int(direction) | (2 if packet[0] in (1, 4) else 0)
        self.octets += struct.pack(">IIIIQ", len(packet), len(packet), flags, 0, self.us) + packet
        if packet[0] == 2:
            self.acl(packet[1:], int(direction))

    def acl(self, packet, direction):
        head, length = struct.unpack_from("<HH", packet)
        data = packet[4 : 4 + length]
        key = (head & 0xFFF, direction)
        self.open[key] = data if (head >> 12) & 3 != 1 else self.open[key] + data
        size, channel = struct.unpack_from("<HH", self.open[key])
        if len(self.open[key]) < size + 4:
            return
        payload = self.open.pop(key)[4:].hex()
        self.frames.append({"no": self.no, "us": self.us - START_US, "to_host": direction == 1, "cid": channel, "payload": payload})


def watch(log, devices):
    """Notes every PDU of ATT as client and server hand it to L2CAP."""
    for kind in (gatt_client.Client, gatt_server.Server):
        original = kind.send_gatt_pdu

        def send(self, *args, original=original, kind=kind):
            log.pdus.append({"by": "client" if kind is gatt_client.Client else "server", "pdu": bytes(args[-1]).hex()})
            return original(self, *args)

        kind.send_gatt_pdu = send
        devices.undo.append((kind, original))


def server(device):
    C, A = gatt.Characteristic, att.Attribute
    P = C.Properties
    both = A.READABLE | A.WRITEABLE
    battery = gatt.Service("180F", [C("2A19", P.READ | P.NOTIFY, A.READABLE, bytes([87]), [gatt.Descriptor("2901", A.READABLE, b"Main cell")])], primary=False)
    heart = gatt.Service(
        "180D",
        [
            C("2A37", P.NOTIFY, A.READABLE, bytes([0, 60])),
            C("2A38", P.READ, A.READABLE, bytes([1])),
            C("2A39", P.WRITE, A.WRITEABLE, bytes([0])),
        ],
        included_services=[battery],
    )
    vendor = gatt.Service(
        "50DB505C-8AC4-4738-8448-3B1D9CC09CC5",
        [
            C("486F64C6-4B5F-4B3B-8AFF-EDE134A8446A", P.READ | P.WRITE | P.WRITE_WITHOUT_RESPONSE | P.INDICATE | P.NOTIFY, both, bytes(range(200))),
            C("2A00", P.READ, A.READABLE | A.READ_REQUIRES_ENCRYPTION, b"locked"),
            C("2A6E", P.READ | P.WRITE, both, struct.pack("<h", 2150)),
        ],
    )
    device.add_services([battery, heart, vendor])
    return heart, vendor


def tree(device):
    rows = []
    for attribute in device.gatt_server.attributes:
        value = attribute.value if isinstance(attribute.value, bytes) else b""
        rows.append({"handle": attribute.handle, "type": attribute.type.to_hex_str(), "value": value.hex(), "end": attribute.end_group_handle})
    return rows


async def quiet(coroutine):
    try:
        return await coroutine
    except Exception as error:  # the refusal is what the log is about
        return error


async def discover(peer):
    await peer.discover_services()
    for service in peer.services:
        await quiet(peer.discover_included_services(service))
        await peer.discover_characteristics([], service)
        for characteristic in service.characteristics:
            await peer.discover_descriptors(characteristic)
    await peer.discover_service("180D")


async def attributes(devices, client, heart, vendor, enhanced=False):
    """Every procedure of ATT and GATT (Core specification 5.4, Vol 3 Part F 3.4 and Part G 4)."""
    device = devices[1]
    long, locked, temperature = (one.handle + 1 for one in vendor.characteristics)
    long, locked, temperature = (one.handle for one in vendor.characteristics)
    rate, location, control = (one.handle for one in heart.characteristics)
    if not enhanced:
        await client.request_mtu(65)
    await discover(client)
    for handle in (location, temperature, long, locked, 0x200):
        await quiet(client.read_value(handle))
    await client.send_request(att.ATT_Read_Blob_Request(attribute_handle=long, value_offset=100))
    await client.send_request(att.ATT_Read_Blob_Request(attribute_handle=long, value_offset=900))
    await client.read_characteristics_by_uuid(gatt_client.UUID("2A38") if hasattr(gatt_client, "UUID") else gatt.UUID("2A38"), None)
    await client.send_request(att.ATT_Read_Multiple_Request(set_of_handles=[location, temperature]))
    await client.send_request(att.ATT_Read_Multiple_Variable_Request(set_of_handles=[location, temperature, location]))
    await client.write_value(temperature, struct.pack("<h", -305), True)
    await client.read_value(temperature)
    await client.write_value(control, b"\x01", True)
    await quiet(client.write_value(location, b"\x02", True))
    await client.write_value(long, b"without a response", False)
    await client.send_command(att.ATT_Signed_Write_Command(attribute_handle=long, attribute_value=b"signed" + bytes(range(12))))
    await client.write_long_value(long, bytes(reversed(range(150))))
    await client.read_value(long)
    await client.send_request(att.ATT_Prepare_Write_Request(attribute_handle=long, value_offset=0, part_attribute_value=b"dropped"))
    await client.send_request(att.ATT_Execute_Write_Request(flags=0))
    for characteristic in heart.characteristics[:1]:
        proxy = next(one for service in client.services for one in service.characteristics if one.handle == characteristic.handle)
        await client.subscribe(proxy, lambda value: None)
    proxy = next(one for service in client.services for one in service.characteristics if one.handle == long)
    await client.subscribe(proxy, lambda value: None, prefer_notify=False)
    for beats in (61, 61, 61, 140, 75):
        await device.gatt_server.notify_subscribers(heart.characteristics[0], bytes([0, beats]), force=True)
    for size in (1, 20, 60):
        await device.gatt_server.indicate_subscribers(vendor.characteristics[0], bytes(range(size)), force=True)


async def session(name, seed, host, work, folder):
    devices = TwoDevices()
    devices.undo = []
    log = Log(seed)
    heart, vendor = server(devices[1])
    devices[host].host.snooper = log
    await devices.setup_connection()
    for device in devices.devices:
        device.on("connection", lambda connection: None)
    watch(log, devices)
    try:
        await work(devices, heart, vendor)
        await asyncio.sleep(0.05)
    finally:
        for kind, original in devices.undo:
            kind.send_gatt_pdu = original
    truth = {"host": ["central", "peripheral"][host], "records": log.no, "frames": log.frames, "pdus": log.pdus, "server": tree(devices[1])}
    (folder / f"{name}.btsnoop").write_bytes(log.octets)
    (folder / f"{name}.json").write_text(json.dumps(truth, separators=(",", ":")) + "\n")
    print(name, log.no, "records,", len(log.frames), "frames,", len(log.pdus), "PDUs,", len(log.octets), "bytes")


async def gatt_work(devices, heart, vendor):
    connection = next(iter(devices[0].connections.values()))
    await attributes(devices, connection.gatt_client, heart, vendor)
    await connection.disconnect()


async def eatt_work(devices, heart, vendor):
    devices[1].gatt_server.register_eatt()
    connection = next(iter(devices[0].connections.values()))
    clients = await gatt_client.Client.connect_eatt(connection, l2cap.LeCreditBasedChannelSpec(psm=att.EATT_PSM, mtu=247, mps=64), 3)
    for client in clients:
        client.mtu = 64
    await attributes(devices, clients[0], heart, vendor, True)
    reads = [client.read_value(one.handle) for one in vendor.characteristics[::2] for client in clients]
    await asyncio.gather(*reads)
    await connection.gatt_client.read_value(heart.characteristics[1].handle)
    await connection.disconnect()


async def channels_work(devices, heart, vendor):
    """Credit-based channels with SDUs of many sizes both ways, and what a signalling channel refuses."""
    connection = next(iter(devices[0].connections.values()))
    echoes = []

    def accept(channel):
        channel.sink = lambda sdu: (echoes.append(sdu), channel.write(sdu[::-1]))

    devices[1].create_l2cap_server(l2cap.LeCreditBasedChannelSpec(psm=0x80, mtu=600, mps=70, max_credits=4), accept)
    devices[1].create_l2cap_server(l2cap.LeCreditBasedChannelSpec(psm=0x81, mtu=300, mps=64), accept)
    opened = []
    for psm, mps in ((0x80, 100), (0x81, 64)):
        channel = await connection.create_l2cap_channel(l2cap.LeCreditBasedChannelSpec(psm=psm, mtu=600, mps=mps, max_credits=6))
        channel.sink = lambda sdu: None
        for size in (1, 2, 61, 62, 68, 69, 130, 299):
            channel.write(bytes((size + i) & 255 for i in range(size)))
            await channel.drain()
            await asyncio.sleep(0.01)
        opened.append(channel)
    manager = devices[0].l2cap_channel_manager
    for channel in await manager.create_enhanced_credit_based_channels(connection, l2cap.LeCreditBasedChannelSpec(psm=0x81, mtu=300, mps=64), 2):
        channel.write(b"enhanced " * 20)
        await channel.drain()
    await quiet(connection.create_l2cap_channel(l2cap.LeCreditBasedChannelSpec(psm=0xF0)))
    await asyncio.sleep(0.05)
    for channel in opened:
        await channel.disconnect()
    far = next(iter(devices[1].connections.values()))
    devices[1].send_l2cap_pdu(far.handle, 5, bytes.fromhex("12 09 0800 0600 0c00 0000 c800"))
    devices[1].send_l2cap_pdu(far.handle, 5, bytes.fromhex("7f 0a 0200 0102"))
    await asyncio.sleep(0.05)
    await far.disconnect()


class Delegate(pairing.PairingDelegate):
    passkey = None

    async def compare_numbers(self, number, digits):
        return True

    async def confirm(self, auto=False):
        return True

    async def get_number(self):
        while Delegate.passkey is None:
            await asyncio.sleep(0.001)
        return Delegate.passkey

    async def display_number(self, number, digits):
        Delegate.passkey = number


IO = pairing.PairingDelegate.IoCapability
PAIRINGS = [
    (False, False, IO.NO_OUTPUT_NO_INPUT, IO.NO_OUTPUT_NO_INPUT),
    (False, True, IO.KEYBOARD_INPUT_ONLY, IO.DISPLAY_OUTPUT_ONLY),
    (True, False, IO.NO_OUTPUT_NO_INPUT, IO.NO_OUTPUT_NO_INPUT),
    (True, True, IO.DISPLAY_OUTPUT_AND_YES_NO_INPUT, IO.DISPLAY_OUTPUT_AND_YES_NO_INPUT),
    (True, True, IO.KEYBOARD_INPUT_ONLY, IO.DISPLAY_OUTPUT_ONLY),
]


async def pairing_work(devices, heart, vendor):
    for i, (secure, mitm, first, second) in enumerate(PAIRINGS):
        Delegate.passkey = None
        if i > 0:
            made = asyncio.get_running_loop().create_future()
            devices[1].once("connection", made.set_result)
            await devices[1].start_advertising(advertising_interval_min=1.0)
            await devices[0].connect(devices[1].random_address)
            await made
        connection = next(iter(devices[0].connections.values()))
        for device, io in ((devices[0], first), (devices[1], second)):
            device.pairing_config_factory = lambda c, io=io: pairing.PairingConfig(secure, mitm, True, Delegate(io))
        if i == 2:
            next(iter(devices[1].connections.values())).request_pairing()
            await asyncio.sleep(0.05)
        await quiet(asyncio.wait_for(connection.pair(), 5))
        await quiet(connection.gatt_client.read_value(vendor.characteristics[1].handle))
        await asyncio.sleep(0.05)
        await connection.disconnect()
        await asyncio.sleep(0.05)


async def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    await session("gatt", 1, 0, gatt_work, folder)
    await session("eatt", 2, 0, eatt_work, folder)
    await session("channels", 3, 0, channels_work, folder)
    await session("pairing", 4, 1, pairing_work, folder)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))

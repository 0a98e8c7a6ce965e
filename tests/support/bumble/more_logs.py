"""Further host logs, made as host_logs.py makes its own: two hosts that are servers and clients at once, pairings that fail or use data
that came another way, BR/EDR with a service search, and connected isochronous streams.

    .venv/bin/python tests/support/bumble/more_logs.py tests/fixtures/captures/made/host_logs
"""
import asyncio
import struct
import sys
from pathlib import Path

import bumble.device
from bumble import att, core, gatt, pairing, rfcomm, smp
from host_logs import IO, Delegate, discover, quiet, session

C, A = gatt.Characteristic, att.Attribute
P = C.Properties
READ = A.READABLE


def tree(device, maker):
    """Secondary services that include each other, beside primary ones that include them."""
    inner = gatt.Service("180A", [C("2A29", P.READ, READ, maker)], primary=False)
    outer = gatt.Service("1805", [C("2A2B", P.READ | P.NOTIFY, READ, bytes(10))], included_services=[inner], primary=False)
    weather = gatt.Service(
        "181A",
        [
            C("2A6E", P.READ | P.NOTIFY | P.INDICATE, READ, struct.pack("<h", -1234), [gatt.Descriptor("2901", READ, b"Outside")]),
            C("2A77", P.READ | P.EXTENDED_PROPERTIES, READ, struct.pack("<H", 3), [gatt.Descriptor("2900", READ, b"\x01\x00")]),
        ],
        included_services=[outer],
    )
    vendor = gatt.Service(
        "9E3B505C-8AC4-4738-8448-3B1D9CC09C00",
        [
            C("9E3B505C-8AC4-4738-8448-3B1D9CC09C01", P.READ | P.WRITE, READ | A.WRITEABLE, bytes(i * 7 & 255 for i in range(80))),
            C("9E3B505C-8AC4-4738-8448-3B1D9CC09C02", P.WRITE, A.WRITEABLE | A.WRITE_REQUIRES_AUTHENTICATION, b""),
        ],
    )
    device.add_services([inner, outer, weather, vendor])
    return weather, vendor


async def peers_work(devices, *_):
    """Both sides ask at the same time, so that requests and responses of two clients alternate."""
    trees = [tree(devices[i], bytes([65 + i])) for i in (0, 1)]
    connections = [next(iter(devices[i].connections.values())) for i in (0, 1)]

    async def client(me):
        one = connections[me].gatt_client
        weather, vendor = trees[1 - me]
        await one.request_mtu(100 if me == 0 else 64)
        await discover(one)
        await one.discover_attributes()
        long, locked = (characteristic.handle for characteristic in vendor.characteristics)
        for handle in (long, locked, 0xFFFF):
            await quiet(one.read_value(handle))
            await quiet(one.write_value(handle, b"no", True))
        await one.write_long_value(long, bytes((i * 3) & 255 for i in range(90)))
        await one.send_request(att.ATT_Prepare_Write_Request(attribute_handle=0x3000, value_offset=2, part_attribute_value=b"bad"))
        await one.send_request(att.ATT_Read_Multiple_Variable_Request(set_of_handles=[known.handle for known in weather.characteristics]))
        await one.send_request(att.ATT_Find_Information_Request(starting_handle=5, ending_handle=1))
        proxy = next(c for service in one.services for c in service.characteristics if c.handle == weather.characteristics[0].handle)
        await one.subscribe(proxy, lambda value: None)

    await asyncio.gather(client(0), client(1))
    for me in (0, 1):
        for n in range(3):
            await devices[me].gatt_server.notify_subscribers(trees[me][0].characteristics[0], struct.pack("<h", 100 * n - 150), force=True)
    await connections[0].disconnect()


class Refuses(Delegate):
    async def compare_numbers(self, number, digits):
        return False

    async def get_number(self):
        return 1


def config(secure, io, delegate=Delegate, oob=None):
    return lambda connection: pairing.PairingConfig(secure, True, True, delegate(io), oob=oob)


async def pairing_work(devices, *_):
    contexts = [smp.OobContext(), smp.OobContext()]
    legacy = smp.OobLegacyContext()
    Oob = pairing.PairingConfig.OobConfig
    oobs = [Oob(contexts[me], contexts[1 - me].share(), None) for me in (0, 1)]
    display, keyboard, yes_no = IO.DISPLAY_OUTPUT_ONLY, IO.KEYBOARD_INPUT_ONLY, IO.DISPLAY_OUTPUT_AND_YES_NO_INPUT
    cases = [
        [config(True, IO.NO_OUTPUT_NO_INPUT, oob=one) for one in oobs],
        [config(False, IO.NO_OUTPUT_NO_INPUT, oob=Oob(None, None, legacy))] * 2,
        [config(True, yes_no, Refuses), config(True, yes_no)],
        [config(True, keyboard, Refuses), config(True, display)],
        [config(False, keyboard, Refuses), config(False, display)],
    ]
    for i, case in enumerate(cases):
        Delegate.passkey = None
        if i > 0:
            made = asyncio.get_running_loop().create_future()
            devices[1].once("connection", made.set_result)
            await devices[1].start_advertising(advertising_interval_min=1.0)
            await devices[0].connect(devices[1].random_address)
            await made
        connection = next(iter(devices[0].connections.values()))
        for device, factory in zip(devices.devices, case):
            device.pairing_config_factory = factory
        await quiet(asyncio.wait_for(connection.pair(), 5))
        await asyncio.sleep(0.05)
        await quiet(connection.disconnect())
        await asyncio.sleep(0.05)


async def classic_work(devices, *_):
    for device in devices.devices:
        device.classic_enabled = True
        await quiet(device.power_on())
        await quiet(device.set_connectable(True))
    accepted = asyncio.create_task(devices[1].accept(devices[0].public_address))
    connection = await devices[0].connect(devices[1].public_address, transport=core.PhysicalTransport.BR_EDR)
    await accepted
    port = rfcomm.Server(devices[1]).listen(lambda dlc: setattr(dlc, "sink", lambda data: dlc.write(data[::-1])))
    devices[1].sdp_service_records = {0x10001: rfcomm.make_service_sdp_records(0x10001, port, gatt.UUID("1101"))}
    await rfcomm.find_rfcomm_channels(connection)
    link = await (await rfcomm.Client(connection).start()).open_dlc(port)
    for size in (1, 20, 300):
        link.write(bytes(size))
        await asyncio.sleep(0.02)
    await connection.disconnect()


async def streams_work(devices, *_):
    for device in devices.devices:
        device.cis_enabled = True
    connection = next(iter(devices[0].connections.values()))
    Group = bumble.device.CigParameters
    streams = [Group.CisParameters(cis_id=1, max_sdu_c_to_p=100, max_sdu_p_to_c=40), Group.CisParameters(cis_id=2, max_sdu_c_to_p=100, max_sdu_p_to_c=0)]
    handles = await devices[0].setup_cig(Group(cig_id=3, cis_parameters=streams, sdu_interval_c_to_p=10000, sdu_interval_p_to_c=10000))
    devices[1].on("cis_request", lambda link: asyncio.ensure_future(devices[1].accept_cis_request(link)))
    for link in await devices[0].create_cis([(handle, connection) for handle in handles]):
        await link.setup_data_path(direction=bumble.device.CisLink.Direction.HOST_TO_CONTROLLER)
        for size in (100, 60, 100):
            link.write(bytes(size))
    await asyncio.sleep(0.05)
    await connection.disconnect()


async def main(folder):
    await session("peers", 11, 0, peers_work, folder)
    await session("refusals", 12, 1, pairing_work, folder)
    await session("classic", 13, 0, classic_work, folder)
    await session("streams", 14, 0, streams_work, folder)


asyncio.run(main(Path(sys.argv[1])))

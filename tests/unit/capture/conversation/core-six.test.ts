import { expect, it } from 'vitest';
import { openBytes } from '../../../support/captures.ts';
import { linkCapture, SENT_BY } from '../../../support/every-procedure.ts';
import { command, completed, event, HCI_FILES } from '../../../support/hci-packet.ts';
import type { HciPacket } from '../../../support/hci-packet.ts';
import { hex } from '../../../support/packet-file.ts';

/** Packets that tshark 4.0 does not dissect, octet by octet in the order of the Core specification 6.2, Vol 4 Part E 7.7 and 7.8. */
const ORIGIN = [
  'packet_no',
  'ts_us',
  'kind',
  'direction',
  'code',
  'subevent',
  'length',
  'status_name',
  'allowed_commands',
  'command_opcode',
];
type Row = Readonly<Record<string, unknown>>;

async function hci(packets: readonly HciPacket[]): Promise<Row[]> {
  const { tables } = await openBytes(HCI_FILES['btsnoop 1002']!(packets), 'core-six.btsnoop');
  return [...(tables['hci'] ?? [])];
}
const stated = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== undefined && value !== null && !ORIGIN.includes(name)));
const expectRows = async (packet: HciPacket, ...rows: readonly Row[]): Promise<void> =>
  expect((await hci([packet])).map(stated)).toEqual(rows);

const CONFIG = '03 01 02 ff 02 05 01 03 01 00 02 fcff7ffcffffffff1f00 03 01 00 02 00';
const CONFIG_FIELDS = {
  ...{ handle: 0x40, cs_config_id: 3, cs_main_mode: 2, cs_sub_mode: 255, cs_main_steps: 2, cs_main_steps_max: 5, cs_main_repetition: 1 },
  ...{ cs_mode_0_steps: 3, cs_role: 1, rtt_type: 0, cs_sync_phy: 2, cs_map_repetition: 3, cs_channel_selection: 1 },
};
const CAPABILITIES = '04 0a00 02 04 03 01 07 010203 01000100 02 0400 4100 0100 0101 0200 0a 11';
const CAPABILITY_FIELDS = {
  ...{ cs_configs: 4, cs_procedures: 10, antennas: 2, antenna_paths: 4, cs_roles: 3, cs_modes: 1, rtt_capability: 7, cs_sync_phys: 2 },
};
const CIS = '00 4100 102030 112131 122232 132333 02 01 04 01 02 03 04 6400 6500 0800';
const CIS_FIELDS = {
  ...{ status: 0, cis_handle: 0x41, cig_sync_delay_us: 0x302010, cis_sync_delay_us: 0x312111, transport_latency_c_to_p_us: 0x322212 },
  ...{ transport_latency_p_to_c_us: 0x332313, phy_c_to_p: 2, phy_p_to_c: 1, subevents: 4, bn_c_to_p: 1, bn_p_to_c: 2, ft_c_to_p: 3 },
  ...{ ft_p_to_c: 4, max_pdu_c_to_p: 100, max_pdu_p_to_c: 101, iso_interval_us: 10_000 },
};

type Case = readonly [name: string, code: number, parameters: string, ...rows: Row[]];
const casesOf = (cases: readonly Case[]) => cases.map(([name, code, octets, ...rows]) => ({ name, code, octets, rows }));

const COMMANDS: readonly Case[] = [
  ['HCI_LE_Set_Decision_Data', 0x2080, '05 01 03 aabbcc', { advertising_handle: 5, decision_flags: 1, data_octets: 3 }],
  [
    'HCI_LE_Set_Decision_Instructions',
    0x2081,
    `02 03 07 ${'00'.repeat(16)} 02 08 ${'11'.repeat(16)}`,
    { item_no: 0, decision_flags: 3, decision_field: 7 },
    { item_no: 1, decision_flags: 2, decision_field: 8 },
  ],
  [
    'HCI_LE_Set_Periodic_Advertising_Subevent_Data',
    0x2082,
    '01 03 00 00 04 02 aabb 01 04 05 00 02 09 01 01 cc',
    { advertising_handle: 1, item_no: 0, train_subevent: 0, response_slot: 0, response_slots: 4, data_octets: 2 },
    { item_no: 1, train_subevent: 1, response_slot: 4, response_slots: 5, data_octets: 0 },
    { item_no: 2, train_subevent: 2, response_slot: 9, response_slots: 1, data_octets: 1 },
  ],
  [
    'HCI_LE_Set_Periodic_Advertising_Response_Data',
    0x2083,
    '0200 3412 03 04 05 02 aabb',
    { sync_handle: 2, event_counter: 0x1234, request_subevent: 3, train_subevent: 4, response_slot: 5, data_octets: 2 },
  ],
  [
    'HCI_LE_Set_Periodic_Sync_Subevent',
    0x2084,
    '0200 0000 02 07 09',
    { sync_handle: 2, item_no: 0, train_subevent: 7 },
    { item_no: 1, train_subevent: 9 },
  ],
  [
    'HCI_LE_Set_Periodic_Advertising_Parameters_v2',
    0x2086,
    '01 5000 5100 4000 03 08 02 04 05',
    {
      ...{ advertising_handle: 1, periodic_interval_us: 100_000, periodic_interval_max_us: 101_250, subevents: 3 },
      ...{ subevent_interval_us: 10_000, response_slot_delay_us: 2500, response_slot_spacing_us: 500, response_slots: 5 },
    },
  ],
  ['HCI_LE_Read_All_Remote_Features', 0x2088, '4000 02', { handle: 0x40, page: 2 }],
  ['HCI_LE_CS_Write_Cached_Remote_Supported_Capabilities', 0x208b, `4000 ${CAPABILITIES}`, { handle: 0x40, ...CAPABILITY_FIELDS }],
  ['HCI_LE_CS_Set_Default_Settings', 0x208d, '4000 03 fe f6', { handle: 0x40, cs_roles: 3, tx_power: -10 }],
  ['HCI_LE_CS_Create_Config', 0x2090, `4000 ${CONFIG}`, { ...CONFIG_FIELDS, cs_context: 1 }],
  ['HCI_LE_CS_Remove_Config', 0x2091, '4000 03', { handle: 0x40, cs_config_id: 3 }],
  ['HCI_LE_CS_Set_Channel_Classification', 0x2092, 'fcff7ffcffffffff1f00', {}],
  [
    'HCI_LE_CS_Set_Procedure_Parameters',
    0x2093,
    '4000 03 1000 0200 0300 0700 e20400 409c00 07 02 80 01 ff ff',
    {
      ...{ handle: 0x40, cs_config_id: 3, cs_procedure_length_us: 10_000, cs_procedure_interval: 2, cs_procedure_interval_max: 3 },
      ...{ cs_procedures: 7, subevent_length_us: 1250, subevent_length_max_us: 40_000, cs_antenna_config: 7, phy: 2 },
    },
  ],
  ['HCI_LE_CS_Procedure_Enable', 0x2094, '4000 03 01', { handle: 0x40, cs_config_id: 3, enabled: 1 }],
  [
    'HCI_LE_CS_Test',
    0x2095,
    '02 ff 01 03 01 06 02 01 e20400 1000 05 7e 50 50 0f 28 0a 00 00 ff ff 3412 01 0000 00',
    {
      ...{ cs_main_mode: 2, cs_sub_mode: 255, cs_main_repetition: 1, cs_mode_0_steps: 3, cs_role: 1, rtt_type: 6, cs_sync_phy: 2 },
      ...{ subevent_length_us: 1250, subevent_interval_us: 10_000, subevents: 5, tx_power: 126 },
    },
  ],
  ['HCI_LE_CS_Test_End', 0x2096, '', {}],
  ['HCI_LE_Set_Host_Feature', 0x2074, '20 01', { feature_bit: 32, enabled: 1 }],
  ['HCI_LE_Set_Host_Feature_v2', 0x2097, '4901 01', { feature_bit: 0x149, enabled: 1 }],
  [
    'HCI_LE_Add_Device_To_Monitored_Advertisers_List',
    0x2098,
    '01 060504030241 ba ce 05',
    { peer_address_type: 1, peer_addr: '41:02:03:04:05:06', rssi_low: -70, rssi_high: -50, timeout_ms: 5000 },
  ],
  [
    'HCI_LE_Remove_Device_From_Monitored_Advertisers_List',
    0x2099,
    '01 060504030241',
    { peer_address_type: 1, peer_addr: '41:02:03:04:05:06' },
  ],
  ['HCI_LE_Clear_Monitored_Advertisers_List', 0x209a, '', {}],
  ['HCI_LE_Enable_Monitoring_Advertisers', 0x209c, '01', { enabled: 1 }],
  [
    'HCI_LE_Frame_Space_Update',
    0x209d,
    '4000 9600 f401 03 0700',
    { handle: 0x40, frame_space_us: 150, frame_space_max_us: 500, phys: 3, spacing_types: 7 },
  ],
  ['HCI_LE_UTP_Send', 0x20a0, '02 aabb', { data_octets: 2 }],
  [
    'HCI_LE_Connection_Rate_Request',
    0x20a1,
    '4000 0300 0600 0100 0200 0400 0300 2a00 0100 0200',
    {
      ...{ handle: 0x40, interval_us: 375, interval_max_us: 750, subrate_factor: 1, subrate_factor_max: 2, latency: 4, continuation: 3 },
      ...{ timeout_ms: 420, ce_length_us: 125, ce_length_max_us: 250 },
    },
  ],
];

it.each(casesOf(COMMANDS))('command $name', async ({ name, code, octets, rows }) => {
  await expectRows(command(code, hex(octets)), ...rows.map((row) => ({ name, ...row })));
});

it.each<readonly [name: string, opcode: number, returned: string, Row]>([
  ['HCI_LE_Set_Periodic_Advertising_Subevent_Data', 0x2082, '00 01', { advertising_handle: 1 }],
  ['HCI_LE_Set_Periodic_Advertising_Response_Data', 0x2083, '00 0200', { sync_handle: 2 }],
  ['HCI_LE_Set_Periodic_Sync_Subevent', 0x2084, '00 0200', { sync_handle: 2 }],
  ['HCI_LE_Set_Periodic_Advertising_Parameters_v2', 0x2086, '00 01', { advertising_handle: 1 }],
  [
    'HCI_LE_Read_All_Local_Supported_Features',
    0x2087,
    `00 01 0100000000000080 ${'00'.repeat(240)}`,
    { max_page: 1, features: 2n ** 63n + 1n },
  ],
  ['HCI_LE_CS_Read_Local_Supported_Capabilities', 0x2089, `00 ${CAPABILITIES}`, CAPABILITY_FIELDS],
  ['HCI_LE_Read_Monitored_Advertisers_List_Size', 0x209b, '00 08', { list_size: 8 }],
  ['HCI_LE_Read_Minimum_Supported_Connection_Interval', 0x20a3, '00 03 00', { interval_us: 375 }],
])('what %s returns', async (command_name, opcode, returned, row) => {
  await expectRows(completed(opcode, hex(returned)), { name: 'HCI_Command_Complete', command_name, status: 0, ...row });
});

const LE_EVENTS: readonly Case[] = [
  [
    'HCI_LE_Periodic_Advertising_Sync_Established_v2',
    0x24,
    '00 0200 07 01 060504030241 02 5000 03 03 08 02 04',
    {
      ...{ status: 0, sync_handle: 2, sid: 7, peer_address_type: 1, peer_addr: '41:02:03:04:05:06', phy: 2, periodic_interval_us: 100_000 },
      ...{ sca: 3, subevents: 3, subevent_interval_us: 10_000, response_slot_delay_us: 2500, response_slot_spacing_us: 500 },
    },
  ],
  [
    'HCI_LE_Periodic_Advertising_Sync_Transfer_Received_v2',
    0x26,
    '00 4000 3412 0200 07 01 060504030241 02 5000 03 03 08 02 04',
    {
      ...{ status: 0, handle: 0x40, service_data: 0x1234, sync_handle: 2, sid: 7, peer_address_type: 1, peer_addr: '41:02:03:04:05:06' },
      ...{ phy: 2, periodic_interval_us: 100_000, sca: 3, subevents: 3, subevent_interval_us: 10_000 },
      ...{ response_slot_delay_us: 2500, response_slot_spacing_us: 500 },
    },
  ],
  ['HCI_LE_Periodic_Advertising_Subevent_Data_Request', 0x27, '01 04 03', { advertising_handle: 1, train_subevent: 4, train_subevents: 3 }],
  [
    'HCI_LE_Periodic_Advertising_Response_Report',
    0x28,
    '01 04 00 02 f6 ba ff 05 00 03 aabbcc 7f ce ff 06 ff 00',
    { ...{ advertising_handle: 1, train_subevent: 4, tx_status: 0, item_no: 0 }, ...slot(-10, -70, 5, 0, 3) },
    { item_no: 1, ...slot(127, -50, 6, 255, 0) },
  ],
  [
    'HCI_LE_CIS_Established_v2',
    0x2a,
    `${CIS} 102700 6600 6700 102700 204e00 02`,
    {
      ...CIS_FIELDS,
      ...{ subevent_interval_us: 10_000, max_sdu_c_to_p: 102, max_sdu_p_to_c: 103, sdu_interval_c_to_p_us: 10_000 },
      ...{ sdu_interval_p_to_c_us: 20_000, framing: 2 },
    },
  ],
  [
    'HCI_LE_Read_All_Remote_Features_Complete',
    0x2b,
    `00 4000 02 01 ff${'00'.repeat(247)}`,
    {
      ...{ status: 0, handle: 0x40, max_page: 2, page: 1, features: 255n },
    },
  ],
  [
    'HCI_LE_CS_Read_Remote_Supported_Capabilities_Complete',
    0x2c,
    `00 4000 ${CAPABILITIES}`,
    { status: 0, handle: 0x40, ...CAPABILITY_FIELDS },
  ],
  ['HCI_LE_CS_Security_Enable_Complete', 0x2e, '00 4000', { status: 0, handle: 0x40 }],
  ['HCI_LE_CS_Config_Complete', 0x2f, `00 4000 ${CONFIG} 50 50 0f 28`, { status: 0, ...CONFIG_FIELDS, cs_action: 1 }],
  [
    'HCI_LE_CS_Procedure_Enable_Complete',
    0x30,
    '00 4000 03 01 07 f6 e20400 02 1000 0300 0400 0500 2000',
    {
      ...{ status: 0, handle: 0x40, cs_config_id: 3, enabled: 1, cs_antenna_config: 7, tx_power: -10, subevent_length_us: 1250 },
      ...{ subevents: 2, subevent_interval_us: 10_000, cs_event_interval: 3, cs_procedure_interval: 4, cs_procedures: 5 },
      cs_procedure_length_us: 20_000,
    },
  ],
  [
    'HCI_LE_CS_Subevent_Result',
    0x31,
    '4000 03 3412 0700 00c0 f6 01 0f 21 02 03 00 10 01 aa 01 11 00 02 12 01 bb',
    {
      ...{ handle: 0x40, cs_config_id: 3, event_counter: 0x1234, cs_procedure_counter: 7, reference_power: -10, cs_procedure_status: 1 },
      ...{ cs_subevent_status: 15, cs_abort_procedure: 1, cs_abort_subevent: 2, antenna_paths: 2, cs_steps: 3 },
    },
  ],
  [
    'HCI_LE_CS_Subevent_Result_Continue',
    0x32,
    '4000 03 00 00 00 02 01 02 12 01 bb',
    {
      ...{ handle: 0x40, cs_config_id: 3, cs_procedure_status: 0, cs_subevent_status: 0, cs_abort_procedure: 0, cs_abort_subevent: 0 },
      ...{ antenna_paths: 2, cs_steps: 1 },
    },
  ],
  ['HCI_LE_CS_Test_End_Complete', 0x33, '00', { status: 0 }],
  [
    'HCI_LE_Monitored_Advertisers_Report',
    0x34,
    '01 060504030241 01',
    { peer_address_type: 1, peer_addr: '41:02:03:04:05:06', rssi_condition: 1 },
  ],
  [
    'HCI_LE_Frame_Space_Update_Complete',
    0x35,
    '00 4000 02 9000 02 1800',
    { status: 0, handle: 0x40, initiator: 2, frame_space_us: 144, phys: 2, spacing_types: 24 },
  ],
  ['HCI_LE_UTP_Receive', 0x36, '02 aabb', { data_octets: 2 }],
];

it.each(casesOf(LE_EVENTS))('LE event $name', async ({ name, code, octets, rows }) => {
  await expectRows(event(0x3e, [code, ...hex(octets)]), ...rows.map((row) => ({ name, ...row })));
});

function slot(tx_power: number, rssi: number, response_slot: number, data_status: number, data_octets: number): Row {
  return { tx_power, rssi, response_slot, data_status, data_octets };
}

it('entries that the packet cuts have no row', async () => {
  const rows = await hci([event(0x3e, hex('28 01 04 00 03 f6 ba ff 05 00 03 aabbcc 7f ce ff 06 00 09 aa 7f ce ff 06 00 00'))]);
  expect(rows.map(({ item_no, data_octets }) => [item_no, data_octets])).toEqual([
    [0, 3],
    [1, 9],
  ]);
});

it('a change of the connection rate changes the parameters of the connection', async () => {
  const packets = [
    event(0x3e, hex('29 00 4000 00 01 060504030241 000000000000 000000000000 1800 0000 4800 00 01 0200')),
    event(0x3e, hex('37 00 4000 0600 0200 0100 0300 2a00')),
  ];
  const { tables } = await openBytes(HCI_FILES['btsnoop 1002']!(packets), 'rate.btsnoop');
  const [connection] = tables['connections'] ?? [];
  expect(connection).toMatchObject({ interval_us: 750, latency: 1, timeout_ms: 420 });
  const changes = (tables['connection_changes'] ?? []).map(({ kind, interval_us, latency, timeout_ms, subrate_factor }) => ({
    ...{ kind, interval_us, latency, timeout_ms, subrate_factor },
  }));
  expect(changes.map(({ kind }) => kind)).toEqual(['start', 'parameters', 'subrate']);
  expect(changes[1]).toMatchObject({ interval_us: 750, latency: 1, timeout_ms: 420 });
  expect(changes[2]).toMatchObject({ latency: 1, timeout_ms: 420, subrate_factor: 2 });
});

it.each([
  ['established', '24 00 0200 07 01 060504030241 02 5000 03 03 08 02 04'],
  ['received from a peer', '26 00 4000 3412 0200 07 01 060504030241 02 5000 03 03 08 02 04'],
])('subevents of a train that was %s join their own reports, with its address', async (_, began) => {
  const report = (subevent: string, status: string, data: string): HciPacket =>
    event(0x3e, hex(`25 0200 7f ba ff 0100 ${subevent} ${status} 02 ${data}`));
  const packets = [event(0x3e, hex(began)), report('00', '01', '05ff'), report('01', '00', '01aa'), report('00', '00', 'aabb')];
  const { columns } = await openBytes(HCI_FILES['btsnoop 1002']!(packets), 'train.btsnoop');
  expect(columns['advertiser_addr']?.slice(1)).toEqual(Array(3).fill('41:02:03:04:05:06'));
  const data = (columns['adv_data'] ?? []).map((octets) => (octets instanceof Uint8Array ? Buffer.from(octets).toString('hex') : ''));
  // The first row of a chain has all of it.
  expect(data.slice(1)).toEqual(['05ffaabb', '01aa', '']);
});

it('PDUs of the link layer since Core 6.0 have names, and those of the frame space have fields', async () => {
  const payloads = ['3b 9600 f401 03 0700', '3c 9000 02 1800', '2e 00', '3f 00', '40 00'];
  const pdus = payloads.map((octets, i) => ({ llid: 3, sender: i % 2 === 0 ? SENT_BY.CENTRAL : SENT_BY.PERIPHERAL, payload: hex(octets) }));
  const { tables } = await openBytes(linkCapture(pdus), 'link.pcap');
  const rows = tables['ll_control'] ?? [];
  expect(rows.map(({ name }) => name)).toEqual([
    ...['LL_FRAME_SPACE_REQ', 'LL_FRAME_SPACE_RSP', 'LL_CS_CAPABILITIES_REQ', 'LL_CONNECTION_RATE_IND', undefined],
  ]);
  expect(rows[0]).toMatchObject({ frame_space_us: 150, frame_space_max_us: 500, phys: 3, spacing_types: 7 });
  expect(rows[1]).toMatchObject({ frame_space_us: 144, phys: 2, spacing_types: 24 });
});

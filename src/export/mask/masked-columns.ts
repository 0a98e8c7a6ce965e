import { ADVERTISING_ACCESS_ADDRESS, PDU_TYPES, PHYS } from '../../ble/pdu-type.ts';
import type { Mask } from './mask.ts';

/** Masks a value of one exported column; returns null to remove the value. */
export type MaskedColumn = (value: unknown, mask: Mask) => unknown;

const keep: MaskedColumn = (value) => value;
const text =
  (work: (mask: Mask, text: string) => unknown): MaskedColumn =>
  (value, mask) =>
    typeof value === 'string' ? work(mask, value) : null;
const number =
  (work: (value: number, mask: Mask) => number): MaskedColumn =>
  (value, mask) =>
    typeof value === 'number' || typeof value === 'bigint' ? work(Number(value), mask) : null;
const oneOf = (allowed: readonly string[]): MaskedColumn => text((_, value) => (allowed.includes(value) ? value : null));
const address = text((mask, value) => mask.address(value));
/** Replaces a number by the nearest of a few usual values, because an exact value could help to recognise a device. */
const nearest = (values: readonly number[]): MaskedColumn =>
  number((value) => values.reduce((best, each) => (Math.abs(each - value) < Math.abs(best - value) ? each : best)));
const replaced = (context: string, below: number): MaskedColumn => number((value, mask) => mask.number(context, value, below));

const CONNECTION_INTERVALS_US = [7_500, 15_000, 30_000, 50_000, 100_000, 500_000, 1_000_000];
const SUPERVISION_TIMEOUTS_MS = [500, 1_000, 2_000, 5_000, 10_000, 20_000];
const ALL_DATA_CHANNELS = 2 ** 37 - 1;

/** The columns that masked files may contain, with the function that masks each. Values of all other columns are removed. */
export const MASKED_COLUMNS: Readonly<Record<string, MaskedColumn>> = {
  packet_no: keep,
  report_no: keep,
  ts_us: keep,
  radio_ts_us: keep,
  channel: keep,
  rssi: keep,
  adv_type: oneOf(PDU_TYPES),
  advertiser_addr: address,
  scanner_addr: address,
  initiator_addr: address,
  target_addr: address,
  advertiser_random: keep,
  peer_random: keep,
  phy: oneOf(PHYS),
  // Mask access addresses of periodic advertising, because each identifies an advertiser; that of other advertising is always the same.
  access_address: number((value, mask) => (value === ADVERTISING_ACCESS_ADDRESS ? value : mask.number('access address', value, 2 ** 32))),
  crc_ok: keep,
  length: keep,
  local_name: text((mask, value) => mask.name(value)),
  flags: number((value) => value & 0x1f),
  tx_power: keep,
  company_id: number((value, mask) => mask.identifiers.company(value)),
  appearance: number((value, mask) => mask.identifiers.appearance(value)),
  service_uuids: (value, mask) =>
    Array.isArray(value) ? value.map((uuid: unknown) => (typeof uuid === 'string' ? mask.identifiers.uuidText(uuid) : null)) : null,
  adi_sid: replaced('advertising set', 16),
  adi_did: replaced('advertising data', 4_096),
  aux_channel: keep,
  receiver: text((mask, value) => (value === '' ? '' : mask.sensor(value))),
  device_id: text((mask, value) => mask.id(value)),
  conn_access_address: replaced('connection', 2 ** 32),
  conn_crc_init: replaced('CRC of a connection', 2 ** 24),
  conn_win_size_us: number(() => 2_500),
  conn_win_offset_us: number(() => 0),
  conn_interval_us: nearest(CONNECTION_INTERVALS_US),
  conn_latency: nearest([0, 4, 30]),
  conn_timeout_ms: nearest(SUPERVISION_TIMEOUTS_MS),
  conn_channel_map: number(() => ALL_DATA_CHANNELS),
  conn_hop: replaced('hop', 12),
  conn_sca: keep,
};

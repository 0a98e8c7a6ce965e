import { LL_CONTROL_NAMES } from '../../src/ble/ll-control.ts';
import type { Opened } from './captures.ts';
import type { Frame } from './tshark.ts';

/** Our rows in the format of `tshark.ts`. */
export function framesOf({ columns, summary }: Opened): Frame[] {
  const cell = (name: string, row: number): unknown => columns[name]?.[row] ?? null;
  const text = (value: unknown): string =>
    typeof value === 'boolean'
      ? value
        ? '1'
        : '0'
      : typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
        ? String(value)
        : '';
  return Array.from({ length: summary.row_count }, (_, row) => {
    const type = text(cell('adv_type', row));
    const asked = type === 'SCAN_REQ' || type === 'CONNECT_IND' || type === 'AUX_SCAN_REQ' || type === 'AUX_CONNECT_REQ';
    const advertiser = text(cell('advertiser_random', row));
    const peer = text(cell('peer_random', row));
    const data = cell('adv_data', row) as Uint8Array | null;
    return {
      packet_no: text(cell('packet_no', row)),
      ts_us: text(cell('ts_us', row)),
      type: HEADER_TYPE[type] ?? '',
      advertiser: text(cell('advertiser_addr', row)),
      peer: text(cell('scanner_addr', row)) || text(cell('initiator_addr', row)) || text(cell('target_addr', row)),
      tx_random: asked ? peer : advertiser,
      rx_random: asked ? advertiser : peer,
      rssi: text(cell('rssi', row)),
      channel: text(cell('channel', row)),
      crc_ok: text(cell('crc_ok', row)),
      length: text(cell('length', row)),
      access_address: text(cell('access_address', row)),
      opcode: opcodeNumber(text(cell('opcode', row))),
      adv_data: data === null ? '' : Buffer.from(data).toString('hex'),
      connection: connectionOf((name) => cell(`conn_${name}`, row)),
      malformed: '',
    };
  });
}

/** The numbers as they were sent, in tshark's order; the channel map as the digits of its five octets. */
function connectionOf(cell: (name: string) => unknown): string {
  if (cell('access_address') === null) return '';
  const number = (name: string, unit = 1): number => Number(cell(name)) / unit;
  const map = BigInt(cell('channel_map') as bigint);
  const octets = Array.from({ length: 5 }, (_, i) =>
    Number((map >> BigInt(8 * i)) & 255n)
      .toString(16)
      .padStart(2, '0'),
  );
  return [
    number('access_address'),
    number('crc_init'),
    number('win_size_us', 1250),
    number('win_offset_us', 1250),
    number('interval_us', 1250),
    number('latency'),
    number('timeout_ms', 10),
    octets.join(''),
    number('hop'),
    number('sca'),
  ].join(' ');
}

const HEADER_TYPE: Readonly<Record<string, string>> = {
  ADV_IND: '0',
  ADV_DIRECT_IND: '1',
  ADV_NONCONN_IND: '2',
  SCAN_REQ: '3',
  SCAN_RSP: '4',
  CONNECT_IND: '5',
  ADV_SCAN_IND: '6',
  ADV_EXT_IND: '7',
  AUX_ADV_IND: '7',
  AUX_SCAN_RSP: '7',
  AUX_SYNC_IND: '7',
  AUX_CHAIN_IND: '7',
  AUX_SCAN_REQ: '3',
  AUX_CONNECT_REQ: '5',
  AUX_CONNECT_RSP: '8',
  LL_DATA: 'data',
  LL_CONTROL: 'control',
};

function opcodeNumber(name: string): string {
  if (name === '') return '';
  return String(name.startsWith('0x') ? Number(name) : LL_CONTROL_NAMES.indexOf(name));
}

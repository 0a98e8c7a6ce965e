import { execFileSync } from 'node:child_process';

/**
 * tshark as an oracle: one line per frame with what both programs can say about it. Deliberately built from the
 * dissector's output alone; nothing here reads a capture.
 */
export const FRAME_FIELDS = [
  'packet_no',
  'ts_us',
  'type',
  'advertiser',
  'peer',
  'tx_random',
  'rx_random',
  'rssi',
  'channel',
  'crc_ok',
  'length',
  'access_address',
  'opcode',
  'adv_data',
  'connection',
  'malformed',
] as const;
export type FrameField = (typeof FRAME_FIELDS)[number];
/** Empty text if a value is absent. */
export type Frame = Readonly<Record<FrameField, string>>;

/** What CONNECT_IND and AUX_CONNECT_REQ ask for; compared as one text of numbers as they were sent. */
const CONNECTION = [
  'btle.link_layer_data.access_address',
  'btle.link_layer_data.crc_init',
  'btle.link_layer_data.window_size',
  'btle.link_layer_data.window_offset',
  'btle.link_layer_data.interval',
  'btle.link_layer_data.latency',
  'btle.link_layer_data.timeout',
  'btle.link_layer_data.channel_map',
  'btle.link_layer_data.hop',
  'btle.link_layer_data.sleep_clock_accuracy',
] as const;

const ASKED = [
  'frame.number',
  'frame.time_epoch',
  'btle.advertising_header.pdu_type',
  'btle.data_header.llid',
  'btle.control_opcode',
  'btle.advertising_address',
  'btle.scanning_address',
  'btle.initiator_address',
  'btle.target_address',
  'btle.advertising_header.randomized_tx',
  'btle.advertising_header.randomized_rx',
  'btle.length',
  'btle.data_header.length',
  'btle.access_address',
  'btle_rf.channel',
  'btle_rf.signal_dbm',
  'btle_rf.flags.crc_checked',
  'btle_rf.flags.crc_valid',
  'nordic_ble.channel',
  'nordic_ble.rssi',
  'nordic_ble.crcok',
  'btle.crc',
  'btle.crc.incorrect',
  'btle.crc.indeterminate',
  ...CONNECTION,
  '_ws.malformed',
] as const;

const run = (args: readonly string[]): string =>
  execFileSync('tshark', ['-n', ...args], { encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] });

/** First line of `tshark --version`, or null where it is not installed. */
export function tsharkVersion(): string | null {
  try {
    return run(['--version']).split('\n', 1)[0] ?? null;
  } catch {
    return null;
  }
}

export function dissect(path: string): Frame[] {
  const scalars = lenient(['-r', path, '-T', 'fields', '-E', 'occurrence=f', ...ASKED.flatMap((field) => ['-e', field])]);
  const data = advertisingData(path);
  return scalars
    .split('\n')
    .filter((line) => line !== '')
    .map((line, i) => frame(line.split('\t'), data[i] ?? ''));
}

/** tshark ends with an error after a cut file, having printed what it could read. */
function lenient(args: readonly string[]): string {
  try {
    return run(args);
  } catch (error) {
    return (error as { stdout?: string }).stdout ?? '';
  }
}

/** Hex of the AD structures per frame: only the raw JSON shows the bytes of a field that has parts. */
function advertisingData(path: string): string[] {
  const data: string[] = [];
  const lines = lenient(['-r', path, '-T', 'jsonraw', '-j', 'btle']).split('\n');
  lines.forEach((line, i) => {
    if (line.includes('"frame_raw"')) data.push('');
    // A scan response has a field of its own, spelt like this.
    else if (/"(btcommon\.eir_ad\.advertising_data|btle\.scan_responce_data)_raw"/.test(line))
      data[data.length - 1] = (lines[i + 1] ?? '').replaceAll(/[^0-9a-f]/g, '');
  });
  return data;
}

function frame(cells: readonly string[], adv_data: string): Frame {
  const cell = (name: (typeof ASKED)[number]): string => cells[ASKED.indexOf(name)] ?? '';
  const upper = (name: (typeof ASKED)[number]): string => cell(name).toUpperCase();
  const [seconds = '', fraction = ''] = cell('frame.time_epoch').split('.');
  const pduType = cell('btle.advertising_header.pdu_type');
  const llid = cell('btle.data_header.llid');
  return {
    packet_no: cell('frame.number'),
    ts_us: seconds === '' ? '' : String(BigInt(seconds + fraction.slice(0, 6).padEnd(6, '0'))),
    type: pduType !== '' ? advertisingType(Number(pduType)) : llid === '' ? '' : Number(llid) === 3 ? 'control' : 'data',
    advertiser: upper('btle.advertising_address'),
    peer: upper('btle.scanning_address') || upper('btle.initiator_address') || upper('btle.target_address'),
    tx_random: cell('btle.advertising_header.randomized_tx'),
    rx_random: cell('btle.advertising_header.randomized_rx'),
    rssi: cell('btle_rf.signal_dbm') || cell('nordic_ble.rssi'),
    channel: cell('btle_rf.channel') === '' ? cell('nordic_ble.channel') : channelIndex(Number(cell('btle_rf.channel'))),
    crc_ok: verdict(cell),
    length: cell('btle.length') || cell('btle.data_header.length'),
    access_address: cell('btle.access_address') === '' ? '' : String(Number(cell('btle.access_address'))),
    opcode: cell('btle.control_opcode') === '' ? '' : String(Number(cell('btle.control_opcode'))),
    adv_data,
    connection: CONNECTION.map((field) => sentNumber(cell(field)))
      .join(' ')
      .trim(),
    malformed: cell('_ws.malformed') === '' ? '' : '1',
  };
}

/** `0x…` and plain numbers alike; bytes (the channel map) stay digits. */
const sentNumber = (text: string): string => (text.startsWith('0x') ? String(Number(text)) : text);

/** Types above 8 are reserved and have no name. */
function advertisingType(type: number): string {
  return type <= 8 ? String(type) : '';
}

/** RF channel k lies at 2402 + 2k MHz. */
function channelIndex(rf: number): string {
  if (rf === 0) return '37';
  if (rf === 12) return '38';
  if (rf >= 39) return rf === 39 ? '39' : '';
  return String(rf < 12 ? rf - 1 : rf - 2);
}

function verdict(cell: (name: (typeof ASKED)[number]) => string): string {
  if (cell('nordic_ble.crcok') !== '') return cell('nordic_ble.crcok');
  if (cell('btle_rf.flags.crc_checked') === '1') return cell('btle_rf.flags.crc_valid');
  if (cell('btle.crc') === '' || cell('btle.crc.indeterminate') !== '') return '';
  if (cell('btle.crc.incorrect') !== '') return '0';
  // If the dissection stopped early, nothing was checked.
  return cell('_ws.malformed') === '' ? '1' : '';
}

import { isAttResponse } from '../../src/ble/att/opcodes.ts';
import type { LayerField } from '../support/layer-fields.ts';
import { layerValues } from '../support/tshark-layers.ts';

type Row = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, readonly Row[]>>;

export interface LayerComparison {
  /** Names of tshark's fields that were equal at least once, and never different without an excuse. */
  readonly equal: ReadonlySet<string>;
  readonly values: number;
  readonly excused: Readonly<Record<string, number>>;
  readonly differences: readonly string[];
}

/** Frames whose CRC is wrong, those whose access address is of no connection and no stream, and the first after which a connection is ciphertext. */
export interface FrameFacts {
  readonly damaged: ReadonlySet<number>;
  readonly stray: ReadonlySet<number>;
  readonly encryptedFrom: number;
}

/** Compares every field of every frame that both know. */
export function compareLayers(
  path: string,
  tables: Tables,
  facts: FrameFacts,
  all: readonly LayerField[],
  known: ReadonlySet<string>,
): LayerComparison {
  const layers = all
    .map((layer) => ({ ...layer, fields: layer.fields.filter((field) => known.has(field)) }))
    .filter(({ fields }) => fields.length > 0);
  const theirs = layerValues(path, [...new Set(layers.flatMap(({ fields }) => fields))]);
  const rows = new Map<string, Map<number, Row[]>>();
  for (const [table, list] of Object.entries(tables)) rows.set(table, byPacket(list));
  const equal = new Set<string>();
  const excused: Record<string, number> = {};
  const differences: string[] = [];
  const spoilt = new Set<string>();
  let values = 0;
  const heard = new Set<string>();
  for (const [no, frame] of theirs) {
    const said = JSON.stringify([...frame]);
    const again = heard.has(said);
    heard.add(said);
    for (const layer of layers) {
      const field = layer.fields.find((name) => frame.has(name));
      if (field === undefined) continue;
      const sent = (frame.get(field) ?? []).map(plain).map((text) => (field.endsWith('.uuid128') ? eitherWay(text) : text));
      const mine = (rows.get(layer.table)?.get(no) ?? []).filter(({ kind }) => layer.kind === undefined || kind === layer.kind);
      const ours = (layer.once ? mine.slice(0, 1) : mine).flatMap((row) => layer.columns.flatMap((column) => valuesOf(row, column, layer)));
      if (same(ours, sent, layer.oneOf)) {
        values += sent.length;
        equal.add(field);
        continue;
      }
      const isSentAgain = field === REQUEST && isSame(theirs, Number(ours[0]), Number(sent[0]));
      const reason = isSentAgain ? SENT_AGAIN : (excuse(layer, field, mine, again) ?? unread(no, mine, facts));
      if (reason === null) {
        spoilt.add(field);
        differences.push(
          `frame ${String(no)} ${field}: tshark ${sent.join(' ')}, we ${ours.join(' ')} (${layer.table}.${layer.columns.join('|')})`,
        );
      } else excused[reason] = (excused[reason] ?? 0) + 1;
    }
  }
  for (const field of spoilt) equal.delete(field);
  return { equal, values, excused, differences };
}

function byPacket(rows: readonly Row[]): Map<number, Row[]> {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const no = Number(row['packet_no']);
    const list = found.get(no) ?? [];
    list.push(row);
    found.set(no, list);
  }
  return found;
}

/** Why the two may say something else about a frame. */
function excuse({ table }: LayerField, field: string, rows: readonly Row[], again: boolean): string | null {
  if (rows.length === 0 && again) return 'a packet that is sent again: we have one row, tshark dissects each';
  if (rows.length === 0 && table === 'gatt')
    return 'an attribute that was discovered before: a row for each attribute, not for each discovery';
  if (rows[0]?.['cut'] === true) return 'the PDU ends before its parameters do; tshark reads on into the CRC';
  const opcode = rows[0]?.['opcode'];
  if (table === 'att' && opcode === 0x0f)
    return 'tshark repeats the handles and types of ATT_READ_MULTIPLE_REQ; the response has none, and no lengths';
  if (
    table === 'att' &&
    isAttResponse(Number(opcode)) &&
    rows[0]?.['request_packet_no'] === undefined &&
    (field === REQUEST || rows[0]?.[field.startsWith('btatt.uuid') ? 'uuid' : 'handle'] === undefined)
  )
    return 'packets were missed, so that the response may be of a later request; tshark takes the last one that it saw';
  if (field.startsWith('btatt.uuid') && opcode === 0x01)
    return 'tshark names the type that the failed request searched; ours is the type of the attribute';
  return WRONG.get(field)?.(rows[0] ?? {}) ?? null;
}

const REQUEST = 'btatt.request_in_frame';
const SENT_AGAIN = 'the request was sent again: ours is the packet that was heard first, tshark names the last one';

/** Whether a later frame says the same as an earlier one. */
function isSame(frames: ReadonlyMap<number, ReadonlyMap<string, readonly string[]>>, earlier: number, later: number): boolean {
  const [before, after] = [frames.get(earlier), frames.get(later)];
  return earlier < later && before !== undefined && after !== undefined && JSON.stringify([...before]) === JSON.stringify([...after]);
}

/** Frames that may lie between the pieces of one L2CAP frame in the recordings. */
const MOST_APART = 6;

/** Why we have no row of a frame that tshark dissects. */
function unread(no: number, rows: readonly Row[], { damaged, stray, encryptedFrom }: FrameFacts): string | null {
  if (rows.length > 0) return null;
  if (stray.has(no)) return 'the access address is damaged, so that no connection has it; tshark dissects it as data';
  if (damaged.has(no)) return 'the CRC is wrong: damaged packets have no row; tshark dissects them';
  if (Array.from({ length: MOST_APART }, (_, i) => no - 1 - i).some((one) => damaged.has(one)))
    return 'the CRC of one of its pieces is wrong; tshark puts the frame together all the same';
  return no > encryptedFrom ? 'ciphertext, which tshark takes for a PDU' : null;
}

/** Fields that tshark 4.0 reads from other octets than the specification says. */
const WRONG: ReadonlyMap<string, (row: Row) => string | null> = new Map<string, (row: Row) => string | null>([
  ['btle.control.phys', ({ opcode }: Row) => (opcode === 0x1a ? 'tshark shows the octet of LL_CTE_REQ under this name too' : null)],
  [
    'btle.control.sleep_clock_accuracy',
    () => 'tshark takes the upper bits of the octet of LL_CLOCK_ACCURACY_REQ; Vol 6 Part B 2.4.2.30 has the value in the lower ones',
  ],
  [
    'btatt.uuid16',
    ({ opcode, uuid: type }: Row) => {
      if (opcode === 0x07) return 'tshark names a service of the handle from before; ours is the type that was searched';
      const isLong = opcode === 0x09 && String(type).length > 4;
      return isLong ? 'tshark shows 0 where the type of the list has 128 bits' : null;
    },
  ],
  [
    'bthci_evt.bis_handle',
    ({ subevent }: Row) => (subevent === 0x1b ? 'tshark reads the handles of Create BIG Complete big-endian' : null),
  ],
  ['bthci_cmd.connection_handle', ({ code }: Row) => (code === 0x2067 ? 'the handle is that of the stream, in a column of its own' : null)],
  ['bthci_evt.enc_key_size', () => 'tshark reads the octet as signed'],
  ...['min', 'max'].map((end): [string, (row: Row) => string | null] => [
    `bthci_cmd.le_advts_interval_${end}`,
    ({ code }: Row) => (code === 0x203e ? 'tshark shows the interval of periodic advertising under this name too' : null),
  ]),
  [
    'bthci_cmd.adv_properties.txpower',
    ({ code }: Row) => (code === 0x203e ? 'tshark shows a property of periodic advertising under this name too' : null),
  ],
  [
    'btl2cap.psm',
    ({ code }: Row) =>
      code === 0x04 || code === 0x05 || code === 0x06 || code === 0x07
        ? 'tshark adds what the channel was opened for; the PDU does not say it'
        : null,
  ],
  [
    'btle.control.sync_info.sleep_clock_accuracy',
    () => 'tshark always says 0; the value is in the three bits behind the channel map (2.3.4.6)',
  ],
]);

/** Numbers in decimal, octets and texts in lower case. */
function plain(text: string): string {
  if (/^0x[0-9a-f]+$/i.test(text)) return String(BigInt(text));
  if (text === 'True' || text === 'False') return text === 'True' ? '1' : '0';
  return text.toLowerCase();
}

/** Declarations name handles too, and tshark lists them among those of the attributes. */
const DECLARATIONS: ReadonlyMap<unknown, Readonly<Record<string, number>>> = new Map([
  ['2803', { handle: 1 }],
  ['2802', { handle: 0, end_handle: 2 }],
]);

function valuesOf(row: Row, column: string, { how, by, table }: LayerField): string[] {
  const value = row[column];
  const declared = table === 'att' && row['opcode'] === 9 ? row['value'] : undefined;
  const at = DECLARATIONS.get(row['uuid'])?.[column];
  if (declared instanceof Uint8Array && at !== undefined)
    return [...(value === undefined ? [] : [String(Number(value))]), String((declared[at] ?? 0) | ((declared[at + 1] ?? 0) << 8))];
  if (value === undefined) return [];
  if (value instanceof Uint8Array) {
    const digits = Buffer.from(how === 'little-endian' ? Uint8Array.from(value).reverse() : value).toString('hex');
    return [how === 'little-endian' ? String(BigInt(`0x${digits}`)) : digits];
  }
  if (typeof value === 'boolean') return [value ? '1' : '0'];
  if (typeof value === 'string') return [column === 'uuid' ? uuid(value) : value.toLowerCase()];
  const number = BigInt(value as number | bigint);
  if (how === 'bit') return [String((number >> BigInt(by)) & 1n)];
  if (how === 'mask') return [String(number & BigInt(by))];
  if (how === 'little-endian') return [littleEndianHex(number, by)];
  return [String(number / BigInt(by))];
}

/** tshark shows UUIDs of 128 bits as they travel where a PDU has them, and the other way round where it remembers them. */
const eitherWay = (digits: string): string => {
  const reversed = Buffer.from(digits, 'hex').reverse().toString('hex');
  return reversed < digits ? reversed : digits;
};

const uuid = (text: string): string =>
  text.length === 4 ? String(Number(`0x${text}`)) : eitherWay(text.replaceAll('-', '').toLowerCase());

function littleEndianHex(value: bigint, octets: number): string {
  return Buffer.from(value.toString(16).padStart(octets * 2, '0'), 'hex')
    .reverse()
    .toString('hex');
}

/** Every value in order; or, where tshark names values of other frames too, each of ours among them. */
const same = (ours: readonly string[], theirs: readonly string[], oneOf: boolean): boolean =>
  oneOf ? ours.length > 0 && ours.every((value) => theirs.includes(value)) : ours.join(' ') === theirs.join(' ');

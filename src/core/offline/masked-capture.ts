import { WorkbenchError } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ExporterParts } from '../../export/exporter.ts';
import type { FileJob } from '../../export/encoder.ts';
import { readingFile } from '../captures/file-changed.ts';
import { createMask, type Mask, type MaskPlan } from '../../export/mask/mask.ts';
import { ADVERT_COLUMNS } from '../../tables/adverts.ts';
import { timeColumn } from '../../tables/capture-time.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { readScanLogHead, readScanLogLine, scanLogHead, scanLogLine } from '../../tables/scan-log.ts';
import type { WebAdvert } from '../../tables/web-advert.ts';

export interface MaskingParts {
  readonly engine: Pick<Engine, 'answer' | 'stream'>;
  readonly encode: ExporterParts['encode'];
  /** Returns the file of a capture; undefined while the capture is growing. */
  readonly file: (capture_id: string) => File | undefined;
}

export interface MaskedFile {
  readonly file: File;
  /** Number of rows left out of the masked file, because they could not be read or cannot be written as packets. */
  readonly rows_left_out: number;
}

/** Names of the columns of the packet table that contain addresses. */
export const ADDRESS_COLUMNS = ADVERT_COLUMNS.flatMap(({ name }) => (name.endsWith('_addr') ? [name] : []));

/**
 * Chooses an unused neutral name for a masked capture, which becomes its id on other pages too. The file name is not used, because it may
 * reveal whose devices these are.
 */
export function freeName(isOpen: (capture_id: string) => boolean): string {
  for (let number = 1; ; number++) {
    const name = `masked_${String(number)}`;
    if (!isOpen(name)) return name;
  }
}

/** Throws if a capture is a table, because it is unknown which columns of tables identify people or devices. */
export function refuseUnmaskable(captures: readonly CaptureInfo[]): void {
  const table = captures.find(({ kind }) => kind !== 'ble');
  if (table)
    throw new WorkbenchError(
      'CANNOT_MASK',
      `expected captures of packets, found the table ${table.file_name}: it is unknown which of its columns identify people or devices. Leave it out, or share it unmasked.`,
    );
}

/** Creates the parameters of a masking, with a new random key. */
export const planMask = (payloads: MaskPlan['payloads']): MaskPlan => ({ key: crypto.getRandomValues(new Uint8Array(32)), payloads });

/** Values of the captures, such as addresses and names, that a call may contain. In the call they are masked as in the masked capture. */
export interface KnownValues {
  readonly addresses: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly sensors: ReadonlySet<string>;
}

export async function knownValues(
  captures: readonly CaptureInfo[],
  { engine }: Pick<MaskingParts, 'engine'>,
  options: WorkOptions = {},
): Promise<KnownValues> {
  const addresses = new Set<string>();
  const names = new Set<string>();
  const gather = async (id: string, column: string, where: string, into: Set<string>): Promise<void> => {
    const sql = `SELECT DISTINCT ${column} AS found FROM "${id}" WHERE ${column} IS NOT NULL${where}`;
    const { values } = (await engine.answer(sql, [], options)).column('found');
    for (const value of Array.from(values)) if (typeof value === 'string') into.add(value);
  };
  for (const { capture_id: id, columns } of captures) {
    const own = new Set(columns.map(({ name }) => name));
    for (const column of ADDRESS_COLUMNS) if (own.has(column)) await gather(id, column, '', addresses);
    // Leave out packets with CRC errors, because their names may be random bytes.
    const intact = own.has('crc_ok') ? ' AND crc_ok IS DISTINCT FROM FALSE' : '';
    if (own.has('local_name')) await gather(id, 'local_name', intact, names);
  }
  return { addresses, names, sensors: new Set(captures.flatMap(({ sensors }) => sensors)) };
}

/**
 * Writes a masked copy of a capture: as pcapng from its rows, or a recorded scan line by line. Only what rows of advertising packets
 * contain is written: no data PDUs, HCI records or keys.
 */
export async function maskedCapture(
  capture: CaptureInfo,
  name: string,
  plan: MaskPlan,
  parts: MaskingParts,
  options: WorkOptions = {},
): Promise<MaskedFile> {
  const log = parts.file(capture.capture_id);
  if (capture.format === 'live' && capture.link_types.length === 0 && log) return maskedLog(log, name, await createMask(plan));
  const own = new Set(capture.columns.map((column) => column.name));
  const job: FileJob = {
    ...{ format: 'pcapng', name, captures: [], timed: true, provenance_file: false, spreadsheet_safe: false, comments: false },
    columns: ADVERT_COLUMNS.filter((column) => own.has(column.name)),
    ...{ labels: new Map(), name_column: null, names: new Map() },
    provenance: { made_by: 'Capture Workbench', journal_head: null, captures: [], columns: [] },
    mask: plan,
  };
  const out: Blob[] = [];
  let done = 0;
  // Write the times of the capture's time base as `ts_us`, because the copy has only one time per packet.
  const times = timeColumn(capture) === 'ts_us' ? '' : ` REPLACE (${timeColumn(capture)} AS ts_us)`;
  const rows_left_out = await parts.encode(options.signal, async (encoder) => {
    const { bytes, select } = await encoder.begin(job);
    out.push(new Blob([bytes]));
    await parts.engine.stream(
      `SELECT ${select.join(', ')} FROM (SELECT '' AS capture_id, *${times} FROM "${capture.capture_id}") AS selected`,
      [],
      async (part) => {
        out.push(new Blob([await encoder.rows(part.ipc())]));
        done += part.rows;
        options.onProgress?.({ phase: 'masking', done, total: capture.row_count, unit: 'rows' });
      },
      options,
    );
    const end = await encoder.end();
    out.push(new Blob([end.bytes]));
    return end.left_out;
  });
  return { file: new File(out, `${name}.pcapng`), rows_left_out };
}

/** Writes a masked copy of a recorded Web Bluetooth scan, which has ids in place of addresses. */
async function maskedLog(log: File, name: string, mask: Mask): Promise<MaskedFile> {
  const [first = '', ...lines] = (await readingFile(log.name, () => log.text())).split('\n');
  const head = readScanLogHead(first);
  const out = [scanLogHead(mask.sensor(head?.source ?? ''), 0)];
  let rows_left_out = 0;
  for (const line of lines) {
    if (line === '') continue;
    const advert = readScanLogLine(line);
    if (typeof advert === 'string') rows_left_out++;
    else out.push(scanLogLine(maskedAdvert(advert, mask)));
  }
  return { file: new File(out, `${name}.ndjson`), rows_left_out };
}

function maskedAdvert({ us, device_id, name, rssi, tx_power, appearance, uuids, manufacturer, service }: WebAdvert, mask: Mask): WebAdvert {
  const { identifiers, dropsPayloads } = mask;
  return {
    us,
    rssi,
    tx_power,
    device_id: mask.id(device_id),
    name: name === null ? null : mask.name(name),
    appearance: appearance === null ? null : identifiers.appearance(appearance),
    uuids: uuids.map((uuid) => maskedUuid(uuid, mask)),
    manufacturer: dropsPayloads ? [] : manufacturer.map(([id, data]) => [identifiers.company(id), mask.manufacturer(id, data)]),
    service: dropsPayloads ? [] : service.map(([uuid, data]) => [maskedUuid(uuid, mask), mask.service(withoutBase(uuid), data)]),
  };
}

/** The base of all Bluetooth UUIDs (Core specification, Vol 3 Part B 2.5.1). */
const BASE = '-0000-1000-8000-00805f9b34fb';
const ON_BASE = new RegExp(`^0000[0-9a-f]{4}${BASE}$`, 'i');

/** Shortens a UUID on the Bluetooth base to its 16 bits, because browsers write every UUID with 128 bits. */
const withoutBase = (uuid: string): string => (ON_BASE.test(uuid) ? uuid.slice(4, 8) : uuid);

function maskedUuid(uuid: string, { identifiers }: Mask): string {
  const other = identifiers.uuidText(withoutBase(uuid)).toLowerCase();
  return other.length === 4 ? `0000${other}${BASE}` : other;
}

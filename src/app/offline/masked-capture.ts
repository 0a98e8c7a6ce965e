import { WorkbenchError } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { Engine } from '../../engine/engine.ts';
import type { ExporterParts } from '../../export/exporter.ts';
import type { FileJob } from '../../export/encoder.ts';
import { createMask, type Mask, type MaskPlan } from '../../export/mask/mask.ts';
import { ADVERT_COLUMNS } from '../../tables/adverts.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { readScanLogHead, readScanLogLine, scanLogHead, scanLogLine } from '../../tables/scan-log.ts';
import type { WebAdvert } from '../../tables/web-advert.ts';

export interface MaskingParts {
  readonly engine: Pick<Engine, 'answer' | 'stream'>;
  readonly encode: ExporterParts['encode'];
  /** The file of a capture; undefined while it grows. */
  readonly file: (capture_id: string) => File | undefined;
}

export interface MaskedFile {
  readonly file: File;
  /** Rows that have no packet to be written as, or could not be read. */
  readonly rows_left_out: number;
}

const ADDRESS_COLUMNS = ADVERT_COLUMNS.flatMap(({ name }) => (name.endsWith('_addr') ? [name] : []));

/**
 * A name for a masked capture. Not the file's own: it may say whose devices these are. And one that is free, so that the id of
 * the capture is the same elsewhere.
 */
export function freeName(isOpen: (capture_id: string) => boolean): string {
  for (let number = 1; ; number++) {
    const name = `masked_${String(number)}`;
    if (!isOpen(name)) return name;
  }
}

/** Refuses captures that cannot be masked: of a table nobody knows which columns name people or devices. */
export function refuseUnmaskable(captures: readonly CaptureInfo[]): void {
  const table = captures.find(({ kind }) => kind !== 'ble');
  if (table)
    throw new WorkbenchError(
      'CANNOT_MASK',
      `expected captures of packets, found the table ${table.file_name}: which of its columns name people or devices is not known. Leave it out, or share it as it is.`,
    );
}

/** The plan for one share: a fresh key, and everything in these captures that names a device. */
export async function planMask(
  captures: readonly CaptureInfo[],
  { engine }: MaskingParts,
  payloads: MaskPlan['payloads'],
  options: WorkOptions = {},
): Promise<MaskPlan> {
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
    // Noise makes names that nobody has, some of them short: they would be found everywhere.
    const heard = own.has('crc_ok') ? ' AND crc_ok IS DISTINCT FROM FALSE' : '';
    if (own.has('local_name')) await gather(id, 'local_name', heard, names);
  }
  return { key: crypto.getRandomValues(new Uint8Array(32)), addresses: [...addresses], names: [...names], payloads };
}

/**
 * A capture derived from another one: pcapng made from its rows, or a recorded scan line by line. Only what the rows keep of
 * advertising packets is written, so nothing else of the file comes along: no data PDU, no HCI record, no key in them.
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
    labels: new Map(),
    provenance: { made_by: 'Capture Workbench', journal_head: null, captures: [], columns: [] },
    mask: plan,
  };
  const out: Blob[] = [];
  let done = 0;
  const rows_left_out = await parts.encode(options.signal, async (encoder) => {
    const { bytes, select } = await encoder.begin(job);
    out.push(new Blob([bytes]));
    await parts.engine.stream(
      `SELECT ${select.join(', ')} FROM (SELECT '' AS capture_id, * FROM "${capture.capture_id}") AS selected`,
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

/** Recorded scans of Web Bluetooth have ids in the place of addresses. */
async function maskedLog(log: File, name: string, mask: Mask): Promise<MaskedFile> {
  const [first = '', ...lines] = (await log.text()).split('\n');
  const head = readScanLogHead(first);
  const out = [scanLogHead(mask.text(head?.source ?? ''), 0)];
  let rows_left_out = 0;
  for (const line of lines) {
    if (line === '') continue;
    const advert = readScanLogLine(line);
    if (typeof advert === 'string') rows_left_out++;
    else out.push(scanLogLine(maskedAdvert(advert, mask)));
  }
  return { file: new File(out, `${name}.ndjson`), rows_left_out };
}

function maskedAdvert(advert: WebAdvert, mask: Mask): WebAdvert {
  const data = <Id>([id, bytes]: readonly [Id, Uint8Array]): readonly [Id, Uint8Array] => [id, mask.bytes(bytes)];
  return {
    ...advert,
    device_id: mask.id(advert.device_id),
    name: advert.name === null ? null : mask.name(advert.name),
    manufacturer: mask.dropsPayloads ? [] : advert.manufacturer.map(data),
    service: mask.dropsPayloads ? [] : advert.service.map(data),
  };
}

import { Unzlib } from 'fflate';
import { WorkbenchError } from '../../base/failure.ts';
import { joinBytes } from '../../base/join-bytes.ts';
import type { ByteSource } from '../decoder.ts';
import { u16le, u32le } from '../../base/octets.ts';

/**
 * The Bluetooth log inside an Android bug report, as a btsnoop file. The report is a text; the log is in it, between two marks:
 *
 *   --- BEGIN:BTSNOOP_LOG_SUMMARY (123 bytes in) ---
 *   base64, in lines, of: version 1 | time of the last packet 8, µs since 1970 | zlib of the records
 *   --- END:BTSNOOP_LOG_SUMMARY ---
 *
 *   record of version 1: length 2 | µs since the one before 4 | kind 1 | length - 1 octets
 *   record of version 2: length 2 | length of the packet 2 | µs since the one before 4 | kind 1 | length - 1 octets
 *
 * Both lengths count the kind; all little-endian. Format of AOSP, system/bt: btif_debug_btsnoop.cc and tools/scripts/btsnooz.py.
 */
const BEGIN = '--- BEGIN:BTSNOOP_LOG_SUMMARY';
const END = '--- END:BTSNOOP_LOG_SUMMARY';
const REPORT = '== dumpstate:';
const HEAD_BYTES = 65_536;
const PREAMBLE_BYTES = 9;
const HEADER_BYTES: Readonly<Record<number, number>> = { 1: 7, 2: 9 };
/** The stack keeps 256 KiB of records. */
const MOST_TEXT = 16 * 1024 * 1024;
const MOST_CONTENT = 64 * 1024 * 1024;
/** The content is decompressed in small pieces, so that everything before damage is still read. */
const PIECE_BYTES = 1024;

/** Kinds of the stack: the octet of the H4 transport, and whether the packet came from the controller. */
const KINDS: Readonly<Record<number, readonly [h4: number, received: boolean]>> = {
  0x10: [4, true],
  0x11: [2, true],
  0x12: [3, true],
  0x17: [5, true],
  0x20: [1, false],
  0x21: [2, false],
  0x22: [3, false],
  0x2d: [5, false],
};
/** btsnoop counts µs from the year 0. */
const EPOCH_US = 0x00dcddb30f2f8000n;
const BTSNOOP_HEADER = [0x62, 0x74, 0x73, 0x6e, 0x6f, 0x6f, 0x70, 0, 0, 0, 0, 1, 0, 0, 0x03, 0xea];
const RECORD_BYTES = 24;

/** Whether the text begins as a bug report, or a log is near its start. */
export async function isBugReport(source: ByteSource): Promise<boolean> {
  const head = await source.bytes(0, HEAD_BYTES);
  // Nothing that begins with a control octet is a text.
  if ((head[0] ?? 0) < 9) return false;
  const text = latin1.decode(head);
  return text.includes(BEGIN) || text.slice(0, 4096).includes(REPORT);
}

const latin1 = new TextDecoder('latin1');

/** Holds the log alone; the report is read once, in windows. */
export class BugReportSource implements ByteSource {
  readonly size = null;
  private log: Promise<Uint8Array> | null = null;

  constructor(
    private readonly report: ByteSource,
    private readonly damaged: (offset: number, message: string) => void,
  ) {}

  get file_name(): string {
    return this.report.file_name;
  }

  async *windows(): AsyncGenerator<Uint8Array> {
    yield await this.read();
  }

  async bytes(start: number, end: number): Promise<Uint8Array> {
    return (await this.read()).subarray(start, end);
  }

  async length(): Promise<number> {
    return (await this.read()).length;
  }

  private read(): Promise<Uint8Array> {
    this.log ??= this.convert();
    return this.log;
  }

  private async convert(): Promise<Uint8Array> {
    const logs = await findLogs(this.report);
    const parts: Uint8Array[] = [Uint8Array.from(BTSNOOP_HEADER)];
    let length = BTSNOOP_HEADER.length;
    let fault: string | null = null;
    for (const log of logs) {
      const { bytes, damage } = btsnoopOf(log);
      parts.push(bytes);
      length += bytes.length;
      fault ??= damage;
    }
    if (length === BTSNOOP_HEADER.length) {
      const found =
        logs.length === 0
          ? `no block ${BEGIN.slice(10)}: Bluetooth was off, or the report was made without it`
          : `one that is damaged (${String(fault)})`;
      throw new WorkbenchError('UNREADABLE_FILE', `expected a Bluetooth log in the Android bug report, found ${found}`);
    }
    if (fault !== null)
      this.damaged(length, `the Bluetooth log of the bug report is damaged (${fault}); the records before the damage were read`);
    return joinBytes(parts);
  }
}

interface LogText {
  readonly base64: string;
  /** Whether the mark at the end of the log was found. */
  readonly whole: boolean;
}

async function findLogs(report: ByteSource): Promise<LogText[]> {
  const logs: LogText[] = [];
  let open: string | null = null;
  let rest = '';
  for await (const window of report.windows()) {
    let text = rest + latin1.decode(window);
    for (;;) {
      const mark = text.indexOf(open === null ? BEGIN : END);
      const lineEnd = mark < 0 ? -1 : text.indexOf('\n', mark);
      if (mark < 0 || lineEnd < 0) break;
      if (open === null) open = '';
      else {
        logs.push({ base64: open + text.slice(0, mark), whole: true });
        open = null;
      }
      text = text.slice(lineEnd + 1);
    }
    // A mark may be cut by the end of the window.
    const kept = Math.max(0, text.length - 2 * BEGIN.length);
    const cut = text.lastIndexOf('\n', kept) + 1;
    if (open !== null) open += text.slice(0, cut);
    rest = text.slice(cut);
    if (open === null && rest.length > HEAD_BYTES) rest = rest.slice(-HEAD_BYTES);
    if (open !== null && open.length > MOST_TEXT) break;
  }
  if (open !== null) logs.push({ base64: open + rest, whole: false });
  return logs;
}

/** Records of a btsnoop file, and what is wrong with the log, if anything. */
function btsnoopOf({ base64, whole }: LogText): { readonly bytes: Uint8Array; readonly damage: string | null } {
  const none = (damage: string) => ({ bytes: new Uint8Array(0), damage });
  const packed = decodeBase64(base64);
  if (packed.length < PREAMBLE_BYTES) return none('it ends before its first record');
  const version = packed[0] ?? 0;
  const header = HEADER_BYTES[version];
  if (header === undefined) return none(`it has version ${String(version)}; 1 and 2 are known`);
  const last = (BigInt(u32le(packed, 5)) << 32n) | BigInt(u32le(packed, 1));
  const { content, damage } = inflate(packed.subarray(PREAMBLE_BYTES));
  const { records, fault } = splitRecords(content, header);
  return { bytes: writeRecords(content, records, last), damage: damage ?? fault ?? (whole ? null : 'its end is missing') };
}

function decodeBase64(text: string): Uint8Array {
  const digits = text.replaceAll(/[^A-Za-z0-9+/]/g, '');
  const binary = atob(digits.slice(0, digits.length - (digits.length % 4 === 1 ? 1 : 0)));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

function inflate(packed: Uint8Array): { readonly content: Uint8Array; readonly damage: string | null } {
  const parts: Uint8Array[] = [];
  let length = 0;
  const inflater = new Unzlib((chunk) => {
    parts.push(chunk);
    length += chunk.length;
  });
  let damage: string | null = null;
  try {
    for (let at = 0; at < packed.length; at += PIECE_BYTES) {
      inflater.push(packed.subarray(at, at + PIECE_BYTES), false);
      if (length > MOST_CONTENT) throw new Error(`it holds more than ${String(MOST_CONTENT / 1024 / 1024)} MiB`);
    }
    inflater.push(new Uint8Array(0), true);
  } catch (error) {
    damage = error instanceof Error ? error.message : String(error);
  }
  return { content: joinBytes(parts), damage };
}

interface SnoozRecord {
  readonly at: number;
  readonly length: number;
  readonly original: number;
  readonly delta: number;
  readonly kind: number;
}

function splitRecords(content: Uint8Array, header: number): { readonly records: SnoozRecord[]; readonly fault: string | null } {
  const records: SnoozRecord[] = [];
  let at = 0;
  while (at < content.length) {
    const length = u16le(content, at) - 1;
    const start = at + header;
    if (start > content.length || length < 0 || start + length > content.length)
      return { records, fault: `record ${String(records.length + 1)} is cut` };
    const original = header === 9 ? u16le(content, at + 2) : length + 1;
    records.push({ at: start, length, original, delta: u32le(content, start - 5), kind: content[start - 1] ?? 0 });
    at = start + length;
  }
  return { records, fault: null };
}

/** @param last time of the last record; the deltas lead back to the first */
function writeRecords(content: Uint8Array, records: readonly SnoozRecord[], last: bigint): Uint8Array {
  const bytes = new Uint8Array(records.reduce((sum, { length }) => sum + RECORD_BYTES + 1 + length, 0));
  const view = new DataView(bytes.buffer);
  let time = last + EPOCH_US - BigInt(records.reduce((sum, { delta }) => sum + delta, 0));
  let at = 0;
  for (const { at: from, length, original, delta, kind } of records) {
    const [h4, received] = KINDS[kind] ?? [kind, false];
    time += BigInt(delta);
    view.setUint32(at, Math.max(original, length + 1));
    view.setUint32(at + 4, length + 1);
    view.setUint32(at + 8, (received ? 1 : 0) | (h4 === 1 || h4 === 4 ? 2 : 0));
    view.setBigUint64(at + 16, BigInt.asUintN(64, time));
    bytes[at + RECORD_BYTES] = h4;
    bytes.set(content.subarray(from, from + length), at + RECORD_BYTES + 1);
    at += RECORD_BYTES + 1 + length;
  }
  return bytes;
}

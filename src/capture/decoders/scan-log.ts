import { WorkbenchError } from '../../base/failure.ts';
import { ADVERT_COLUMNS } from '../../tables/adverts.ts';
import { readScanLogHead, readScanLogLine, SCAN_LOG_VERSION } from '../../tables/scan-log.ts';
import { NO_ADDRESSES } from '../../tables/no-addresses.ts';
import { WebAdvertRows } from '../../tables/web-advert-rows.ts';
import type { ByteSource, Decoder } from '../decoder.ts';
import { RecordTally } from '../record-count.ts';
import { sessionKey } from '../session-key.ts';

/** Maximum length of a line, bytes; a longer one is damage. */
const MOST_LINE = 1 << 20;

/** A scan by Web Bluetooth that this workbench recorded (`tables/scan-log.ts`). */
export const scanLogDecoder: Decoder = {
  name: 'scan-log',
  kind: 'ble',
  probe: ({ bytes }) => {
    const end = bytes.subarray(0, 4096).indexOf(0x0a);
    const head = end < 0 ? null : readScanLogHead(new TextDecoder().decode(bytes.subarray(0, end)));
    return head === null ? null : { confidence: 1, format: 'live' };
  },
  async decode(source, output, { batch_rows, check }) {
    await output.begin('live', ADVERT_COLUMNS);
    output.warning(NO_ADDRESSES.code, NO_ADDRESSES.message);
    const found: { rows: WebAdvertRows | null } = { rows: null };
    let receiver = '';
    let number = 0;
    const tally = new RecordTally();
    let offset = 0;
    for await (const line of linesOf(source, check)) {
      number++;
      if (found.rows === null) {
        const head = readScanLogHead(line.text);
        if (head === null || head.version > SCAN_LOG_VERSION) throw foreign(head?.version);
        receiver = head.source;
        found.rows = new WebAdvertRows(batch_rows, receiver, sessionKey());
      } else {
        const advert = line.whole ? readScanLogLine(line.text) : 'the file ends within a line';
        tally.read++;
        if (typeof advert === 'string') {
          tally.reported++;
          output.problem(offset, number, line.whole ? 'LINE' : 'LINE_CUT', advert);
        } else {
          tally.tableRows(1);
          if (found.rows.add(advert)) await found.rows.send((batch) => output.batch(batch));
        }
      }
      offset += line.bytes;
    }
    await found.rows?.send((batch) => output.batch(batch));
    const span = found.rows?.span ?? null;
    return {
      records: tally.end(),
      link_types: [],
      channels: [],
      sensors: span === null ? [] : [receiver],
      time_base: span === null ? 'none' : 'epoch',
      time_range_us: span,
    };
  },
};

const foreign = (version: number | undefined): WorkbenchError =>
  new WorkbenchError(
    'UNREADABLE_FILE',
    `expected a recorded scan of version ${String(SCAN_LOG_VERSION)}, found ${version === undefined ? 'another first line' : `version ${String(version)}`}`,
  );

interface Line {
  readonly text: string;
  /** Length of the line in bytes, including its line end. */
  readonly bytes: number;
  readonly whole: boolean;
}

async function* linesOf(source: ByteSource, check: () => void): AsyncGenerator<Line> {
  const decoder = new TextDecoder();
  let rest = new Uint8Array(0);
  for await (const window of source.windows()) {
    check();
    const bytes = new Uint8Array(rest.length + window.length);
    bytes.set(rest);
    bytes.set(window, rest.length);
    let from = 0;
    for (let end = bytes.indexOf(0x0a); end >= 0; end = bytes.indexOf(0x0a, from)) {
      yield { text: decoder.decode(bytes.subarray(from, end)), bytes: end + 1 - from, whole: true };
      from = end + 1;
    }
    rest = bytes.slice(from);
    if (rest.length > MOST_LINE)
      throw new WorkbenchError('UNREADABLE_FILE', 'expected lines of at most 1 MiB in a recorded scan, found a longer one');
  }
  if (rest.length > 0) yield { text: decoder.decode(rest), bytes: rest.length, whole: false };
}

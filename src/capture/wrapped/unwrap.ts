import { Gunzip } from 'fflate';
import { WorkbenchError } from '../../base/failure.ts';
import type { ByteSource } from '../decoder.ts';
import { u16le } from '../../base/octets.ts';
import { BugReportSource, isBugReport } from './bug-report.ts';
import { InflatedSource } from './inflated-source.ts';
import type { CreateInflater } from './inflated-source.ts';
import { isZip, memberSource, nothingToOpen, surveyZip } from './archive.ts';
import type { Claim } from './archive.ts';
import { ZSTD_PIECE_BYTES, isZstd, zstdStream } from './zstd.ts';

/** Limit on layers of compression around one file; one is usual. */
const MOST_LAYERS = 3;
const GZIP = 0x8b1f;

export interface UnwrapReport {
  problem(offset: number, record: number, code: string, message: string): void;
  warning(code: string, message: string): void;
}

/** Takes gzip, Zstandard and zip off, layer by layer, judging by content. What is wrapped in nothing comes back as it is. */
export async function unwrap(outer: ByteSource, report: UnwrapReport, claim: Claim): Promise<ByteSource> {
  const content = await takeOut(outer, report, claim);
  if (content instanceof BugReportSource)
    report.warning(
      'BUG_REPORT',
      'the Bluetooth log of an Android bug report: the phone keeps the newest packets alone, and cuts data of connections',
    );
  return content;
}

async function takeOut(outer: ByteSource, report: UnwrapReport, claim: Claim): Promise<ByteSource> {
  const source = await uncompress(outer, onDamage(report));
  if (!(await isZip(source))) return source;
  const survey = await surveyZip(source, claim);
  const [first, ...others] = survey.captures;
  if (first === undefined) throw nothingToOpen(survey);
  if (others.length > 0) {
    report.warning(
      'ARCHIVE_SEVERAL',
      `opened ${JSON.stringify(first.name)}; the zip file also holds ${listed(others.map(({ name }) => name))}`,
    );
  } else if (survey.skipped_count > 0) {
    const names = survey.skipped.map(({ name }) => name);
    report.warning(
      'ARCHIVE_SKIPPED',
      `opened ${JSON.stringify(first.name)}; no captures or tables: ${listed(names, survey.skipped_count)}`,
    );
  }
  return uncompress(await memberSource(source, first, onDamage(report)), onDamage(report));
}

const onDamage = (report: UnwrapReport) => (offset: number, message: string) => report.problem(offset, 0, 'ARCHIVE_DAMAGED', message);

/** The names as a person reads them, the first five of many. */
export const listed = (names: readonly string[], count = names.length): string =>
  `${names
    .slice(0, 5)
    .map((name) => JSON.stringify(name))
    .join(', ')}${count > 5 ? ` and ${String(count - 5)} more` : ''}`;

const gunzipStream: CreateInflater = (onData) => new Gunzip(onData);

/** Takes compression off that wraps one file only, and the Bluetooth log out of a bug report. */
export async function uncompress(outer: ByteSource, damaged: (offset: number, message: string) => void): Promise<ByteSource> {
  let source = outer;
  for (let layer = 0; ; layer++) {
    const head = await source.bytes(0, 4);
    const gzip = head.length >= 2 && u16le(head, 0) === GZIP;
    if (!gzip && !isZstd(head)) return (await isBugReport(source)) ? new BugReportSource(source, damaged) : source;
    if (layer === MOST_LAYERS) {
      throw new WorkbenchError('UNREADABLE_FILE', `expected at most ${String(MOST_LAYERS)} archives inside each other, found more`);
    }
    const inner = source;
    const shared = { file_name: inner.file_name.replace(/\.(gz|gzip|zst|zstd)$/i, ''), chunks: () => inner.windows() };
    source = gzip
      ? new InflatedSource({ ...shared, create: gunzipStream, wrapper: 'the gzip file' }, damaged)
      : new InflatedSource({ ...shared, create: zstdStream, piece_bytes: ZSTD_PIECE_BYTES, wrapper: 'the Zstandard file' }, damaged);
  }
}

/** What `provenance.json` of a conversion says about its captures, beyond what their files say. */
import { isRecord } from '../../base/record.ts';
import { clip } from '../../base/visible-text.ts';
import { displayName } from '../../ble/ad/display-name.ts';
import type { FrameLoss, Notice, TimeBase } from '../../tables/captures.ts';
import { areLinkTypes, isCount, isDigest, isNumberOf, parsed, type PartLabel, type PartSource, readSource } from './label.ts';

export interface Conversion {
  readonly capture_id: string;
  readonly source: PartSource;
  readonly format: string;
  /** Number of Parquet files. */
  readonly parts: number;
  readonly rows: number;
  /** Problems that reading the capture found. */
  readonly problems: number;
  readonly link_types: readonly number[];
  readonly sensors: readonly string[];
  readonly time_base: TimeBase;
  readonly losses: readonly FrameLoss[];
  readonly warnings: readonly Notice[];
}

/** A file of a set that is not Parquet. */
export interface ManifestText {
  readonly bytes: number;
  readonly sha256: string;
}

export interface Manifest {
  readonly conversions: readonly Conversion[];
  readonly files: readonly (ManifestText & Pick<PartLabel, 'rows' | 'part' | 'packets'> & { readonly capture_id: string })[];
  readonly statements: readonly ManifestText[];
}

/** A manifest from a file of anyone; null if it is none of a conversion. */
export function readManifest(text: string): Manifest | null {
  const value = parsed(text);
  if (!isRecord(value)) return null;
  const { conversions, files, statements } = value;
  const whole = isListOf(conversions, isConversion) && isListOf(files, isPartFile) && isListOf(statements, isFile);
  return whole ? { conversions, files, statements } : null;
}

export const isListOf = <T>(value: unknown, of: (item: unknown) => item is T): value is T[] => Array.isArray(value) && value.every(of);
/** Options of pcapng, from which sensors are named, are no longer. */
const MOST_TEXT = 65_536;
const MOST_SENSORS = 65_536;
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= MOST_TEXT;
export const isNotice = (value: unknown): value is Notice => isRecord(value) && isText(value['code']) && isText(value['message']);

/** Warnings that a conversion of packets can give, and those about its files. */
const STATED = new Set([
  ...['ARCHIVE_SEVERAL', 'ARCHIVE_SKIPPED', 'BUG_REPORT'],
  ...['NO_ADDRESSES', 'NO_PACKETS', 'NO_ROWS', 'NO_WALL_CLOCK', 'RADIO_CLOCK_GAPS', 'RESOLVING_KEYS', 'STALE_BUFFER'],
  ...['OTHER_RECORDS', 'UNEXPLAINED_RECORDS'],
  ...['PARTS_CHOSEN', 'PARTS_END_UNKNOWN', 'PARTS_MISSING', 'PARTS_PROBLEMS', 'PARTS_TWICE'],
]);
const MOST_MESSAGE = 1_000;

/** Warnings from a file of anyone as the product may give them: one of each known code, without invisible characters, and short. */
export function statedWarnings(notices: readonly Notice[]): Notice[] {
  const known = new Map<string, Notice>();
  for (const { code, message } of notices)
    if (STATED.has(code) && !known.has(code)) known.set(code, { code, message: clip(displayName(message), MOST_MESSAGE) });
  return [...known.values()];
}

const isLoss = (value: unknown): value is FrameLoss =>
  isRecord(value) && isText(value['receiver']) && Number.isFinite(value['after_us']) && isCount(value['frames']);
const isTimeBase = (value: unknown): value is TimeBase => value === 'epoch' || value === 'relative' || value === 'none';

export function isConversion(value: unknown): value is Conversion {
  if (!isRecord(value) || readSource(value['source']) === null) return false;
  const { capture_id, format, parts, rows, problems, link_types, sensors, time_base, losses, warnings } = value;
  const texts =
    isText(capture_id) && isText(format) && isListOf(sensors, isText) && sensors.length <= MOST_SENSORS && isTimeBase(time_base);
  const counts = isNumberOf(parts) && isNumberOf(rows) && isCount(problems) && areLinkTypes(link_types);
  return texts && counts && isListOf(losses, isLoss) && isListOf(warnings, isNotice);
}

const isFile = (value: unknown): value is ManifestText => isRecord(value) && isCount(value['bytes']) && isDigest(value['sha256']);

function isPartFile(value: unknown): value is Manifest['files'][number] {
  if (!isFile(value) || !isRecord(value)) return false;
  const { capture_id, rows, part, packets } = value as Record<string, unknown>;
  return isText(capture_id) && isNumberOf(rows) && isNumberOf(part) && isListOf(packets, isNumberOf) && packets.length === 2;
}

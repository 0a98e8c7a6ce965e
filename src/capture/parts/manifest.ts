/** What `provenance.json` of a conversion says about its captures, beyond what their files say. */
import type { FrameLoss, Notice, TimeBase } from '../../tables/captures.ts';
import { areLinkTypes, isCount, isDigest, isNumberOf, isObject, parsed, type PartLabel, type PartSource, readSource } from './label.ts';

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
  if (!isObject(value)) return null;
  const { conversions, files, statements } = value;
  const whole = isListOf(conversions, isConversion) && isListOf(files, isPartFile) && isListOf(statements, isFile);
  return whole ? { conversions, files, statements } : null;
}

export const isListOf = <T>(value: unknown, of: (item: unknown) => item is T): value is T[] => Array.isArray(value) && value.every(of);
const isText = (value: unknown): value is string => typeof value === 'string';
export const isNotice = (value: unknown): value is Notice => isObject(value) && isText(value['code']) && isText(value['message']);
const isLoss = (value: unknown): value is FrameLoss =>
  isObject(value) && isText(value['receiver']) && Number.isFinite(value['after_us']) && isCount(value['frames']);
const isTimeBase = (value: unknown): value is TimeBase => value === 'epoch' || value === 'relative' || value === 'none';

export function isConversion(value: unknown): value is Conversion {
  if (!isObject(value) || readSource(value['source']) === null) return false;
  const { capture_id, format, parts, rows, problems, link_types, sensors, time_base, losses, warnings } = value;
  const texts = isText(capture_id) && isText(format) && isListOf(sensors, isText) && isTimeBase(time_base);
  const counts = isNumberOf(parts) && isNumberOf(rows) && isCount(problems) && areLinkTypes(link_types);
  return texts && counts && isListOf(losses, isLoss) && isListOf(warnings, isNotice);
}

const isFile = (value: unknown): value is ManifestText => isObject(value) && isCount(value['bytes']) && isDigest(value['sha256']);

function isPartFile(value: unknown): value is Manifest['files'][number] {
  if (!isFile(value) || !isObject(value)) return false;
  const { capture_id, rows, part, packets } = value as Record<string, unknown>;
  return isText(capture_id) && isNumberOf(rows) && isNumberOf(part) && isListOf(packets, isNumberOf) && packets.length === 2;
}

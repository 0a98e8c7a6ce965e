import { WorkbenchError } from '../../base/failure.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { MergeOptions } from '../../workbench/port.ts';
import type { CaptureList, MergeableCaptures } from './merges.ts';

export const MOST_MEMBERS = 16;
/** Maximum clock offset, in µs: a hundred years in either direction. A larger one is a typing error. */
const FARTHEST_US = 3.2e15;

const LONGEST_NAME = 64;
const PRINTABLE = /^[^\p{Cc}\p{Cs}]*$/u;

const invalid = (message: string): WorkbenchError => new WorkbenchError('INVALID_MERGE', message);

/** Returns the captures that a request names. Throws a `WorkbenchError` `INVALID_MERGE` that describes the fault. */
export function checkMerge(ids: unknown, options: MergeOptions, files: CaptureList, isMerge: (id: string) => boolean): CaptureInfo[] {
  if (!Array.isArray(ids) || ids.length < 2 || ids.length > MOST_MEMBERS)
    throw invalid(`expected the ids of 2 to ${MOST_MEMBERS} captures, got ${Array.isArray(ids) ? ids.length : JSON.stringify(ids)}`);
  const captures = ids.map((id: unknown) => {
    const capture = typeof id === 'string' ? files.get(id) : undefined;
    if (capture) return capture;
    if (typeof id === 'string' && isMerge(id)) throw invalid(`expected captures of files, got the merged view ${id}`);
    const known = files.list().map(({ capture_id }) => capture_id);
    throw invalid(`expected the id of an open capture (${known.join(', ') || 'none is open'}), got ${JSON.stringify(id)}`);
  });
  const twice = captures.find((capture, at) => captures.indexOf(capture) !== at);
  if (twice) throw invalid(`expected each capture once, got ${twice.capture_id} twice`);
  if (options.name !== undefined && typeof options.name !== 'string') throw invalid(`expected a name, got ${JSON.stringify(options.name)}`);
  checkOffsets(options.offsets_us ?? {}, captures);
  checkSensors(options.sensors ?? {}, captures);
  return captures;
}

/** By capture id, the number of its opening (`Captures.opening`) when the merge was requested. */
export type Openings = ReadonlyMap<string, number | undefined>;

/** Throws a `WorkbenchError` `INVALID_MERGE` if one of the captures was closed or read again after the merge was requested. */
export function checkOpenings(asked: Openings, files: MergeableCaptures): void {
  const gone = [...asked].find(([id, opening]) => opening !== undefined && files.opening(id) !== opening);
  if (gone) throw invalid(`expected captures that stay as they are, but ${gone[0]} was closed or read again before the view was built`);
}

function checkOffsets(offsets: Readonly<Record<string, unknown>>, captures: readonly CaptureInfo[]): void {
  for (const [id, offset] of Object.entries(offsets)) {
    if (!captures.some(({ capture_id }) => capture_id === id)) throw invalid(`expected offsets of the captures to merge, got one of ${id}`);
    if (id === captures[0]?.capture_id) throw invalid(`expected no offset of ${id}: it is the first, and its clock is the one that counts`);
    if (typeof offset !== 'number' || !Number.isInteger(offset) || Math.abs(offset) > FARTHEST_US)
      throw invalid(`expected an offset in whole µs within ${FARTHEST_US} for ${id}, got ${JSON.stringify(offset)}`);
  }
}

function checkSensors(sensors: Readonly<Record<string, unknown>>, captures: readonly CaptureInfo[]): void {
  for (const [id, name] of Object.entries(sensors)) {
    if (!captures.some(({ capture_id }) => capture_id === id))
      throw invalid(`expected names for sensors of the captures to merge, got one of ${id}`);
    if (typeof name !== 'string' || name.trim() === '' || name.length > LONGEST_NAME || !PRINTABLE.test(name))
      throw invalid(`expected a printable name of 1 to ${LONGEST_NAME} characters for the sensor of ${id}, got ${JSON.stringify(name)}`);
  }
}

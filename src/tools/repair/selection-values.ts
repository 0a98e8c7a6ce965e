/** Repairs the values of a selection: captures, channels and filters. */
import { captureId } from '../../tables/capture-id.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import { isRecord } from '../contract/json-schema.ts';
import { anyCondition } from './any-condition.ts';
import { columnNamed } from './column-names.ts';
import type { Path } from './draft.ts';
import { isColumnName, signOf } from './comparisons.ts';
import { filterText } from './conditions.ts';
import { isRightFilter, mendFilter } from './filter.ts';
import { listIn } from './containers.ts';
import { looseJson } from './loose-json.ts';
import { choice, nearest, type Mending } from './mending.ts';
import { selectionKey } from './selection-keys.ts';
import { readListOfOne, readListText } from './shapes.ts';
import { isNeutral, NEGATIONS } from './neutral-words.ts';
import { bare, knownName } from './words.ts';

const ROOT = 'capture_selection';

export function mendIds(mending: Mending): void {
  const open = mending.facts.captures.list();
  const one: Path = [ROOT, 'capture_id'];
  const many: Path = [ROOT, 'capture_ids'];
  readListOfOne(mending, one, () => true);
  const held = mending.get(many);
  if (isRecord(held)) mending.set(many, listIn(held, 'capture_ids') ?? held, 'a list');
  readListText(mending, many, (text) => text.split(/\s*[,;]\s*/).filter(Boolean));
  const list = mending.get(many);
  const places: Path[] = Array.isArray(list) ? list.map((_, index) => [...many, index]) : [];
  if (mending.get(one) !== undefined) places.push(one);
  const [only] = open;
  const missing = Array.isArray(list) ? list.length === 0 : mending.get(one) === undefined;
  if (places.length === 0 && missing) {
    if (Array.isArray(list)) mending.drop(many, 'no capture is named');
    if (open.length === 1 && only) mending.set(one, only.capture_id, 'the only open capture');
    else mending.leave(one, ...open.slice(0, 8).map(({ capture_id }) => choice(one, capture_id, `${capture_id} is open`)));
  }
  for (const path of places) mendId(mending, path, places.length === 1);
}

function mendId(mending: Mending, path: Path, alone: boolean): void {
  const open = mending.facts.captures.list();
  const ids = open.map(({ capture_id }) => capture_id);
  const value = mending.get(path);
  const named = isRecord(value) ? idIn(value) : value;
  const written = typeof named === 'number' ? String(named) : named;
  if (typeof written !== 'string') return;
  if (ids.includes(written)) {
    mending.set(path, written, 'the id of the capture');
    return;
  }
  const byFile = open.filter(({ file_name }) => file_name.toLowerCase() === (written.split(/[\\/]/).at(-1) ?? '').toLowerCase());
  const fromFile = captureId(written, () => false);
  const found =
    byFile.length === 1
      ? byFile[0]?.capture_id
      : ids.includes(fromFile)
        ? fromFile
        : (knownName(written, ids) ?? knownName(written.split(/[.:]/).at(-1) ?? '', ids) ?? idAmong(written, ids));
  if (found !== undefined) mending.set(path, found, 'the id of this capture');
  else if (ids.length === 1 && alone && mayBeTheOnly(written)) mending.set(path, ids[0], 'the only open capture');
  else mending.leave(path, ...nearest(path, written, ids, 'is open'));
}

/** Matches the members by which an object names a capture; its other members must be accounted for. */
function idIn(value: Readonly<Record<string, unknown>>): unknown {
  const [found] = Object.entries(value).filter(([key]) => selectionKey(key, false)?.[0] === 'capture_id');
  return value['capture_id'] ?? value['id'] ?? value['name'] ?? found?.[1];
}

/**
 * Whether a text can mean the only open capture: a single name, or filler words, but not several names with a word between them (`a minus
 * b`), and not a date or serial number, which identifies a particular recording.
 */
const mayBeTheOnly = (written: string): boolean =>
  !/\d{3}/.test(written) &&
  (!/\S\s+\S/.test(written) || (written.match(/[\p{L}\p{N}_-]+/gu) ?? []).every((word) => isNeutral(word) && !NEGATIONS.has(bare(word))));

/** Finds the only id in a text whose other words are filler words: `SELECT * FROM lab`, `[lab](lab.csv)`. */
function idAmong(written: string, ids: readonly string[]): string | undefined {
  const words = written.replace(/\.\w{2,7}(?=\W|$)/g, '').match(/[\p{L}\p{N}_-]+/gu) ?? [];
  const [id, second] = [...new Set(words)].filter((word) => ids.includes(word));
  const isPlain = words.every((word) => word === id || (isNeutral(word) && !NEGATIONS.has(bare(word))));
  return second === undefined && isPlain && written.length < 200 ? id : undefined;
}

/** Whether an item of a list is a complete condition, as text or as data. */
const isWhole = (item: unknown): boolean => isFilterText(item) || typeof item === 'object';

/** Whether an item of a list is a complete filter, rather than part of one as in `['rssi', '>', -60]`. */
const isFilterText = (item: unknown): boolean =>
  typeof item === 'string' && (/\s/.test(item) || !isColumnName(item)) && signOf(item) === undefined;

/** Parses a condition as data that a text contains as JSON. */
function ofJson(text: string): string | undefined {
  // A Python tuple may contain single quotes.
  const tuple = /^\s*\((\s*['"][^()]*)\)\s*$/.exec(text)?.[1];
  const read = tuple !== undefined ? looseJson(`[${tuple}]`) : /^\s*[[{]\s*["[{]/.test(text) ? looseJson(text) : undefined;
  return read?.doubtful === false && typeof read.value === 'object' ? filterText(read.value) : undefined;
}

/** Converts a condition as data in an unknown notation. */
function ofData(value: unknown, captures: readonly CaptureInfo[]): string | undefined {
  const names = captures.flatMap(({ columns }) => columns.map(({ name }) => name));
  return value === undefined ? undefined : anyCondition(value, (name) => columnNamed(name, names, captures));
}

/** Converts a condition as data: by the names of its notation, or otherwise by its parts. */
function bestText(value: unknown, captures: readonly CaptureInfo[]): string | undefined {
  const named = filterText(value);
  if (named !== undefined && (captures.length === 0 || isRightFilter(mendFilter(named, captures).text, captures))) return named;
  return ofData(value, captures) ?? named;
}

/** Rewrites filters in the filter grammar; a part that cannot be parsed stays as it is. */
export function mendFilters(mending: Mending): void {
  const expression: Path = [ROOT, 'filter_expression'];
  const filters: Path = [ROOT, 'selectors', 'filters'];
  const captures = mending.captures;
  const held = mending.get(expression);
  const read = typeof held === 'string' && /^\s*[[{]/.test(held) ? looseJson(held) : undefined;
  const single = read?.doubtful === false ? read.value : held;
  if (Array.isArray(single) && single.length > 1 && mending.get(filters) === undefined && single.every(isFilterText))
    mending.move(expression, filters, 'several filters are a list');
  else if (single !== undefined && typeof single !== 'string') {
    const text = bestText(single, captures);
    if (text !== undefined) mending.set(expression, text, 'the same condition as a text');
  }
  const group = mending.get(filters);
  const [only, second] = isRecord(group) ? Object.entries(group) : [];
  if (only !== undefined && second === undefined && /^(?:all|\$?and|must|items?)$/i.test(only[0]) && Array.isArray(only[1]))
    mending.set(filters, only[1], 'filters that all hold are a list');
  const list = mending.get(filters);
  if (typeof list === 'string') {
    const read = /^\s*[[{]/.test(list) ? looseJson(list)?.value : undefined;
    const items =
      Array.isArray(read) && filterText(read) !== undefined ? (read.every(isFilterText) ? read : [filterText(read)]) : undefined;
    mending.set(filters, items ?? [filterText(read) ?? list], 'a list of filters');
  } else if (isRecord(list) || (Array.isArray(list) && list.length > 1 && !list.every(isWhole))) {
    const text = filterText(list);
    if (text !== undefined) mending.set(filters, [text], 'the same condition as a text');
  }
  const now = mending.get(filters);
  const places: Path[] = [expression, ...(Array.isArray(now) ? now.map((_, index) => [...filters, index]) : [])];
  for (const place of places) {
    const value = mending.get(place);
    const text = typeof value === 'string' ? (ofJson(value) ?? value) : bestText(value, captures);
    if (text === undefined) continue;
    const mended = captures.length === 0 ? { text, why: [] } : mendFilter(text, captures);
    mending.set(place, mended.text, mended.why.join('; ') || 'the same condition as a text');
  }
}

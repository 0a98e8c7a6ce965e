import { channelsOf } from '../../selection/channels.ts';
import { captureId } from '../../tables/capture-id.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { Path } from './draft.ts';
import { filterText } from './filter-objects.ts';
import { mendFilter } from './filter.ts';
import { looseJson } from './loose-json.ts';
import { choice, nearest, type Mending } from './mending.ts';
import { readListOfOne, readListText } from './shapes.ts';
import { knownName } from './words.ts';

/** Repairs of the values in a selection: captures, channels and filters. */

const ROOT = 'capture_selection';

export function mendIds(mending: Mending): void {
  const open = mending.facts.captures.list();
  const one: Path = [ROOT, 'capture_id'];
  const many: Path = [ROOT, 'capture_ids'];
  readListOfOne(mending, one, () => true);
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
  const named = isRecord(value) ? (value['capture_id'] ?? value['id'] ?? value['name'] ?? value['file_name']) : value;
  const written = typeof named === 'number' ? String(named) : named;
  if (typeof written !== 'string') return;
  if (ids.includes(written)) {
    mending.set(path, written, 'the id of the capture');
    return;
  }
  const byFile = open.filter(({ file_name }) => file_name.toLowerCase() === (written.split(/[\\/]/).at(-1) ?? '').toLowerCase());
  const fromFile = captureId(written, () => false);
  const found = byFile.length === 1 ? byFile[0]?.capture_id : ids.includes(fromFile) ? fromFile : knownName(written, ids);
  if (found !== undefined) mending.set(path, found, 'the id of this capture');
  else if (ids.length === 1 && alone) mending.set(path, ids[0], 'the only open capture');
  else mending.leave(path, ...nearest(path, written, ids, 'is open'));
}

export function mendChannels(mending: Mending): void {
  const path: Path = [ROOT, 'selectors', 'channels'];
  const given = mending.get(path);
  if (given === undefined) return;
  const known = [...new Set(mending.captures.flatMap(channelsOf))];
  if (typeof given === 'number') mending.set(path, [String(given)], 'a list of texts');
  readListText(mending, path, (text) => (known.includes(text) ? [text] : text.split(/\s*(?:[,;|]|\bor\b|\band\b)\s*/).filter(Boolean)));
  const list = mending.get(path);
  if (!Array.isArray(list)) return;
  for (const [index, item] of (list as unknown[]).entries()) {
    const text = typeof item === 'number' ? String(item) : item;
    if (typeof text !== 'string') continue;
    const number = /^(?:ch|chan|channel|ble)?[\s_#-]*0*(\d{1,3})(?:\.0+)?$/i.exec(text.trim())?.[1];
    const spelt = known.includes(text)
      ? text
      : number !== undefined && known.includes(number)
        ? number
        : knownName(
            text,
            known.filter((name) => !/^\d+$/.test(name)),
          );
    mending.set([...path, index], spelt ?? text, 'the channel as the captures name it');
  }
}

/** Rewrites filters in the grammar; a part that cannot be read stays as it is. */
export function mendFilters(mending: Mending): void {
  const expression: Path = [ROOT, 'filter_expression'];
  const filters: Path = [ROOT, 'selectors', 'filters'];
  const captures = mending.captures;
  const single = mending.get(expression);
  if (Array.isArray(single) && single.length > 1 && mending.get(filters) === undefined && single.every((item) => typeof item === 'string'))
    mending.move(expression, filters, 'several filters are a list');
  else if (single !== undefined && typeof single !== 'string') {
    const text = filterText(Array.isArray(single) && single.length === 1 ? (single as unknown[])[0] : single);
    if (text !== undefined) mending.set(expression, text, 'the same condition as a text');
  }
  const list = mending.get(filters);
  if (typeof list === 'string') {
    const read = /^\s*[[{]/.test(list) ? looseJson(list)?.value : undefined;
    mending.set(filters, Array.isArray(read) ? read : [filterText(read) ?? list], 'a list of filters');
  } else if (isRecord(list)) {
    const text = filterText(list);
    if (text !== undefined) mending.set(filters, [text], 'the same condition as a text');
  }
  const now = mending.get(filters);
  const places: Path[] = [expression, ...(Array.isArray(now) ? now.map((_, index) => [...filters, index]) : [])];
  for (const place of places) {
    const value = mending.get(place);
    const text = typeof value === 'string' ? value : filterText(value);
    if (text === undefined) continue;
    const mended = captures.length === 0 ? { text, why: [] } : mendFilter(text, captures);
    mending.set(place, mended.text, mended.why.join('; ') || 'the same condition as a text');
  }
}

import { channelsOf } from '../../selection/channels.ts';
import { byLikeness } from '../../selection/nearest.ts';
import { normaliseSelection } from '../../selection/normalise.ts';
import type { SelectionFault } from '../../selection/types.ts';
import { captureId } from '../../tables/capture-id.ts';
import { canonicalJson } from '../../base/canonical.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { Path } from './draft.ts';
import { isIdle } from './envelope.ts';
import { filterText } from './filter-objects.ts';
import { mendFilter } from './filter.ts';
import { looseJson } from './loose-json.ts';
import { choice, loss, type Mending, type Option } from './mending.ts';
import { selectionKey } from './selection-keys.ts';
import { mendWindow } from './time-window.ts';
import { knownName } from './words.ts';

/** Repairs of `capture_selection`: its shape, then captures, times, channels and filters by what is open. */

const ROOT = 'capture_selection';
const KEYS = ['capture_id', 'capture_ids', 'selectors', 'time_window', 'filter_expression', 'time_base'];
const SELECTORS = ['time_range', 'channels', 'filters'];

export function mendSelection(mending: Mending, scope: 'captures' | 'none'): void {
  const inner = mending.get(['arguments', ROOT]);
  if (inner !== undefined && mending.get([ROOT]) === undefined)
    mending.move(['arguments', ROOT], [ROOT], 'it belongs beside the arguments');
  if (scope === 'none') {
    if (!isRecord(mending.get([ROOT]))) mending.set([ROOT], {}, 'the tool reads no capture');
    return;
  }
  shape(mending);
  mendIds(mending);
  const places: Path[] = [
    [ROOT, 'time_window'],
    [ROOT, 'selectors', 'time_range'],
  ];
  for (const place of places) if (mending.get(place) !== undefined) mendWindow(mending, place);
  const base = mending.get([ROOT, 'time_base']);
  const spelt =
    typeof base === 'string'
      ? (knownName(base, ['epoch', 'relative']) ?? (/^(?:utc|unix|absolute)$/i.test(base) ? 'epoch' : undefined))
      : undefined;
  if (base === null) mending.drop([ROOT, 'time_base'], 'nothing is given');
  else if (spelt !== undefined) mending.set([ROOT, 'time_base'], spelt, 'the name as the schema has it');
  mendChannels(mending);
  mendFilters(mending);
  settleAxes(mending);
  judge(mending);
}

/** Texts and lists in place of the object, and names of its members. */
function shape(mending: Mending): void {
  const given = mending.get([ROOT]);
  if (typeof given === 'string' && /^\s*[[{]/.test(given)) {
    const read = looseJson(given);
    if (read && !read.doubtful) mending.set([ROOT], read.value, 'a text that holds JSON was read as JSON');
  }
  const value = mending.get([ROOT]);
  if (typeof value === 'string' && value !== '') mending.set([ROOT], { capture_id: value }, 'a text names one capture');
  else if (Array.isArray(value) && value.length === 1 && isRecord(value[0]))
    mending.set([ROOT], value[0], 'a list of one was read as its item');
  else if (Array.isArray(value) && value.length > 0) mending.set([ROOT], { capture_ids: value }, 'a list names several captures');
  else if (!isRecord(value)) mending.set([ROOT], {}, 'no selection was given');
  rename(mending, [ROOT], KEYS, false);
  const selectors = mending.get([ROOT, 'selectors']);
  if (typeof selectors === 'string')
    mending.set([ROOT, 'selectors'], looseJson(selectors)?.value, 'a text that holds JSON was read as JSON');
  if (selectors === null) mending.drop([ROOT, 'selectors'], 'nothing is given');
  rename(mending, [ROOT, 'selectors'], SELECTORS, true);
}

function rename(mending: Mending, holder: Path, known: readonly string[], inSelectors: boolean): void {
  const value = mending.get(holder);
  if (!isRecord(value)) return;
  for (const key of Object.keys(value)) {
    const member = value[key];
    const target = selectionKey(key, inSelectors);
    const isPlural = key === 'filters' || (key === 'capture_id' && Array.isArray(member));
    if (member === null || (member === '' && known.includes(key))) mending.drop([...holder, key], 'nothing is given');
    else if (known.includes(key) && !isPlural) continue;
    else if (known.includes(key) && inSelectors) continue;
    else if (target !== undefined) {
      const path = [ROOT, ...placeFor(target, member)];
      if (canonicalJson(path) === canonicalJson([...holder, key])) continue;
      if (mending.get(path) === undefined) mending.move([...holder, key], path, `${key} belongs there`);
      else if (canonicalJson(mending.get(path)) === canonicalJson(member)) mending.drop([...holder, key], 'it is said already');
      else if (path.at(-1) !== key)
        mending.leave([...holder, key], choice([...holder, key], undefined, `${path.slice(1).join('.')} counts`));
    } else if (isIdle(key, member)) mending.drop([...holder, key], 'it asks for nothing');
    else {
      const spelt = knownName(key, known);
      if (spelt !== undefined && value[spelt] === undefined) mending.move([...holder, key], [...holder, spelt], `${spelt} is the name`);
      else mending.leave([...holder, key], loss([...holder, key], undefined, `${key} is not known, and would be dropped`));
    }
  }
}

/** A list of several belongs where lists stand. */
function placeFor(target: readonly string[], value: unknown): readonly string[] {
  const several = Array.isArray(value) && value.length > 1;
  if (target[0] === 'capture_id' && several) return ['capture_ids'];
  if (target[0] === 'filter_expression' && several) return ['selectors', 'filters'];
  return target;
}

function mendIds(mending: Mending): void {
  const open = mending.facts.captures.list();
  const one: Path = [ROOT, 'capture_id'];
  const many: Path = [ROOT, 'capture_ids'];
  const given = mending.get(one);
  if (Array.isArray(given) && given.length === 1) mending.set(one, given[0], 'a list of one was read as its item');
  const text = mending.get(many);
  if (typeof text === 'string') {
    const read = /^\s*\[/.test(text) ? looseJson(text)?.value : undefined;
    mending.set(many, Array.isArray(read) ? read : text.split(/\s*[,;]\s*/).filter(Boolean), 'a text was read as a list');
  }
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
  else
    mending.leave(
      path,
      ...byLikeness(written, ids)
        .slice(0, 4)
        .map((id) => choice(path, id, `${id} is open`)),
    );
}

function mendChannels(mending: Mending): void {
  const path: Path = [ROOT, 'selectors', 'channels'];
  const given = mending.get(path);
  if (given === undefined) return;
  const known = [...new Set(mending.captures.flatMap(channelsOf))];
  if (typeof given === 'number') mending.set(path, [String(given)], 'a list of texts');
  else if (typeof given === 'string') {
    const read = /^\s*\[/.test(given) ? looseJson(given)?.value : undefined;
    const parts = known.includes(given) ? [given] : given.split(/\s*(?:[,;|]|\bor\b|\band\b)\s*/).filter(Boolean);
    mending.set(path, Array.isArray(read) ? read : parts, 'a text was read as a list');
  }
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

/** Filters become texts of the grammar; what of them cannot be read stays as it is. */
function mendFilters(mending: Mending): void {
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

/** One axis in two spellings: said twice it counts once, said differently it is a person's choice. */
function settleAxes(mending: Mending): void {
  const pairs: readonly (readonly [Path, Path])[] = [
    [
      [ROOT, 'capture_id'],
      [ROOT, 'capture_ids'],
    ],
    [
      [ROOT, 'time_window'],
      [ROOT, 'selectors', 'time_range'],
    ],
    [
      [ROOT, 'filter_expression'],
      [ROOT, 'selectors', 'filters'],
    ],
    [[ROOT], ['arguments', ROOT]],
  ];
  for (const [first, second] of pairs) {
    const [one, other] = [mending.get(first), mending.get(second)];
    if (one === undefined || other === undefined) continue;
    const asList = Array.isArray(other) && !Array.isArray(one) ? [one] : one;
    if (canonicalJson(asList) === canonicalJson(other)) mending.drop(second, `${first.join('.')} says it already`);
    else {
      const keep = (kept: Path, dropped: Path): Option => ({
        class: 'choice',
        why: `${kept.join('.')} counts`,
        edits: [[dropped, undefined]],
      });
      mending.leave(second, keep(first, second), keep(second, first));
    }
  }
}

/** What is still wrong, by the rules that the runner has, with what may be chosen. */
function judge(mending: Mending): void {
  if ([...mending.open].some((place) => place.startsWith(`/${ROOT}`))) return;
  const normal = normaliseSelection(mending.get([ROOT]), mending.facts.captures);
  if (normal.ok) return;
  for (const fault of normal.errors) mending.leave(fault.path, ...optionsFor(mending, fault));
}

function optionsFor(mending: Mending, { path, code, offset, allowed = [], details }: SelectionFault): Option[] {
  const value = mending.get(path);
  if (code === 'UNSUPPORTED_TIME_RANGE') return windowOptions(path, value, details?.['supported']);
  if (path.includes('channels'))
    return [
      ...allowed.slice(0, 2).map((name) => choice(path, name, `the captures have the channel ${name}`)),
      loss(path, undefined, 'the channel would no longer be asked for'),
    ];
  if (typeof value !== 'string' || !(path.includes('filters') || path.includes('filter_expression'))) return [];
  const found =
    offset === undefined ? undefined : /^(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}_][\p{L}\p{N}_]*)/u.exec(value.slice(offset))?.[0];
  const named =
    found === undefined || offset === undefined
      ? []
      : allowed.slice(0, 3).map((name) => {
          const written = found.startsWith("'") ? `'${name}'` : name;
          return choice(path, value.slice(0, offset) + written + value.slice(offset + found.length), `${name} is the most similar name`);
        });
  return [...named, loss(path, undefined, 'the filter would be left out, so more rows would count')];
}

/** A window that reaches beyond the captures may mean their part of it; one beside them means another file or unit. */
function windowOptions(path: Path, window: unknown, supported: unknown): Option[] {
  const gone = loss(path, undefined, 'the whole time of the captures would count');
  if (!isRecord(window) || !isRecord(supported)) return [gone];
  const [start, end, low, high] = [window['start_ms'], window['end_ms'], supported['start_ms'], supported['end_ms']].map(Number) as [
    number,
    number,
    number,
    number,
  ];
  const cut = { start_ms: Math.max(low, start), end_ms: Math.min(high, end) };
  return cut.start_ms <= cut.end_ms ? [choice(path, cut, 'the part of the window that the captures cover'), gone] : [gone];
}

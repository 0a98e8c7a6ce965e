/** Repairs `capture_selection`: first its shape, then captures, times, channels and filters, using the open captures. */
import { normaliseSelection } from '../../selection/normalise.ts';
import { isRecord } from '../contract/json-schema.ts';
import { mendChannels } from './channels.ts';
import { isHolderName, recordIn, unboxed } from './containers.ts';
import { isEqual, type Path } from './draft.ts';
import { ALIASES } from './members.ts';
import { choice, loss, type Mending } from './mending.ts';
import { selectionKey } from './selection-keys.ts';
import { selectionOptions } from './selection-options.ts';
import { mendFilters, mendIds } from './selection-values.ts';
import { dropNull, readJsonText, readListOfOne, readMembers } from './shapes.ts';
import { isIdle } from './strays.ts';
import { NOTHING } from './tokens.ts';
import { mendWindow } from './time-window.ts';
import { bare, knownName } from './words.ts';

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
  unbox(mending, [ROOT]);
  mendIds(mending);
  const places: Path[] = [
    [ROOT, 'time_window'],
    [ROOT, 'selectors', 'time_range'],
  ];
  for (const place of places) if (mending.get(place) !== undefined) mendWindow(mending, place);
  mendTimeBase(mending);
  mendChannels(mending);
  mendFilters(mending);
  settleAxes(mending);
  judge(mending);
}

function mendTimeBase(mending: Mending): void {
  const path = [ROOT, 'time_base'];
  dropNull(mending, path);
  const base = mending.text(path);
  const spelt = knownName(base, ['epoch', 'relative']) ?? (/^(?:utc|unix|absolute)$/i.test(base) ? 'epoch' : undefined);
  if (spelt !== undefined) mending.set(path, spelt, 'the name as the schema has it');
}

/** Converts a text or list to the selection object, and renames its members. */
function shape(mending: Mending): void {
  readJsonText(mending, [ROOT]);
  readListOfOne(mending, [ROOT]);
  const value = mending.get([ROOT]);
  if (typeof value === 'string' && value !== '') mending.set([ROOT], { capture_id: value }, 'a text names one capture');
  else if (Array.isArray(value) && value.length > 0) mending.set([ROOT], { capture_ids: value }, 'a list names several captures');
  else if (!isRecord(value)) mending.set([ROOT], {}, 'no selection was given');
  for (let depth = 0; depth < 3 && unnest(mending); depth++);
  rename(mending, [ROOT], KEYS, false);
  readJsonText(mending, [ROOT, 'selectors']);
  readMembers(mending, [ROOT, 'selectors']);
  dropNull(mending, [ROOT, 'selectors']);
  const nested = [ROOT, 'selectors', 'selectors'];
  if (isRecord(mending.get(nested)) && Object.keys(mending.get([ROOT, 'selectors']) as object).length === 1)
    mending.set([ROOT, 'selectors'], mending.get(nested), 'the selectors were nested one level too deep');
  rename(mending, [ROOT, 'selectors'], SELECTORS, true);
}

/** Unwraps the selection from its only member, if that is named like the selection or only wraps something. */
function unnest(mending: Mending): boolean {
  const value = mending.get([ROOT]);
  const [key, second] = isRecord(value) ? Object.keys(value) : [];
  const isHolding = key !== undefined && second === undefined && (isHolderName(key) || ALIASES[bare(key)] === ROOT);
  const inner = isHolding && isRecord(value) ? recordIn(value[key]) : undefined;
  return inner !== undefined && mending.set([ROOT], inner, 'the selection was nested one level too deep');
}

/** Unwraps values that are given beside their type, in members and in bounds. */
function unbox(mending: Mending, holder: Path): void {
  const value = mending.get(holder);
  if (!isRecord(value)) return;
  for (const [key, member] of Object.entries(value)) {
    const path = [...holder, key];
    // Leave an object with several members alone, because it may be a condition on columns with these names.
    const mayBeCondition = key === 'filter_expression' && isRecord(member) && Object.keys(member).length > 1 && !('type' in member);
    if (!mayBeCondition) mending.set(path, unboxed(member, key), 'the value alone');
    if (/window|range|selectors/.test(key)) unbox(mending, path);
  }
}

/** Matches filters that every row meets. */
const EVERYTHING = /^\s*(?:\*|all|any|everything|no filter|true|1\s*={1,2}\s*1)\s*$/i;

function rename(mending: Mending, holder: Path, known: readonly string[], inSelectors: boolean): void {
  const value = mending.get(holder);
  if (!isRecord(value)) return;
  for (const key of Object.keys(value)) {
    const member = value[key];
    const target = selectionKey(key, inSelectors);
    const path = [...holder, key];
    const isPlural = key === 'filters' || (key === 'capture_id' && Array.isArray(member));
    const isNothing = typeof member === 'string' && NOTHING.test(member.trim()) && target?.[0] !== 'capture_id';
    const isEmpty =
      member === '' ||
      (isRecord(member) && Object.values(member).every((each) => each === null)) ||
      (Array.isArray(member) && member.length === 0 && key === 'capture_ids' && value['capture_id'] !== undefined) ||
      (typeof member === 'string' && /filter/.test(target?.at(-1) ?? '') && EVERYTHING.test(member));
    if (member === null || isNothing || (isEmpty && known.includes(key))) mending.drop(path, 'nothing is given');
    else if (known.includes(key) && (!isPlural || inSelectors)) continue;
    else if (target !== undefined) moveMember(mending, path, [ROOT, ...placeFor(target, member)]);
    else if (isIdle(key, member)) mending.drop(path, 'it asks for nothing');
    else {
      const spelt = knownName(key, known);
      if (spelt !== undefined && value[spelt] === undefined) mending.move(path, [...holder, spelt], `${spelt} is the name`);
      else mending.leave(path, loss(path, undefined, `${key} is not known, and would be dropped`));
    }
  }
}

function moveMember(mending: Mending, from: Path, to: Path): void {
  const there = mending.get(to);
  if (isEqual(from, to)) return;
  if (there === undefined) mending.move(from, to, `${String(from.at(-1))} belongs there`);
  else if (isEqual(there, mending.get(from))) mending.drop(from, `${to.join('.')} has the same value`);
  else if (to.at(-1) !== from.at(-1)) mending.leave(from, choice(from, undefined, `${to.slice(1).join('.')} counts`));
}

/** Moves a list of several values to the member that takes a list. */
function placeFor(target: readonly string[], value: unknown): readonly string[] {
  const several = Array.isArray(value) && value.length > 1;
  if (target[0] === 'capture_id' && several) return ['capture_ids'];
  if (target[0] === 'filter_expression' && several) return ['selectors', 'filters'];
  return target;
}

/** Merges members that say the same in two spellings. */
const PAIRS = [
  ['capture_selection.capture_id', 'capture_selection.capture_ids'],
  ['capture_selection.time_window', 'capture_selection.selectors.time_range'],
  ['capture_selection.filter_expression', 'capture_selection.selectors.filters'],
  ['capture_selection', 'arguments.capture_selection'],
] as const;

/** Removes a member that repeats another one. If the two differ, the user chooses. */
function settleAxes(mending: Mending): void {
  for (const names of PAIRS) {
    const [first, second] = names.map((name) => name.split('.')) as [string[], string[]];
    const [one, other] = [mending.get(first), mending.get(second)];
    if (one === undefined || other === undefined) continue;
    const asList = Array.isArray(other) && !Array.isArray(one) ? [one] : one;
    if (isEqual(asList, other)) mending.drop(second, `${names[0]} has the same value`);
    else mending.leave(second, choice(second, undefined, `${names[0]} counts`), choice(first, undefined, `${names[1]} counts`));
  }
}

/** Records the faults that the runner would still report, with options for the user. */
function judge(mending: Mending): void {
  if ([...mending.open].some((place) => place.startsWith(`/${ROOT}`))) return;
  const normal = normaliseSelection(mending.get([ROOT]), mending.facts.captures);
  if (normal.ok) return;
  for (const fault of normal.errors) mending.leave(fault.path, ...selectionOptions(mending, fault));
}

import { type JsonChange, type JsonDiff, type JsonPath, jsonPointer } from '../../base/json-diff.ts';
import { prettyPart } from '../../base/pretty-json.ts';
import { clip } from '../../base/visible-text.ts';

/** Maximum number of characters of one side of a difference; the patch contains all. */
const LONGEST_SIDE = 1000;
/** Maximum number of characters of all lines together. */
const MOST_CHARACTERS = 120_000;
const LONGEST_NAME = 80;

/** A difference between two JSON values, in words. */
export interface DiffLine {
  readonly op: JsonChange['op'];
  /** JSON Pointer of the place that differs. */
  readonly pointer: string;
  /** Name of the innermost object around the place that has a name; empty if none has one. */
  readonly subject: string;
  /** The earlier value; null if there is none. */
  readonly before: string | null;
  readonly after: string | null;
  /** How much a number changed; null for other values. */
  readonly move: number | null;
}

export interface DiffLines {
  readonly lines: readonly DiffLine[];
  /** Number of all values that were added, including those that are not listed. */
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Whether a patch contains all differences. */
  readonly complete: boolean;
}

/** @param before the earlier value, from which list items get their names */
export function diffLines(diff: JsonDiff, before: unknown, after: unknown): DiffLines {
  const { added, removed, changed } = diff;
  const lines: DiffLine[] = [];
  let characters = 0;
  for (const change of diff.changes) {
    const line = lineOf(change, before, after);
    characters += (line.before?.length ?? 0) + (line.after?.length ?? 0) + line.pointer.length;
    if (characters > MOST_CHARACTERS) break;
    lines.push(line);
  }
  return { lines, added, removed, changed, complete: diff.changes.length === added + removed + changed };
}

function lineOf(change: JsonChange, before: unknown, after: unknown): DiffLine {
  return {
    op: change.op,
    pointer: jsonPointer(change.path),
    subject: subjectOf(change.path, before, after),
    before: change.op === 'add' ? null : side(change.before),
    after: change.op === 'remove' ? null : side(change.value),
    move: change.op === 'replace' ? moveOf(change.before, change.value) : null,
  };
}

const side = (value: unknown): string => {
  const { text, more } =
    typeof value === 'string'
      ? { text: value.slice(0, LONGEST_SIDE), more: value.length > LONGEST_SIDE }
      : prettyPart(value, 0, LONGEST_SIDE);
  return more ? `${text}…` : text;
};

/** Members that can name an item of a list, the preferred one first. */
const NAMES = [
  'address',
  'from_address',
  'name',
  'code',
  'term',
  'group',
  'source',
  'column',
  'cluster_id',
  'capture_id',
  'action',
  'method',
];

/** Name of the innermost object around a path, if both values have the same name there: `/links/3/type` alone would tell nothing. */
export function subjectOf(path: JsonPath, before: unknown, after: unknown): string {
  let [a, b, found] = [before, after, ''];
  for (const step of path) {
    [a, b] = [memberOf(a, step), memberOf(b, step)];
    if (typeof step !== 'number') continue;
    const [left, right] = [nameOf(a), nameOf(b)];
    if (left !== '' && (left === right || b === undefined)) found = left;
    else if (right !== '' && a === undefined) found = right;
    else if (left !== right) found = '';
  }
  return clip(found, LONGEST_NAME);
}

const memberOf = (value: unknown, step: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, step) ? (Reflect.get(value, step) as unknown) : undefined;

function nameOf(item: unknown): string {
  for (const name of NAMES) {
    const value = memberOf(item, name);
    if (typeof value !== 'string' || value === '') continue;
    const to = memberOf(item, 'to_address');
    return name === 'from_address' && typeof to === 'string' ? `${value} → ${to}` : value;
  }
  return '';
}

/** How much a number changed; null if one of the values is not a number. */
export const moveOf = (before: unknown, value: unknown): number | null =>
  typeof before === 'number' && typeof value === 'number' ? value - before : null;

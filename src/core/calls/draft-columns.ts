import type { CaptureInfo, ColumnInfo } from '../../tables/captures.ts';
import { isNumeric } from '../../tables/column-roles.ts';
import type { ToolExample, ToolManifest } from '../../tools/contract/index.ts';

/** Columns that a call of a statistical tool may start from. */
interface Offer {
  /** What is measured, the likeliest question first; never what says when or where. */
  readonly numeric: readonly string[];
  /** What makes groups. */
  readonly groups: readonly string[];
}

/** By the arguments that a tool requires: its starting arguments over columns, or nothing where they do not suffice. */
const STARTS: readonly [required: readonly string[], start: (offer: Offer) => Record<string, unknown> | undefined][] = [
  [['target', 'features'], regression],
  [
    ['response', 'factors'],
    ({ numeric: [response], groups: [factor] }) =>
      response === undefined || factor === undefined ? undefined : { response, factors: [factor] },
  ],
  [
    ['design'],
    ({ numeric: [response], groups: [factor] }) =>
      response === undefined
        ? undefined
        : factor === undefined
          ? { design: 'one_sample', response }
          : { design: 'two_sample', response, factor },
  ],
  [['columns'], ({ numeric }) => (numeric.length === 0 ? undefined : { columns: numeric.slice(0, 8) })],
];

function regression({ numeric: [target, feature], groups: [factor] }: Offer): Record<string, unknown> | undefined {
  if (target === undefined) return undefined;
  const operation = 'linear_regression';
  if (feature !== undefined) return { operation, target, features: [feature] };
  return factor === undefined ? undefined : { operation, target, features: [factor], categorical: { [factor]: { coding: 'treatment' } } };
}

/**
 * Arguments of a tool over tables that lack the columns of its example: a call that can run beats one that fails at
 * the first press. Undefined where the example's columns are there, or where none could be named.
 */
export function startOverTables(
  { input_schema }: ToolManifest,
  example: ToolExample | undefined,
  captures: readonly CaptureInfo[],
): Record<string, unknown> | undefined {
  const [first] = captures;
  if (first === undefined || captures.some(({ kind }) => kind === 'ble')) return undefined;
  const required: readonly unknown[] = Array.isArray(input_schema['required']) ? input_schema['required'] : [];
  const start = STARTS.find(([names]) => names.every((name) => required.includes(name)));
  if (start === undefined) return undefined;
  const shared = first.columns.filter(({ name }) => captures.every(({ columns }) => columns.some((column) => column.name === name)));
  const known = new Set(shared.map(({ name }) => name));
  const [names, make] = start;
  if (names.flatMap((name) => example?.params[name] ?? []).every((name) => typeof name === 'string' && known.has(name))) return undefined;
  return make(offerOf(shared));
}

function offerOf(columns: readonly ColumnInfo[]): Offer {
  // A name that no object may have as a key, or that is longer than an argument may be, is left to the person.
  const named = columns.filter(({ name }) => name.length > 0 && name.length <= 128 && !/^(?:__proto__|constructor|prototype)$/.test(name));
  const measured = named.filter(({ type, role }) => isNumeric(type) && (role === undefined || role === 'rssi'));
  const levels = named.filter(({ type, role }) =>
    type === 'VARCHAR' ? role !== 'time' && role !== 'address' : type === 'BOOLEAN' || role === 'channel',
  );
  const names = (list: readonly ColumnInfo[]): string[] => list.map(({ name }) => name);
  return {
    numeric: names([...measured.filter(({ role }) => role === 'rssi'), ...measured.filter(({ role }) => role !== 'rssi')]),
    groups: names(levels),
  };
}

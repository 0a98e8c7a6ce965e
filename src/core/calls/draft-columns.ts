import type { CaptureInfo, ColumnInfo } from '../../tables/captures.ts';
import { isNumeric } from '../../tables/column-roles.ts';
import type { ToolExample, ToolManifest } from '../../tools/contract/index.ts';

/** Columns of the open tables that can be arguments of a statistical tool, grouped by the kind of argument. */
interface Offer {
  /** Measured quantities, most useful first; columns of times and positions are excluded. */
  readonly numeric: readonly string[];
  /** Text, Boolean and channel columns, which can define groups. */
  readonly groups: readonly string[];
  /** Boolean columns. */
  readonly flags: readonly string[];
  /** Measured quantities of an integer type, such as counts of events; levels, such as RSSI, are excluded. */
  readonly counts: readonly string[];
  readonly columns: readonly ColumnInfo[];
}

/**
 * Functions that draft arguments, each with the names of the arguments that it is for. The first entry applies whose names are all required
 * by the tool; for a tool without required arguments, the first whose names it has. A function returns undefined if the columns do not
 * suffice.
 */
const STARTS: readonly [required: readonly string[], start: (offer: Offer) => Record<string, unknown> | undefined][] = [
  [['family', 'target', 'features'], oddsOrRates],
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
  [['duration', 'event'], survival],
  [['columns'], ({ numeric }) => (numeric.length === 0 ? undefined : { columns: numeric.slice(0, 8) })],
];

function regression({ numeric: [target, feature], groups: [factor] }: Offer): Record<string, unknown> | undefined {
  if (target === undefined) return undefined;
  const operation = 'linear_regression';
  if (feature !== undefined) return { operation, target, features: [feature] };
  return factor === undefined ? undefined : { operation, target, features: [factor], categorical: { [factor]: { coding: 'treatment' } } };
}

/** Matches the usual names of columns with survival times. Names are compared in lower case, with other characters replaced by "_". */
const DURATION = /^(?:duration|(?:survival_)?time|follow_?up|futime|lifetime|tte)(?:_|$)/;
const EVENT = /^(?:event|status|died|dead|death|failed|failure|fustat)(?:_|$)/;
const GROUP = /^(?:group|arm|treatment|rx|sex|cohort|vendor)(?:_|$)/;

/** Drafts the arguments of a survival analysis from columns that are recognised by their names. */
function survival({ columns }: Offer): Record<string, unknown> | undefined {
  const named = (names: RegExp, fits: (type: string) => boolean): string | undefined =>
    columns.find(({ name, type }) => names.test(name.toLowerCase().replace(/[^a-z0-9]+/g, '_')) && fits(type))?.name;
  const duration = named(DURATION, isNumeric);
  const event = named(EVENT, (type) => type === 'BOOLEAN' || isNumeric(type));
  const group = named(GROUP, () => true);
  return duration === undefined || event === undefined ? undefined : { duration, event, ...(group !== undefined && { group }) };
}

/** Drafts a regression: logistic on the first Boolean column, or Poisson on the first count if there is no Boolean column. */
function oddsOrRates({ numeric, flags: [flag], counts: [count] }: Offer): Record<string, unknown> | undefined {
  const target = flag ?? count;
  const feature = numeric.find((name) => name !== target);
  if (target === undefined || feature === undefined) return undefined;
  return { family: target === flag ? 'logistic' : 'poisson', target, features: [feature] };
}

/**
 * Drafts arguments for a tool over tables that lack the columns of its example, so that the call can run. Returns undefined if the
 * example's columns exist, or if no other columns suit.
 */
export function startOverTables(
  { input_schema }: ToolManifest,
  example: ToolExample | undefined,
  captures: readonly CaptureInfo[],
): Record<string, unknown> | undefined {
  const [first] = captures;
  if (first === undefined || captures.some(({ kind }) => kind === 'ble')) return undefined;
  const required: readonly unknown[] = Array.isArray(input_schema['required']) ? input_schema['required'] : [];
  const own = input_schema['properties'] ?? {};
  const start =
    STARTS.find(([names]) => names.every((name) => required.includes(name))) ??
    STARTS.find(([names]) => required.length === 0 && names.every((name) => Object.hasOwn(own, name)));
  if (start === undefined) return undefined;
  const shared = first.columns.filter(({ name }) => captures.every(({ columns }) => columns.some((column) => column.name === name)));
  const known = new Set(shared.map(({ name }) => name));
  const [names, make] = start;
  const inExample = names.flatMap((name) => example?.params[name] ?? []);
  if (inExample.length > 0 && inExample.every((name) => typeof name === 'string' && known.has(name))) return undefined;
  return make(offerOf(shared));
}

function offerOf(columns: readonly ColumnInfo[]): Offer {
  // Skip columns whose names cannot be suggested, because they are forbidden as object keys or too long for an argument.
  const named = columns.filter(
    ({ name, empty }) => empty !== true && name.length > 0 && name.length <= 128 && !/^(?:__proto__|constructor|prototype)$/.test(name),
  );
  const measured = named.filter(({ type, role }) => isNumeric(type) && (role === undefined || role === 'rssi'));
  const levels = named.filter(({ type, role }) =>
    type === 'VARCHAR' ? role !== 'time' && role !== 'address' : type === 'BOOLEAN' || role === 'channel',
  );
  const names = (list: readonly ColumnInfo[]): string[] => list.map(({ name }) => name);
  return {
    numeric: names([...measured.filter(({ role }) => role === 'rssi'), ...measured.filter(({ role }) => role !== 'rssi')]),
    groups: names(levels),
    flags: names(named.filter(({ type }) => type === 'BOOLEAN')),
    columns: named,
    counts: names(measured.filter(({ type, role }) => role === undefined && /^U?(?:TINY|SMALL|BIG)?INT(?:EGER)?$/.test(type))),
  };
}

import { amount } from '../../../base/amount.ts';
import { classifyAddress, type AddressClass } from '../../../ble/address.ts';
import { loadAssignedNames } from '../../../ble/assigned/load.ts';
import type { Answer } from '../../../engine/engine.ts';
import { soundSelected } from '../../../selection/sound-rows.ts';
import { selectedTimeSql } from '../../../tables/capture-time.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import { shorten } from '../../contract/errors.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { FIRST_ANALYSIS } from '../../linkage/first-analysis.ts';
import { afterOverview, type Census } from './next.ts';
import type { Arguments, Counts, Overview } from './schema.ts';

/** For each list of the answer: the column that it counts, and SQL for its value as text. */
const LISTS = {
  by_capture: 'capture_id',
  by_type: 'adv_type',
  by_channel: 'channel',
  by_receiver: 'receiver',
  by_company: 'company_id',
  by_name: 'local_name',
} as const;
type ListName = keyof typeof LISTS;

export async function run(args: Arguments, capabilities: ToolCapabilities, classes: ClassRows = SOUND): Promise<ToolOutcome<Overview>> {
  const { selection, progress } = capabilities;
  const columns = new Set(['capture_id', ...selection.captures.flatMap((capture) => capture.columns.map((column) => column.name))]);
  const names = Object.keys(LISTS) as ListName[];
  const steps = names.length + 3;
  let done = 0;
  const step = <T>(value: T): T => {
    done += 1;
    progress({ phase: 'counting', done, total: steps, unit: 'steps' });
    return value;
  };
  const timed = columns.has('ts_us') || selection.captures.some((capture) => capture.time_range !== null);
  const span = step(await spanOf(capabilities, timed));
  const lists = {} as Record<ListName, Counts>;
  for (const name of names) {
    const column = LISTS[name];
    lists[name] = step(columns.has(column) ? await count(capabilities, column, span.rows, args.top) : { ...NOTHING, missing: span.rows });
  }
  const census = step(columns.has('advertiser_addr') ? await addressClasses(capabilities, columns, classes) : NO_ADDRESSES);
  const histogram = step(
    span.first === null ? { bins: [], width: 0 } : await histogramOf(capabilities, span.first, span.last ?? span.first, args.time_bins),
  );
  const output: Overview = {
    row_count: span.rows,
    ...(span.first !== null && { first_ts: iso(span.first), last_ts: iso(span.last ?? span.first) }),
    ...lists,
    by_company: await withCompanyNames(lists.by_company),
    address_classes: census.classes,
    time_histogram: histogram.bins,
    bin_width_ms: histogram.width / 1000,
  };
  const empty = span.rows === 0;
  return {
    status: 'ok',
    summary: empty
      ? 'No row is selected: 0 rows.'
      : `${amount(span.rows, 'row')} of ${amount(lists.by_capture.distinct_count, 'capture')}, ${amount(lists.by_type.distinct_count, 'packet type')} on ${amount(lists.by_channel.distinct_count, 'channel')}.`,
    structured_output: output,
    warnings: empty ? [{ code: 'EMPTY_SELECTION', message: 'the selection holds no row', field: 'capture_selection' }] : [],
    confidence_inputs: { rows: span.rows, rows_with_time: span.timed },
    hints: {
      assumptions: ['rows count as they were recorded, those with a bad CRC too; address classes use rows with a good CRC only'],
      contextNeeded: empty ? ['a selection that holds rows'] : [],
      next: afterOverview({ census, ids: await idRows(capabilities, columns), rows: span.rows, captures: selection.captures }),
      noNext: empty ? 'the captures hold no row' : 'no row names a sender',
      reasoning: 'Counts of the selected rows; nothing is estimated.',
    },
    measures: { rows: span.rows },
  };
}

const NOTHING: Counts = { distinct_count: 0, missing: 0, has_more: false, values: [] };

const ask = ({ query, selection, signal }: ToolCapabilities, sql: string): Promise<Answer> =>
  query.answer(
    sql.replace('SELECTED', () => `(${selection.sql}) AS selected`),
    selection.values,
    { signal },
  );

async function spanOf(
  capabilities: ToolCapabilities,
  timed: boolean,
): Promise<{ rows: number; timed: number; first: number | null; last: number | null }> {
  const time = selectedTimeSql(capabilities.selection.captures);
  const figures = timed
    ? `count(${time})::DOUBLE AS timed, min(${time})::DOUBLE AS first, max(${time})::DOUBLE AS last`
    : '0::DOUBLE AS timed, NULL::DOUBLE AS first, NULL::DOUBLE AS last';
  const answer = await ask(capabilities, `SELECT count(*)::DOUBLE AS n, ${figures} FROM SELECTED`);
  const number = (name: string): number => Number(answer.column(name).values[0]);
  const some = number('timed') > 0;
  return { rows: number('n'), timed: number('timed'), first: some ? number('first') : null, last: some ? number('last') : null };
}

/** Counts the values of a column. Ties are ordered by text, so that equal data give equal lists. */
async function count(capabilities: ToolCapabilities, column: string, rows: number, top: number): Promise<Counts> {
  const answer = await ask(
    capabilities,
    `SELECT CAST("${column}" AS VARCHAR) AS value, count(*)::DOUBLE AS n FROM SELECTED WHERE "${column}" IS NOT NULL GROUP BY 1 ORDER BY n DESC, value`,
  );
  const values = answer.column('value').values;
  const counts = answer.column('n').values as ArrayLike<number>;
  let present = 0;
  for (let at = 0; at < answer.rows; at++) present += counts[at] ?? 0;
  const shown = Math.min(answer.rows, top);
  return {
    distinct_count: answer.rows,
    missing: rows - present,
    has_more: answer.rows > shown,
    values: Array.from({ length: shown }, (_, at) => ({ value: shorten(String(values[at]), 300), rows: counts[at] ?? 0 })),
  };
}

async function withCompanyNames(counts: Counts): Promise<Counts> {
  if (counts.values.length === 0) return counts;
  const names = await loadAssignedNames();
  return {
    ...counts,
    values: counts.values.map((each) => {
      const label = names.company(Number(each.value));
      return label === undefined ? each : { ...each, label: shorten(label, 300) };
    }),
  };
}

const NO_ADDRESSES: Census = { classes: [], followable: 0 };

/** Number of rows of a live scan that have an opaque id in place of an address. */
async function idRows(capabilities: ToolCapabilities, columns: ReadonlySet<string>): Promise<number> {
  if (!columns.has('device_id')) return 0;
  return Number((await ask(capabilities, 'SELECT count(device_id)::DOUBLE AS n FROM SELECTED')).column('n').values[0]);
}

const CLASSES: readonly AddressClass[] = ['public', 'random_static', 'rpa', 'nrpa', 'unknown'];

/** Which rows are counted for address classes; `once`: an address seen with both type bits counts once. */
export interface ClassRows {
  readonly where: (captures: readonly CaptureInfo[], columns: ReadonlySet<string>) => string;
  readonly once: boolean;
}

/** Which rows count for address classes in this version, as in all views: rows with reliable content (`soundRow`), each address once. */
const SOUND: ClassRows = { where: soundSelected, once: true };

/** Which rows count in version 1.0.0: also rows of unknown CRC beside checked ones; an address with both type bits counts twice. */
export const NOT_BAD: ClassRows = {
  where: (_, columns) => (columns.has('crc_ok') ? 'crc_ok IS DISTINCT FROM FALSE' : 'TRUE'),
  once: false,
};

async function addressClasses(capabilities: ToolCapabilities, columns: ReadonlySet<string>, { where, once }: ClassRows): Promise<Census> {
  const random = columns.has('advertiser_random') ? 'advertiser_random' : 'NULL::BOOLEAN';
  // If frames of an address disagree about the type bit, its class is unknown.
  const bit = once ? `CASE WHEN min(${random}) = max(${random}) THEN min(${random}) END` : random;
  const answer = await ask(
    capabilities,
    `SELECT advertiser_addr AS address, ${bit} AS random, count(*)::DOUBLE AS n FROM SELECTED WHERE advertiser_addr IS NOT NULL AND ${where(capabilities.selection.captures, columns)} GROUP BY ${once ? '1' : '1, 2'}`,
  );
  const address = answer.column('address').values;
  const isRandom = answer.column('random');
  const counts = answer.column('n').values as ArrayLike<number>;
  const totals = new Map(CLASSES.map((type) => [type, { addresses: 0, rows: 0 }]));
  let followable = 0;
  for (let at = 0; at < answer.rows; at++) {
    const known = isRandom.valid === undefined ? isRandom.values[at] !== null : isRandom.valid[at] === 1;
    const type = classifyAddress(String(address[at]), known ? Boolean(isRandom.values[at]) : null);
    const total = totals.get(type);
    if (total) {
      total.addresses += 1;
      total.rows += counts[at] ?? 0;
    }
    if ((type === 'rpa' || type === 'nrpa') && (counts[at] ?? 0) >= FIRST_ANALYSIS.min_observation_count) followable += 1;
  }
  const found = [...totals].filter(([, total]) => total.addresses > 0).map(([type, total]) => ({ type, ...total }));
  return { classes: found, followable };
}

/** Histogram over time: equal bins of whole µs from the first row to the last. */
async function histogramOf(
  capabilities: ToolCapabilities,
  first: number,
  last: number,
  bins: number,
): Promise<{ bins: Overview['time_histogram']; width: number }> {
  const width = Math.max(1, Math.ceil((last - first + 1) / bins));
  // Both numbers are whole numbers computed here, so they are safe inside SQL; user values stay bound parameters.
  const time = selectedTimeSql(capabilities.selection.captures);
  const bin = `((${time} - ${String(first)}) // ${String(width)})::INTEGER`;
  const answer = await ask(capabilities, `SELECT ${bin} AS bin, count(*)::DOUBLE AS n FROM SELECTED WHERE ${time} IS NOT NULL GROUP BY 1`);
  const numbers = answer.column('bin').values;
  const rows = answer.column('n').values;
  const counts = new Map(Array.from({ length: answer.rows }, (_, at) => [Number(numbers[at]), Number(rows[at])]));
  const used = Math.floor((last - first) / width) + 1;
  return {
    width,
    bins: Array.from({ length: used }, (_, bin) => ({
      start_ts: iso(first + bin * width),
      start_ms: Math.floor((first + bin * width) / 1000),
      rows: counts.get(bin) ?? 0,
    })),
  };
}

const iso = (us: number): string => new Date(Math.floor(us / 1000)).toISOString();

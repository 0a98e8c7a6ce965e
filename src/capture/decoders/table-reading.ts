/** Applies the caller's choices for columns to the types found in a sample, and describes the outcome for the capture's card. */
import { displayName } from '../../ble/ad/display-name.ts';
import { WorkbenchError } from '../../base/failure.ts';
import { type ColumnEvidence, findTimeColumn, isNumeric, timeDoubt, type TimeColumn } from '../../tables/column-roles.ts';
import type { ColumnSpec, ColumnType } from '../../tables/column.ts';
import type { TableReading, TimeForm } from '../../tables/reading.ts';
import type { DecodeOutput } from '../decoder.ts';
import { planTable, type TablePlan } from './table-summary.ts';
import { type TextTimeForm, timeReader, type TimeReader, type TimeSample } from './time-sample.ts';
import { zoneToUtc, type ToUtc } from './time-zone.ts';

/** What the sample shows about a column; `evidence(type)` describes it for a given type. */
export interface SampledColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly storage?: 'plain' | undefined;
  /** Whether the column has times without a zone. */
  readonly local: boolean;
  readonly civil: ReturnType<TimeSample['civil']>;
  /** Whether the column may be read as another type, because it is text. */
  readonly free: boolean;
  evidence(type: ColumnType): ColumnEvidence;
}

export interface SettledTable {
  readonly plan: TablePlan;
  /** Readers of time columns that are text; not called for other columns. */
  readonly times: readonly TimeReader[];
  /** Converts times without a zone to UTC; null if they are UTC already. */
  readonly toUtc: ToUtc | null;
  readonly reading: TableReading;
}

const TEXT_FORMS: readonly TimeForm[] = ['iso', 'dmy', 'mdy'];

const wrong = (message: string): WorkbenchError => new WorkbenchError('BAD_READING', message);

/** Types, roles, times and the warnings about them. Throws `BAD_READING` where what was said does not fit the table. */
export function settleTable(columns: readonly SampledColumn[], said: TableReading, output: DecodeOutput): SettledTable {
  const toUtc = said.zone === undefined ? null : zoneToUtc(said.zone);
  if (said.zone !== undefined && toUtc === null) {
    throw wrong(`expected a time zone (UTC, +02:00 or a name such as Europe/Berlin), found ${JSON.stringify(displayName(said.zone))}`);
  }
  const named = [said.time_column, said.rssi_column, ...(said.address_columns ?? [])];
  for (const name of named) if (typeof name === 'string') mustExist(columns, name);
  const forms = columns.map((column) => formOf(column, said));
  const specs = columns.map((column, i): ColumnSpec => {
    const type = typeOf(column, forms[i]!, said);
    const storage = type === 'VARCHAR' ? column.storage : undefined;
    return { name: column.name, type, ...(storage !== undefined && { storage }) };
  });
  const evidence = columns.map((column, i) => column.evidence(specs[i]!.type));
  const time = said.time_column === undefined ? guessTime(evidence, said) : sayTime(evidence, said);
  const plan = planTable(specs, evidence, time, said);
  warn(columns, specs, forms, said, output);
  const doubt = said.time_column === undefined ? timeDoubt(evidence) : null;
  if (doubt !== null) output.warning('TIME_COLUMN', displayName(doubt));
  return {
    plan,
    times: forms.map((form, i) => timeReader(form, specs[i]!.type === 'TIMESTAMP' ? toUtc : null)),
    toUtc,
    reading: readingOf(plan, columns, forms, said),
  };
}

function mustExist(columns: readonly SampledColumn[], name: string): void {
  if (columns.some((column) => column.name === name)) return;
  const known = columns
    .slice(0, 20)
    .map((column) => JSON.stringify(column.name))
    .join(', ');
  throw wrong(`expected the name of a column (${known}${columns.length > 20 ? ', …' : ''}), found ${JSON.stringify(displayName(name))}`);
}

function formOf(column: SampledColumn, said: TableReading): TextTimeForm {
  const form = said.time_form;
  const textual = form === 'iso' || form === 'dmy' || form === 'mdy';
  if (textual && (column.name === said.time_column || (column.civil !== null && form !== 'iso'))) return form;
  return column.civil?.form ?? 'iso';
}

function typeOf(column: SampledColumn, form: TextTimeForm, said: TableReading): ColumnType {
  if (!column.free) return column.type;
  if (said.address_columns?.includes(column.name) === true) return 'VARCHAR';
  const asText = column.name === said.time_column && said.time_form !== undefined && TEXT_FORMS.includes(said.time_form);
  return asText && (column.type === 'VARCHAR' || form !== 'iso') ? 'TIMESTAMP' : column.type;
}

/** Guesses the time column: the most likely one. A form that the caller chose is applied to it if possible. */
function guessTime(evidence: readonly ColumnEvidence[], said: TableReading): TimeColumn | null {
  const found = findTimeColumn(evidence);
  const number = numberForm(said.time_form);
  return found !== null && number !== null && found.unit !== null ? { ...found, ...number } : found;
}

function sayTime(evidence: readonly ColumnEvidence[], said: TableReading): TimeColumn | null {
  const index = evidence.findIndex(({ name }) => name === said.time_column);
  const column = evidence[index];
  if (column === undefined) return null;
  if (column.type === 'TIMESTAMP' || column.type === 'DATE') return { index, base: 'epoch', unit: null, zone_assumed: !column.zoned };
  const name = JSON.stringify(displayName(column.name));
  if (!isNumeric(column.type)) throw wrong(`expected times in column ${name}, found ${column.type}: say how they are written`);
  const number = numberForm(said.time_form) ?? guessNumber(column);
  return { index, ...number, zone_assumed: false };
}

function guessNumber(column: ColumnEvidence): Pick<TimeColumn, 'base' | 'unit'> {
  const found = findTimeColumn([{ ...column, name: `time ${column.name}` }]);
  return found === null ? { base: 'relative', unit: 's' } : { base: found.base, unit: found.unit };
}

function numberForm(form: TimeForm | undefined): Pick<TimeColumn, 'base' | 'unit'> | null {
  const [kind, unit] = form?.split('_') ?? [];
  if (unit !== 's' && unit !== 'ms' && unit !== 'us' && unit !== 'ns') return null;
  return { base: kind === 'epoch' ? 'epoch' : 'relative', unit };
}

function warn(
  columns: readonly SampledColumn[],
  specs: readonly ColumnSpec[],
  forms: readonly TextTimeForm[],
  said: TableReading,
  output: DecodeOutput,
): void {
  const list = (fits: (column: SampledColumn, i: number) => boolean): string => columns.filter(fits).map(({ name }) => displayName(name)).join(', '); // prettier-ignore
  const local = list((column, i) => column.local && specs[i]!.type === 'TIMESTAMP');
  if (local !== '' && said.zone === undefined) output.warning('NO_ZONE', `times without a zone were read as UTC (column ${local})`);
  const unsure = columns.findIndex((column) => column.civil?.sure === false);
  if (unsure < 0 || said.time_form === 'dmy' || said.time_form === 'mdy') return;
  const [read, other] = forms[unsure] === 'dmy' ? ['day before month', 'month before day'] : ['month before day', 'day before month'];
  const names = list((column) => column.civil?.sure === false);
  output.warning('DATE_ORDER', `dates were read with the ${read}; they could as well have the ${other} (column ${names})`);
}

function readingOf(plan: TablePlan, columns: readonly SampledColumn[], forms: readonly TextTimeForm[], said: TableReading): TableReading {
  const { time, specs } = plan;
  const unit = time?.unit ?? null;
  const form: TimeForm | undefined =
    time === null ? undefined : unit === null ? forms[time.index]! : `${time.base === 'epoch' ? 'epoch' : 'elapsed'}_${unit}`;
  const zone = time !== null && unit === null && columns[time.index]!.local ? (said.zone ?? 'UTC') : undefined;
  const withRole = (role: string): string[] => specs.filter((spec) => spec.role === role).map(({ name }) => name);
  return {
    time_column: time === null ? null : specs[time.index]!.name,
    time_form: form,
    zone,
    address_columns: withRole('address'),
    rssi_column: withRole('rssi')[0] ?? null,
  };
}

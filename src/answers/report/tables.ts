/** Writes the tables of a report, and answers that have no sections of their own. */
import { formatFigure } from '../charts/number-axis.ts';
import { formatCount } from '../../base/format.ts';
import { isRecord } from '../../base/record.ts';
import { markup, type Html, type Piece } from './html.ts';

/** Maximum number of rows that are printed; the workbench shows all. */
export const MOST_ROWS = 400;
export const MOST_COLUMNS = 14;
const MOST_WORDS = 40;

export interface ReportColumn {
  readonly title: string;
  readonly kind?: 'text' | 'number' | 'mono';
}

/** @param count number of all rows, if `rows` contains only those to print */
export function table(caption: string, columns: readonly ReportColumn[], rows: readonly (readonly Piece[])[], count = rows.length): Html {
  const style = ({ kind }: ReportColumn): string => (kind === 'number' ? 'end' : kind === 'mono' ? 'mono' : '');
  const left = count - MOST_ROWS;
  return markup`<table>
    <caption>
      ${caption}${left > 0 && `: the first ${formatCount(MOST_ROWS)} of ${formatCount(count)}`}
    </caption>
    <thead>
      <tr>
        ${columns.map((column) => markup`<th scope="col" class="${style(column)}">${column.title}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.slice(0, MOST_ROWS).map(
        (row) =>
          markup`<tr>
            ${columns.map((column, at) => markup`<td class="${style(column)}">${row[at]}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

export const facts = (pairs: readonly (readonly [label: string, value: Piece])[]): Html =>
  markup`<dl>
    ${pairs.map(([label, value]) =>
      value === null || value === undefined || value === ''
        ? null
        : markup`<dt>${label}</dt>
            <dd>${value}</dd>`,
    )}
  </dl>`;

type Fields = Readonly<Record<string, unknown>>;
const plain = (value: unknown): boolean => typeof value !== 'object' || value === null;
/** Writes a key as words: `sum_sq` → "sum sq". */
const words = (key: string): string => key.replaceAll('_', ' ');

export function cell(value: unknown): string {
  if (value === undefined) return '';
  if (value === null) return '–';
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value).replace('-', '−') : formatFigure(value);
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every(plain)) return value.map(cell).join(', ');
  return JSON.stringify(value);
}

/** Writes an answer of any shape: first its single values, then a table for each list and for each object of numbers. */
export function anyAnswer(output: Fields, leftOut: ReadonlySet<string> = new Set()): readonly Html[] {
  const members = Object.entries(output).filter(([key, value]) => !leftOut.has(key) && value !== undefined);
  const single = members.filter(([, value]) => plain(value));
  const nested = members.filter(([, value]) => !plain(value)).flatMap(([key, value]) => nestedPart(key, value, output));
  return [...(single.length > 0 ? [facts(single.map(([key, value]) => [words(key), cell(value)]))] : []), ...nested];
}

function nestedPart(key: string, value: unknown, output: Fields): readonly Html[] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [];
    if (value.every(isRecord)) return key === 'columns' && Array.isArray(output['rows']) ? [] : [recordsTable(words(key), value)];
    if (value.every(Array.isArray)) return [matrix(words(key), value as readonly (readonly unknown[])[], output['columns'])];
    return [facts([[words(key), value.slice(0, MOST_WORDS).map(cell).join(', ') + (value.length > MOST_WORDS ? ' …' : '')]])];
  }
  if (!isRecord(value) || Object.keys(value).length === 0) return [];
  const entries = Object.entries(value);
  if (entries.every(([, member]) => isRecord(member))) {
    return [
      recordsTable(
        words(key),
        entries.map(([name, member]) => ({ [words(key)]: name, ...(member as Fields) })),
      ),
    ];
  }
  if (entries.every(([, member]) => plain(member)))
    return [
      table(
        words(key),
        [{ title: '' }, { title: 'Value', kind: 'number' }],
        entries.map(([name, member]) => [name, cell(member)]),
      ),
    ];
  return [markup`<h3>${words(key)}</h3>`, ...anyAnswer(value)];
}

/** Table of objects. Members that contain further objects are left out, because paper cannot show them. */
function recordsTable(caption: string, records: readonly Fields[]): Html {
  const keys = [...new Set(records.flatMap((record) => Object.keys(record)))].filter((key) =>
    records.every((record) => plain(record[key]) || (Array.isArray(record[key]) && record[key].every(plain) && record[key].length <= 8)),
  );
  const shown = keys.slice(0, MOST_COLUMNS);
  const columns = shown.map((key): ReportColumn => ({
    title: words(key),
    kind: records.every((record) => record[key] === undefined || typeof record[key] === 'number') ? 'number' : 'text',
  }));
  return table(
    caption,
    columns,
    records.map((record) => shown.map((key) => cell(record[key]))),
  );
}

/** Table of the rows of a query, with column names. */
function matrix(caption: string, rows: readonly (readonly unknown[])[], names: unknown): Html {
  const titles = Array.isArray(names) ? names.map((name: unknown) => (isRecord(name) ? cell(name['name']) : cell(name))) : [];
  const width = Math.min(MOST_COLUMNS, Math.max(0, ...rows.map((row) => row.length)));
  const columns = Array.from({ length: width }, (_, at): ReportColumn => ({
    title: titles[at] ?? String(at + 1),
    kind: rows.every((row) => row[at] === null || typeof row[at] === 'number') ? 'number' : 'text',
  }));
  return table(
    caption,
    columns,
    rows.map((row) => row.slice(0, width).map(cell)),
  );
}

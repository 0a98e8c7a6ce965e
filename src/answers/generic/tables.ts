/** Creates tables for an answer that has no view of its own: one for each list of objects or of rows. */
import type { ToolResult } from '../../tools/contract/index.ts';
import { formatCount } from '../../base/format.ts';
import type { GridColumn, GridRow } from '../../base/table.ts';
import { isRecord } from '../../base/record.ts';
import type { AnswerTable } from './answer-table.ts';

type Fields = Readonly<Record<string, unknown>>;
const record = (value: unknown): Fields => (isRecord(value) ? value : {});

/** @param schema JSON Schema of the tool's output, which states the units of numbers */
export function genericTables(result: ToolResult, schema?: unknown): readonly AnswerTable[] {
  const output = record(result.structured_output);
  const parts = record(record(schema)['properties']);
  const names = output['columns'];
  return Object.entries(output).flatMap(([key, value]): AnswerTable[] => {
    if (isRecord(value)) return ofListed(key, value, parts[key]);
    if (!Array.isArray(value) || value.length === 0) return [];
    if (value.every(isRecord)) return key === 'columns' && Array.isArray(output['rows']) ? [] : [ofRecords(key, value, parts[key])];
    if (key === 'rows' && Array.isArray(names) && value.every(Array.isArray)) return [ofRows(names, value as GridRow[])];
    return [];
  });
}

/** Writes a key as words: `by_type` → By type. */
const words = (key: string): string => `${key.charAt(0).toUpperCase()}${key.slice(1).replaceAll('_', ' ')}`;

/** Table of a list together with numbers that belong to it, such as the most frequent values with their counts. */
function ofListed(key: string, part: Fields, schema: unknown): AnswerTable[] {
  const members = Object.entries(part);
  const figures = members.filter((member): member is [string, number] => typeof member[1] === 'number');
  const text = figures.map(([name, value]) => `${words(name)} ${formatCount(value)}`).join(', ');
  return members.flatMap(([name, list]) =>
    Array.isArray(list) && list.length > 0 && list.every(isRecord)
      ? [{ ...ofRecords(key, list, record(record(schema)['properties'])[name]), text: text === '' ? '' : `${text}.` }]
      : [],
  );
}

function ofRecords(key: string, records: readonly Fields[], schema: unknown): AnswerTable {
  const fields = [...new Set(records.flatMap((one) => Object.keys(one)))];
  const known = record(record(record(schema)['items'])['properties']);
  const numeric = (field: string): boolean => records.every((one) => one[field] === undefined || typeof one[field] === 'number');
  const counts = new Set(fields.filter((field) => records.every((one) => one[field] === undefined || Number.isSafeInteger(one[field]))));
  return {
    id: key,
    title: words(key),
    text: '',
    columns: fields.map((field): GridColumn => {
      const unit = record(known[field])['x-unit'];
      const detail = typeof unit === 'string' && unit !== 'unitless' && unit !== field ? { detail: unit } : {};
      return { title: words(field), ...detail, ...(numeric(field) && { align: 'end' }) };
    }),
    rows: records.map((one) =>
      fields.map((field) => {
        const value = one[field];
        if (value === undefined) return '–';
        return counts.has(field) && !field.endsWith('_ms') ? formatCount(value as number) : value;
      }),
    ),
  };
}

function ofRows(names: readonly unknown[], rows: readonly GridRow[]): AnswerTable {
  const columns = names.map((name, at): GridColumn => {
    const { name: title, type } = record(name);
    const numeric = rows.every((row) => row[at] === null || typeof row[at] === 'number');
    return {
      title: typeof title === 'string' ? title : String(at + 1),
      ...(typeof type === 'string' && { detail: type, isTyped: true }),
      ...(numeric && { align: 'end' }),
    };
  });
  return { id: 'rows', title: 'Rows', text: '', columns, rows };
}

import { text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

export const MOST_COLUMNS = 500;
/** Maximum number of characters of a value that is shown. */
export const LONGEST_VALUE = 120;

export const Input = z.strictObject({
  columns: z
    .array(text(1, 256))
    .min(1)
    .max(MOST_COLUMNS)
    .describe('Names of the columns to describe; all of them when absent.')
    .meta({ examples: [['rssi', 'advertiser_addr']] })
    .optional(),
  examples: z
    .int()
    .min(0)
    .max(20)
    .default(3)
    .describe('How many values each column shows, most frequent first, unitless; 3 when absent.')
    .meta({ examples: [3], 'x-unit': 'unitless' }),
});

const value = (what: string) => text(0, LONGEST_VALUE).describe(`${what}, as text.`);

export const Column = z.strictObject({
  name: text(1, 256).describe('Name, as filters, arguments and SQL spell it.'),
  kind: z
    .enum(['time', 'address', 'number', 'text', 'boolean', 'bytes', 'list'])
    .describe('What its values are; address: a Bluetooth device address.'),
  type: text(1, 128).describe('Type in SQL.'),
  unit: text(1, 32).describe('Unit of its numbers; absent where they have none.').optional(),
  meaning: text(1, 300).describe('What it holds; absent for columns of table files.').optional(),
  filled: whole().describe('Selected rows that have a value.').meta({ 'x-unit': 'rows' }),
  distinct: whole().describe('Different values, unitless.').meta({ 'x-unit': 'unitless' }),
  min: value('Smallest value of a number or time; absent for other kinds and where no row has a value').optional(),
  max: value('Largest value of a number or time; absent for other kinds and where no row has a value').optional(),
  examples: z.array(value('A value')).max(20).describe('Most frequent values first; long ones end in "…".'),
});

export const Output = z.strictObject({
  row_count: whole().describe('Rows selected.').meta({ 'x-unit': 'rows' }),
  time_base: z
    .enum(['epoch', 'relative', 'none'])
    .describe('What times count from: 1970-01-01 UTC, or the first row; none: there are none.'),
  start_ms: whole().describe('Start of the selected time; absent without a time.').meta({ 'x-unit': 'ms' }).optional(),
  end_ms: whole().describe('End of the selected time, inclusive; absent without a time.').meta({ 'x-unit': 'ms' }).optional(),
  columns: z.array(Column).max(MOST_COLUMNS).describe('Columns of the selected captures, in their order; empty when they have none.'),
  has_more: z.boolean().describe('Whether there are more columns than are listed.'),
});

export type Arguments = z.output<typeof Input>;
export type Description = z.output<typeof Output>;

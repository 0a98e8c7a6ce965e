import { instant, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

/** Maximum number of captures in one answer. */
export const MOST = 200;

export const Input = z.strictObject({
  id_contains: text(1, 128)
    .describe('Only captures whose id contains this text; all of them when absent.')
    .meta({ examples: ['chamber'] })
    .optional(),
});

const Capture = z.strictObject({
  capture_id: text(1, 128).describe('Id for capture_selection; also the name of its table in SQL.'),
  kind: z.enum(['ble', 'table']).describe('ble: one row per Bluetooth packet; table: rows of a table file.'),
  format: text(1, 64).describe('Format of the file, e.g. pcapng.'),
  row_count: whole().describe('Rows of the capture.').meta({ 'x-unit': 'rows' }),
  problem_count: whole().describe('Pieces of the file that could not be read, unitless.').meta({ 'x-unit': 'unitless' }),
  time_base: z
    .enum(['epoch', 'relative', 'none'])
    .describe('What its times count from: 1970-01-01 UTC, or the first row; none: it has none.'),
  start_ms: whole().describe('First millisecond with a row; absent without a time.').meta({ 'x-unit': 'ms' }).optional(),
  end_ms: whole().describe('Last millisecond with a row; absent without a time.').meta({ 'x-unit': 'ms' }).optional(),
  first_ts: instant().describe('Time of the first row in UTC; only with time_base epoch.').optional(),
  ready: z.boolean().describe('Whether its rows can be read now.'),
});

export const Output = z.strictObject({
  capture_count: whole().describe('Open captures that match, unitless.').meta({ 'x-unit': 'unitless' }),
  captures: z
    .array(Capture)
    .max(MOST)
    .describe(`The first ${String(MOST)} of them, in the order in which they were opened; empty when none matches.`),
});

export type Arguments = z.output<typeof Input>;
export type Listing = z.output<typeof Output>;

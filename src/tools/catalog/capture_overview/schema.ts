import { instant, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

export const Input = z.strictObject({
  time_bins: z
    .int()
    .min(1)
    .max(1000)
    .default(60)
    .describe('How many equal bins the time histogram has, unitless; 60 when absent.')
    .meta({ examples: [60], 'x-unit': 'unitless' }),
  top: z
    .int()
    .min(1)
    .max(1000)
    .default(40)
    .describe('How many values each list shows at most, most frequent first, unitless; 40 when absent.')
    .meta({ examples: [40], 'x-unit': 'unitless' }),
});

const rows = (what: string) => whole().describe(`${what}, in rows.`).meta({ 'x-unit': 'rows' });

const counts = (what: string) =>
  z
    .strictObject({
      distinct_count: whole().describe(`How many different ${what} there are, unitless.`).meta({ 'x-unit': 'unitless' }),
      missing: rows('Rows that do not say'),
      has_more: z.boolean().describe('Whether the list leaves values out.'),
      values: z
        .array(
          z.strictObject({
            value: text(0, 300).describe('The value as text.'),
            label: text(1, 300).describe('Its name, where one is assigned.').optional(),
            rows: rows('Rows that have it'),
          }),
        )
        .max(1000)
        .describe('Most frequent first; empty when the captures have no such column.'),
    })
    .describe(`Rows by ${what}.`);

export const Output = z.strictObject({
  row_count: rows('Rows selected'),
  first_ts: instant().describe('Time of the first row; absent when no row has a time.').optional(),
  last_ts: instant().describe('Time of the last row; absent when no row has a time.').optional(),
  by_capture: counts('captures'),
  by_type: counts('packet types'),
  by_channel: counts('channels'),
  by_receiver: counts('receivers'),
  by_company: counts('companies in manufacturer data'),
  by_name: counts('names sent'),
  address_classes: z
    .array(
      z.strictObject({
        type: z.enum(['public', 'random_static', 'rpa', 'nrpa', 'unknown']).describe('Class by address-type bit and top bits.'),
        addresses: whole().describe('Different advertiser addresses of the class, unitless.').meta({ 'x-unit': 'unitless' }),
        rows: rows('Rows they appear in'),
      }),
    )
    .max(5)
    .describe('Advertiser addresses of rows with a good CRC, by class; empty when there are none.'),
  time_histogram: z
    .array(
      z.strictObject({
        start_ts: instant().describe('Start of the bin.'),
        start_ms: whole().describe('Start of the bin since 1970-01-01 UTC.').meta({ 'x-unit': 'ms' }),
        rows: rows('Rows in the bin'),
      }),
    )
    .max(1000)
    .describe('Bins in order of time, empty bins included; empty when no row has a time.'),
  bin_width_ms: z.number().min(0).describe('Width of a bin; 0 when there are none.').meta({ 'x-unit': 'ms' }),
});

export type Arguments = z.output<typeof Input>;
export type Overview = z.output<typeof Output>;
export type Counts = Overview['by_type'];

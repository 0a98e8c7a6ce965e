import { z } from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import { type OpenChoice, TEXT_ENCODINGS, TIME_FORMS } from '../tables/reading.ts';

const columnName = z.string().min(1).max(256);
const milliseconds = z.number().min(-8.64e15).max(8.64e15);

const readingSchema = z.strictObject({
  encoding: z.enum(TEXT_ENCODINGS).optional().describe('Text encoding of the file.'),
  delimiter: z
    .string()
    .regex(/^[\t\x20-\x7e]$/)
    .optional()
    .describe('Separator between cells: one ASCII character.'),
  quote: z.enum(['"', "'", 'none']).optional().describe('Quotation mark around cells that contain delimiters.'),
  decimal: z.enum(['.', ',']).optional().describe('Decimal separator.'),
  skip_lines: z.number().int().min(0).max(10_000).optional().describe('Number of lines above the table.'),
  header: z.boolean().optional().describe('Whether the first row contains the column names.'),
  time_column: columnName.nullable().optional().describe('The column with the time of each row; null for none.'),
  time_form: z.enum(TIME_FORMS).optional().describe('Format of its times.'),
  zone: z.string().min(1).max(64).optional().describe('Time zone of times that state none: UTC, +02:00 or a name such as Europe/Berlin.'),
  address_columns: z.array(columnName).max(64).readonly().optional().describe('Columns that contain Bluetooth addresses.'),
  rssi_column: columnName.nullable().optional().describe('The column with the signal strength; null for none.'),
});

const keepSchema = z.strictObject({
  time_window: z
    .strictObject({ start_ms: milliseconds.describe('Start of the range, ms.'), end_ms: milliseconds.describe('End of the range, ms.') })
    .refine(({ start_ms, end_ms }) => start_ms <= end_ms, 'expected start_ms ≤ end_ms')
    .optional()
    .describe('Rows within this time range, both ends included.'),
  columns: z.array(columnName).min(1).max(4096).readonly().optional().describe('These columns only.'),
  crc_ok_only: z.boolean().optional().describe('Whether to leave out rows with a CRC that is known to be wrong.'),
});

const decryptSchema = z.strictObject({
  keys: z.array(z.string().min(1).max(64)).max(1000).readonly().describe('Ids of keys in the keyring, not the keys themselves.'),
});

/** How to read a file, and which part of it. It is validated strictly, because scripts and sessions can contain anything. */
export const openChoiceSchema = z.strictObject({
  reading: readingSchema.optional().describe('How to read a table; absent members are detected.'),
  keep: keepSchema.optional().describe('Which part of the file to load.'),
  decrypt: decryptSchema.optional().describe('Decrypts the packets of encrypted connections.'),
});

/** Validates a choice. The error names the part that is wrong. */
export function readOpenChoice(value: unknown): Result<OpenChoice, string> {
  const parsed = openChoiceSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const first = parsed.error.issues[0];
  return err(`expected a choice of how to open a file, found a fault in ${first?.path.join('.') || 'it'}: ${first?.message ?? 'unknown'}`);
}

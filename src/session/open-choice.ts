import { z } from 'zod';
import { err, ok, type Result } from '../base/result.ts';
import { type OpenChoice, TEXT_ENCODINGS, TIME_FORMS } from '../tables/reading.ts';

const columnName = z.string().min(1).max(256);
const milliseconds = z.number().min(-8.64e15).max(8.64e15);

const readingSchema = z.strictObject({
  encoding: z.enum(TEXT_ENCODINGS).optional().describe('What the bytes of a text table are.'),
  delimiter: z
    .string()
    .regex(/^[\t\x20-\x7e]$/)
    .optional()
    .describe('What stands between two cells: one ASCII character.'),
  quote: z.enum(['"', "'", 'none']).optional().describe('What wraps cells that hold delimiters.'),
  decimal: z.enum(['.', ',']).optional().describe('What stands between whole and fraction.'),
  skip_lines: z.number().int().min(0).max(10_000).optional().describe('Lines above the table.'),
  header: z.boolean().optional().describe('True when the first row names the columns.'),
  time_column: columnName.nullable().optional().describe('The column that says when a row happened; null for none.'),
  time_form: z.enum(TIME_FORMS).optional().describe('How its times are written.'),
  zone: z.string().min(1).max(64).optional().describe('Of times that say none: UTC, +02:00 or a name such as Europe/Berlin.'),
  address_columns: z.array(columnName).max(64).readonly().optional().describe('Columns that hold Bluetooth addresses.'),
  rssi_column: columnName.nullable().optional().describe('The column that holds the signal strength; null for none.'),
});

const keepSchema = z.strictObject({
  time_window: z
    .strictObject({ start_ms: milliseconds.describe('First ms.'), end_ms: milliseconds.describe('Last ms.') })
    .refine(({ start_ms, end_ms }) => start_ms <= end_ms, 'expected start_ms ≤ end_ms')
    .optional()
    .describe('Rows of this time only, both ends included.'),
  columns: z.array(columnName).min(1).max(4096).readonly().optional().describe('These columns only.'),
  crc_ok_only: z.boolean().optional().describe('Leaves out rows whose CRC is known to be wrong.'),
});

const decryptSchema = z.strictObject({
  keys: z.array(z.string().min(1).max(64)).max(1000).readonly().describe('Ids of keys in the keyring; none of them is a key.'),
});

/** How to read a file and which part of it. Strictly validated, because it comes from scripts and sessions. */
export const openChoiceSchema = z.strictObject({
  reading: readingSchema.optional().describe('How a table is read; the rest is guessed.'),
  keep: keepSchema.optional().describe('Which part of the file is loaded.'),
  decrypt: decryptSchema.optional().describe('Encrypted packets of connections are opened.'),
});

/** Validates a choice; the error names the wrong part. */
export function readOpenChoice(value: unknown): Result<OpenChoice, string> {
  const parsed = openChoiceSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const first = parsed.error.issues[0];
  return err(`expected a choice of how to open a file, found a fault in ${first?.path.join('.') || 'it'}: ${first?.message ?? 'unknown'}`);
}

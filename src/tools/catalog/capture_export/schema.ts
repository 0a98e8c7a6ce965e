import { sha256, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { EXPORT_FORMATS } from '../../definition.ts';

export const Input = z.strictObject({
  format: z
    .enum(EXPORT_FORMATS)
    .describe(
      'Kind of file: csv, ndjson (objects), pcapng (packets), parquet (typed), or partitioned_parquet: a folder by capture and hour, with SQL for it.',
    )
    .meta({ examples: ['csv'] }),
  file_name: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,62}[A-Za-z0-9_-]$/)
    .describe('Name of the file without its extension, or of the folder; the name of the first capture when absent.')
    .meta({ examples: ['lab_floor'] })
    .optional(),
  columns: z
    .array(text(1, 256).describe('Name of a column of the captures.'))
    .min(1)
    .max(512)
    .describe('Which columns to write, in this order; all when absent.')
    .meta({ examples: [['ts_us', 'advertiser_addr', 'rssi']] })
    .optional(),
  spreadsheet_safe: z
    .boolean()
    .default(true)
    .describe('Whether csv texts that look like formulas get an apostrophe in front; true when absent.')
    .meta({ examples: [true] }),
  provenance: z
    .boolean()
    .default(true)
    .describe('Whether csv and ndjson come with a file that names captures, digests and the head of the journal; true when absent.')
    .meta({ examples: [true] }),
  device_names: z
    .boolean()
    .default(false)
    .describe(
      'Whether rows get the names that people gave to devices, in a column device_name behind the others (pcapng: in comments); false when absent.',
    )
    .meta({ examples: [false] }),
  comments: z
    .boolean()
    .default(true)
    .describe('Whether pcapng packets carry labels and device ids as comments; true when absent.')
    .meta({ examples: [true] }),
  labels: z
    .array(
      z.strictObject({
        address: z
          .string()
          .regex(/^[0-9A-F]{2}(?::[0-9A-F]{2}){5}$/)
          .describe('Address of an advertiser, in capitals.')
          .meta({ examples: ['7A:4C:21:9D:10:EF'] }),
        label: text(1, 200)
          .describe('What the comment says, such as the name of a cluster.')
          .meta({ examples: ['cluster 1'] }),
      }),
    )
    .max(10_000)
    .describe('Names by address for the comments of pcapng, for example of clusters; none when absent.')
    .meta({ examples: [[{ address: '7A:4C:21:9D:10:EF', label: 'cluster 1' }]] })
    .optional(),
});

const count = (what: string) => whole().describe(`${what}, in rows.`).meta({ 'x-unit': 'rows' });
const bytes = (what: string) => whole().describe(`${what}, in bytes.`).meta({ 'x-unit': 'bytes' });

export const Output = z.strictObject({
  format: z.enum(EXPORT_FORMATS).describe('Kind of file that was written.'),
  place: z.enum(['file', 'folder', 'download']).describe('A file or folder that the person chose, or the downloads of the browser.'),
  folder: text(1, 512).describe('Name of the folder or zip file that holds the files; absent when it is one file.').optional(),
  rows_written: count('Rows that the files hold'),
  rows_left_out: count('Rows of the selection that the format has no room for'),
  bytes: bytes('Size of all files together'),
  columns: z.array(text(1, 256).describe('Name of a column.')).max(4096).describe('Columns that were written, in order. Never empty.'),
  files: z
    .array(
      z.strictObject({
        path: text(1, 512).describe('Name of the file; inside a folder its path.'),
        bytes: bytes('Size of the file'),
        sha256: sha256().describe('Digest of its bytes.'),
      }),
    )
    .max(20_000)
    .describe('Files that were written. Never empty: a selection without rows gives a file that holds none.'),
  journal_head: sha256().describe('Hash of the last line of the journal when the export began; absent before the first line.').optional(),
});

export type Arguments = z.output<typeof Input>;
export type Exported = z.output<typeof Output>;

import { cursor, pagination, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

export const Input = z.strictObject({
  sql: text(1, 20_000)
    .describe('One read-only statement over the selected captures, each a table named by its id.')
    .meta({ examples: ['SELECT channel, count(*) AS n FROM chamber_four_phones GROUP BY channel ORDER BY channel'] }),
  columns: z
    .array(text(1, 256).describe('Name of a column of the answer.'))
    .min(1)
    .max(256)
    .describe('Which columns of the answer to return; all when absent.')
    .meta({ examples: [['channel', 'n']] })
    .optional(),
  ...pagination,
  cursor: cursor()
    .describe('The next_cursor of an earlier page of the same question: returns the page after it; the page at offset when absent.')
    .meta({ examples: ['1.100.0123456789abcdef'] })
    .optional(),
});

export const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

export const Output = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        name: text(0, 256).describe('Name of the column.'),
        type: text(1, 2000).describe('Type of the column in the engine’s words.'),
      }),
    )
    .max(4096)
    .describe('Columns of the answer in order, one per value of a row.'),
  rows: z
    .array(
      z
        .array(
          Cell.describe('A value in the unit of its column; times as RFC 3339, bytes as hex, lists as JSON text.').meta({
            'x-unit': 'of the column',
          }),
        )
        .describe('One row.'),
    )
    .max(10_000)
    .describe('Rows of this page; empty when the statement finds none.'),
  row_count: whole().describe('Rows of this page.').meta({ 'x-unit': 'rows' }),
  total_count: whole().describe('Rows of the whole answer.').meta({ 'x-unit': 'rows' }),
  offset: whole().describe('Rows before this page.').meta({ 'x-unit': 'rows' }),
  limit: whole().describe('Rows of a page at most.').meta({ 'x-unit': 'rows' }),
  has_more: z.boolean().describe('Whether rows follow this page.'),
  next_cursor: cursor().describe('The cursor that returns the page after this one; absent when none follows.').optional(),
});

export type Arguments = z.output<typeof Input>;
export type Page = z.output<typeof Output>;
export type Cell = z.output<typeof Cell>;

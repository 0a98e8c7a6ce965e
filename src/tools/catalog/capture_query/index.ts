import { defineTool } from '../../definition.ts';
import { QUERY_TERMS } from '../terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** Runs read-only SQL over the selected rows and returns one page. */
export const captureQuery = defineTool({
  manifest: {
    name: 'capture_query',
    version: '1.2.0',
    kebab_name: 'query-capture',
    title: 'Capture query',
    description:
      'Answers one read-only statement over the selected captures, page by page. Use it to look at single rows or to count in a way no other tool does. Do not use it to fit models; statistical_regression_tool does that. Returns the columns, the rows of the page, how many rows there are in all, and a cursor for the next page.',
    long_description:
      'Every capture of the selection is a table named by its id and holds the selected rows only. Statements that write, several statements, other captures, and functions whose answer changes from run to run are refused with the position in the text. Request the next page with offset, or with the cursor of the previous page, which is valid only for the same statement and selection.',
    capabilities: ['sql_query'],
    execution_constraints: { max_timeout_ms: 120_000, max_payload_bytes: 131_072, supports_streaming: false },
    ...QUERY_TERMS,
    cacheTTL: 3600,
    tags: ['sql', 'rows'],
    error_codes: [
      { code: 'SQL_ERROR', meaning: 'The statement is invalid, is not read-only, or names something outside the selection.' },
      { code: 'INVALID_VALUE', meaning: 'A column to return is not one of the answer, or the cursor belongs to another statement.' },
    ],
    alternatives: ['capture_overview', 'statistical_regression_tool'],
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['columns', 'rows', 'row_count', 'total_count', 'offset', 'limit', 'has_more', 'next_cursor'] },
  requires: ['captures', 'query'],
  confidence: { method: 'capture_query/exact@1', compute: (inputs) => (Number(inputs['shown']) <= Number(inputs['total']) ? 1 : 0) },
  postconditions: [
    {
      id: 'rows-fit-columns',
      description: 'Every row has one value per column.',
      holds: ({ rows, columns }) => rows.every((row) => row.length === columns.length),
    },
    {
      id: 'page-inside-answer',
      description: 'A page has no more rows than were asked for.',
      holds: ({ row_count, rows, limit }) => row_count === rows.length && row_count <= limit,
    },
    {
      id: 'cursor-when-more',
      description: 'There is a cursor exactly where rows follow.',
      holds: ({ has_more, next_cursor }) => has_more === (next_cursor !== undefined),
    },
  ],
  examples: examples['1.2.0'],
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});

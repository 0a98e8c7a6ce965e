import { defineTool } from '../../definition.ts';
import examples from './examples.json';
import { postconditions } from './postconditions.ts';
import { Input, Output } from './schema.ts';

/** Writes rows of a selection to a file or folder that the person chooses. */
export const captureExport = defineTool({
  manifest: {
    name: 'capture_export',
    version: '1.3.0',
    kebab_name: 'export-capture',
    title: 'Capture export',
    description:
      'Writes the selected rows to a file or a folder outside the workbench, once a person has approved it. Use it to pass rows to another program. Do not use it to look at rows; capture_query does that. Returns the files with their sizes and digests, and how many rows they hold.',
    long_description:
      'A person must approve the call; unattended calls are denied. The person chooses the place, or the browser saves to its download folder; without a folder, several files become one zip. Rows are read and written in parts, so the selection may be larger than memory. A call that fails or is cancelled leaves no file behind. pcapng packets are rebuilt from their rows; rows without a payload are left out and counted. Names of devices in csv files cannot act as formulas of a spreadsheet. A partitioned set includes statements for four other query engines that recreate the tables of the workbench. Every export names its captures and the head of the journal. It needs the grants to read captures and to write files.',
    capabilities: ['row_export'],
    execution_constraints: { max_timeout_ms: 3_600_000, max_payload_bytes: 1_048_576, supports_streaming: true },
    cost_hint: { unit: 'call', estimated_cost: 0, currency: 'credits' },
    deterministic: false,
    effect: 'external_side_effect',
    reversible: false,
    category: 'mutation',
    permissions: ['captures:read', 'files:write'],
    responseTime: 'slow',
    cacheable: false,
    idempotent: false,
    tags: ['export', 'files', 'csv', 'parquet', 'rows'],
    columns: [{ argument: 'columns[]', holds: 'selected' }],
    error_codes: [
      { code: 'APPROVAL_REJECTED', meaning: 'The person rejected the call; nothing was written.' },
      { code: 'CANCELLED', meaning: 'No place was chosen, or the call was cancelled; nothing was written.' },
      { code: 'DESTINATION_DENIED', meaning: 'The file or folder that was chosen may not be written.' },
      { code: 'WRITE_FAILED', meaning: 'Writing failed, for example because the disk is full; no file is left behind.' },
      { code: 'INSUFFICIENT_DATA', meaning: 'The captures hold no packets, which pcapng needs.' },
      { code: 'INVALID_VALUE', meaning: 'A column to write is not one of the captures, or names are asked for and no row has an address.' },
      { code: 'RESULT_TOO_LARGE', meaning: 'The set would exceed the limit on files; nothing was written.' },
    ],
    preconditions: ['A person is there to approve the call and to choose a place.'],
    alternatives: ['capture_query'],
    confidence_semantics: 'confidence is the share of the selected rows that the files hold.',
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['format', 'place', 'folder', 'rows_written', 'rows_left_out', 'bytes', 'columns', 'files', 'journal_head'] },
  requires: ['captures', 'query', 'exporter'],
  confidence: {
    method: 'capture_export/share_written@1',
    compute: (inputs) => {
      const [written, out] = [Number(inputs['written']), Number(inputs['left_out'])];
      return out === 0 ? 1 : written / (written + out);
    },
  },
  postconditions,
  examples: examples['1.3.0'],
  // Import the code at the first call, so that the page starts without it.
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});

import { z } from '../../contract/zod.ts';
import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { captureExport as current } from './index.ts';
import { postconditions } from './postconditions.ts';
import { InputBefore13, Output } from './schema.ts';

const FORMATS = ['csv', 'ndjson', 'pcapng'] as const;

/** Version 1.0.0, the previous minor (R21): one file of text or packets, without Parquet, folders and provenance beside it. */
export const captureExport10 = defineTool({
  manifest: {
    ...current.manifest,
    version: '1.0.0',
    description:
      'Writes the selected rows to a file outside the workbench, once a person has approved it. Use it to hand rows on to another program. Do not use it to look at rows; capture_query does that. Returns the files with their sizes and digests, and how many rows they hold.',
    long_description:
      'The call asks a person first; unattended calls are denied. The person picks the place, or the browser puts the file into its downloads. Rows are read and written part by part, so the selection may be larger than memory. A call that fails or is cancelled leaves nothing behind. Packets of pcapng are made again from their rows; rows that keep no payload are left out and counted. Names of devices in csv files cannot act as formulas of a spreadsheet. It needs the grants to read captures and to write files.',
    tags: ['export', 'files', 'csv', 'rows'],
    error_codes: current.manifest.error_codes.filter(({ code }) => code !== 'RESULT_TOO_LARGE'),
    deprecated: { since: '1.1.0', replacement: 'capture_export', announcedOn: '2026-11-22', removalDate: '2027-06-01' },
  },
  input: InputBefore13.omit({ provenance: true }).extend({
    format: z
      .enum(FORMATS)
      .describe('Kind of file: csv is a table with a header line, ndjson one object per line, pcapng packets for packet tools.')
      .meta({ examples: ['csv'] }),
  }),
  output: Output.omit({ folder: true }).extend({ format: z.enum(FORMATS).describe('Kind of file that was written.') }),
  scope: 'captures',
  redaction: { allow: current.redaction.allow.filter((path) => path !== 'folder') },
  requires: current.requires,
  confidence: current.confidence,
  postconditions,
  examples: examples['1.0.0'],
  async run(args, _context, capabilities) {
    const { run } = await import('./run.ts');
    const outcome = await run({ ...args, provenance: false, device_names: false }, onStamps(capabilities));
    if (outcome.status === 'error') return outcome;
    const { folder: _, ...output } = outcome.structured_output;
    return { ...outcome, structured_output: { ...output, format: args.format } };
  },
});

import { defineTool } from '../../definition.ts';
import { namingStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { captureQuery as current } from './index.ts';
import { Input, Output } from './schema.ts';

const [rowsFit, pageInside] = current.postconditions ?? [];
if (rowsFit === undefined || pageInside === undefined) throw new Error('broken invariant: capture_query promises nothing of its pages');

/** Version 1.0.0, the previous minor (R21): pages by limit and offset, without the cursor that 1.1.0 added. */
export const captureQuery10 = defineTool({
  manifest: {
    ...current.manifest,
    version: '1.0.0',
    description:
      'Answers one read-only statement over the selected captures, page by page. Use it to look at single rows or to count in a way no other tool does. Do not use it to fit models; statistical_regression_tool does that. Returns the columns, the rows of the page, and how many rows there are in all.',
    long_description:
      'Every capture of the selection is a table named by its id and holds the selected rows only. Statements that write, several statements, other captures, and functions whose answer changes from run to run are refused with the place in the text.',
    deprecated: { since: '1.1.0', replacement: 'capture_query', announcedOn: '2026-11-22', removalDate: '2027-06-01' },
  },
  input: Input.omit({ cursor: true }),
  output: Output.omit({ next_cursor: true }),
  scope: 'captures',
  redaction: { allow: current.redaction.allow.filter((path) => path !== 'next_cursor') },
  requires: current.requires,
  confidence: current.confidence,
  postconditions: [rowsFit, pageInside],
  examples: examples['1.0.0'],
  async run(args, _context, capabilities) {
    const { run } = await import('./run.ts');
    const outcome = await run(args, namingStamps(capabilities));
    if (outcome.status === 'error') return outcome;
    const { next_cursor: _, ...page } = outcome.structured_output;
    return { ...outcome, structured_output: page };
  },
});

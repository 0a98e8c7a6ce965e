import { amount } from '../../../base/amount.ts';
import { text } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { defineTool, FOUND_KINDS } from '../../definition.ts';
import { READ_ONLY_TERMS } from '../read-only-terms.ts';
import examples from './examples.json';

const MOST = 20;

const Input = z.strictObject({
  text: text(2, 400)
    .describe('A question or a few words, in plain English.')
    .meta({ examples: ['which addresses belong to one phone'] }),
  kinds: z
    .array(z.enum(FOUND_KINDS).describe('tool: a tool; capture: an open capture; document: a section of the manual.'))
    .min(1)
    .max(FOUND_KINDS.length)
    .describe('What to search; all three when absent.')
    .meta({ examples: [['tool']] })
    .optional(),
  limit: z
    .int()
    .min(1)
    .max(MOST)
    .default(5)
    .describe('How many hits to return at most, unitless; 5 when absent.')
    .meta({ examples: [5], 'x-unit': 'unitless' }),
});

const Hit = z.strictObject({
  kind: z.enum(FOUND_KINDS).describe('What was found.'),
  id: text(1, 200).describe('Name of the tool, id of the capture, or file and heading of the document.'),
  title: text(1, 200).describe('Its title.'),
  excerpt: text(0, 600).describe('A sentence or two of it.'),
});

const Output = z.strictObject({
  hits: z.array(Hit).max(MOST).describe('What fits the words, most relevant first; empty when nothing does.'),
});

/** The tool that searches the catalog (tools that the caller was not given at first), the captures, and the manual. */
export const searchCatalog = defineTool({
  manifest: {
    name: 'search_catalog',
    version: '1.0.0',
    kebab_name: 'search-catalog',
    title: 'Catalog search',
    description:
      'Finds tools, open captures and pages of the manual by relevance to a question. Use it when no tool you see fits: there are more, which compare groups, fit models, resolve addresses, audit privacy or export rows. Do not use it to search packets; capture_query does that. Returns hits with name, title and what each does.',
    long_description:
      'Only tools that the caller may call are found. Words are compared by their stems; misspelt words match with a lower rank.',
    capabilities: ['catalog_search'],
    execution_constraints: { max_timeout_ms: 10_000, max_payload_bytes: 8192, supports_streaming: false },
    ...READ_ONLY_TERMS,
    deterministic: false,
    permissions: ['captures:read'],
    responseTime: 'medium',
    cacheable: false,
    idempotent: false,
    tags: ['tools', 'manual'],
    error_codes: [],
    alternatives: ['list_captures', 'capture_query'],
  },
  input: Input,
  output: Output,
  scope: 'none',
  redaction: { allow: ['hits'] },
  requires: ['search'],
  confidence: { method: 'search_catalog/hits@1', compute: ({ hits }) => (Number(hits) > 0 ? 0.8 : 0.2) },
  postconditions: [
    {
      id: 'within-limit',
      description: 'There are no more hits than were asked for.',
      holds: ({ hits }, { limit }) => hits.length <= limit,
    },
  ],
  examples: examples['1.0.0'],
  run: async ({ text: words, kinds, limit }, { actor }, { search }) => {
    const hits = [...(await search.search(words, { actor, kinds, limit }))];
    return {
      status: 'ok',
      summary: hits.length === 0 ? 'Nothing fits: 0 hits.' : `${amount(hits.length, 'hit')}.`,
      structured_output: { hits },
      warnings: [],
      confidence_inputs: { hits: hits.length },
      hints: {
        reasoning: 'Ranked by the words that the question shares with titles, texts and tags.',
        contextNeeded: hits.length === 0 ? ['other words for what is looked for'] : [],
        next: [
          {
            tool: 'list_captures',
            arguments: {},
            why: 'See which captures are open; every tool that reads rows needs the id of one.',
            expectedOutcome: 'Ids of the open captures.',
            benefit: {
              measure: 'hits_callable',
              share: hits.filter(({ kind }) => kind !== 'document').length / Math.max(1, hits.length),
            },
          },
        ],
      },
    };
  },
});

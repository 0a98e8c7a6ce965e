/** `row_counter` as `rowCounter`. @param {string} name */
export const camelCase = (name) => name.replace(/_([a-z0-9])/g, (_, letter) => letter.toUpperCase());

const CATALOG = 'src/tools/catalog/index.ts';

/** Lists the tool in the catalog, in order of names. @param {string} name @returns {Record<string, (text: string) => string>} edits by path */
export const toolEdits = (name) => ({ [CATALOG]: (text) => listed(text, name) });

/** @param {string} text @param {string} name */
function listed(text, name) {
  const camel = camelCase(name);
  const [head = '', list = ''] = text.split(/(?=^export const catalog)/m);
  const imports = head.split('\n').filter((line) => line.startsWith('import { '));
  const next = imports.find((line) => (/from '\.\/([a-z0-9_]+)\//.exec(line)?.[1] ?? '') > name);
  const line = `import { ${camel} } from './${name}/index.ts';`;
  const imported = next === undefined ? head.replace(/(\n\n\/\*\*)/, `\n${line}$1`) : head.replace(next, `${line}\n${next}`);
  // The earlier minor versions of a tool come before it, with their number behind its name.
  const entry =
    next === undefined ? '\n];' : new RegExp(`\\n  ${/^import \{ ([a-zA-Z]+?)\d* \}/.exec(next)?.[1] ?? ''}\\d*,`).exec(list)?.[0];
  if (entry === undefined) throw new Error(`expected in ${CATALOG} the tool of: ${next ?? ''}`);
  return imported + list.replace(entry, `\n  ${camel},${entry}`);
}

/**
 * A tool that counts the selected rows: small, complete and true, so that each part can be replaced while the others work.
 * @param {string} name snake_case @param {string} title @returns {Record<string, string>} text by path
 */
export function toolFiles(name, title) {
  const camel = camelCase(name);
  const folder = `src/tools/catalog/${name}`;
  return {
    [`${folder}/index.ts`]: definition(name, camel, title),
    [`${folder}/run.ts`]: RUN,
    [`${folder}/schema.ts`]: SCHEMA,
    [`${folder}/examples.json`]: JSON.stringify({ '1.0.0': EXAMPLES }, null, 2),
    [`tests/unit/tools/catalog/${name}.test.ts`]: test(name, title),
  };
}

const EXAMPLES = [
  {
    description: 'How many rows does the sample have?',
    params: {},
    capture_selection: { capture_id: 'chamber_four_phones' },
    captures: [{ capture_id: 'chamber_four_phones', sha256: '@sample' }],
    expectedResult: {},
  },
  {
    description: 'The tool takes no arguments.',
    params: { column: 'rssi' },
    capture_selection: { capture_id: 'chamber_four_phones' },
    captures: [{ capture_id: 'chamber_four_phones', sha256: '@sample' }],
    expectedResult: {},
  },
];

/** @param {string} name @param {string} camel @param {string} title */
const definition = (name, camel, title) => `import { defineTool } from '../../definition.ts';
import { READ_ONLY_TERMS } from '../read-only-terms.ts';
import examples from './examples.json';
import { Input, Output } from './schema.ts';

/** ${title}: what it answers and why someone needs it. */
export const ${camel} = defineTool({
  manifest: {
    name: '${name}',
    version: '1.0.0',
    kebab_name: '${name.replaceAll('_', '-')}',
    title: '${title}',
    description:
      'Counts the rows of a selection. Use it to check how much a filter leaves. Do not use it for counts by type or over time; capture_overview does that. Returns one number.',
    long_description: 'One row is one packet that a sniffer received, or one row of a table file.',
    capabilities: ['${name}'],
    execution_constraints: { max_timeout_ms: 60_000, max_payload_bytes: 4096, supports_streaming: false },
    ...READ_ONLY_TERMS,
    deterministic: true,
    permissions: ['captures:read'],
    responseTime: 'fast',
    cacheable: true,
    cacheTTL: 86_400,
    idempotent: true,
    tags: ['rows'],
    error_codes: [],
    alternatives: ['capture_overview'],
  },
  input: Input,
  output: Output,
  scope: 'captures',
  redaction: { allow: ['row_count'] },
  requires: ['captures', 'query'],
  confidence: { method: '${name}/rows@1', compute: ({ rows }) => (Number(rows) > 0 ? 1 : 0.5) },
  postconditions: [{ id: 'whole-rows', description: 'Rows are counted whole.', holds: ({ row_count }) => Number.isInteger(row_count) }],
  examples: examples['1.0.0'],
  run: async (args, _context, capabilities) => (await import('./run.ts')).run(args, capabilities),
});
`;

const SCHEMA = `import { whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

export const Input = z.strictObject({});

export const Output = z.strictObject({
  row_count: whole().describe('Selected rows.').meta({ 'x-unit': '1' }),
});

export type Arguments = z.output<typeof Input>;
export type Answer = z.output<typeof Output>;
`;

const RUN = `import { amount } from '../../../base/amount.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import type { Answer, Arguments } from './schema.ts';

/** Counts the selected rows. */
export async function run(_args: Arguments, { query, selection, signal }: ToolCapabilities): Promise<ToolOutcome<Answer>> {
  const answer = await query.answer(\`SELECT count(*)::DOUBLE AS n FROM (\${selection.sql}) AS selected\`, selection.values, { signal });
  const row_count = Number(answer.column('n').values[0]);
  return {
    status: 'ok',
    summary: \`The selection has \${amount(row_count, 'row')}.\`,
    structured_output: { row_count },
    warnings: [],
    confidence_inputs: { rows: row_count },
    hints: { reasoning: 'Counted in the selection.', next: [], noNext: 'a count leads nowhere by itself' },
  };
}
`;

/** @param {string} name @param {string} title */
const test = (name, title) => `import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let bench: NodeWorkbench;
beforeAll(async () => {
  bench = await nodeWorkbench();
  await bench.openFile('public/samples/chamber_four_phones.pcapng');
});
afterAll(() => bench.close());

test('${title}: as many rows as the capture says it has', async () => {
  const result = await bench.runner.run({
    tool_name: '${name}',
    tool_version: '1.0.0',
    capture_selection: { capture_id: 'chamber_four_phones' },
    arguments: {},
    request_id: '${name}-1',
    timeout_ms: 60_000,
  });
  expect(result.structured_output).toEqual({ row_count: bench.captures.get('chamber_four_phones')?.row_count });
});
`;

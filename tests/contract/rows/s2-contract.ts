/** What a tool is and where it may live: one source for its contract, names for every wire, binding at the roots (S2 §1–§2). */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../src/base/canonical.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { schemaHashes } from '../../../src/tools/contract/generated/validators.js';
import * as door from '../../../src/tools/contract/index.ts';
import { jsonSchemaOf } from '../../../src/tools/contract/derive-schema.ts';
import { publishedSchemas } from '../../../src/tools/contract/published.ts';
import { z } from '../../../src/tools/contract/zod.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { resultView } from '../../../src/ui/features/result/registry.ts';
import { bench, call, compileAll, multiplier } from '../../support/tools.ts';
import { good, lintRow, manifests } from '../frame/lint.ts';
import { manifestRow } from '../frame/manifests.ts';
import { row, type Row } from '../frame/row.ts';
import { codes, ran } from '../frame/runs.ts';
import { imports, purity, sourceRow, tree, uses } from '../frame/sources.ts';

const hashOf = (tool: (typeof catalog)[number]): string =>
  createHash('sha256')
    .update(canonicalJson({ input: jsonSchemaOf(tool.input, 'input'), output: jsonSchemaOf(tool.output, 'output') }))
    .digest('hex');

const CLOSED = { type: 'object', properties: {}, required: [], additionalProperties: false };
const within = (node: object) => ({
  input_schema: { ...good.input_schema, properties: { a: { type: 'string', description: 'Anything at all.', ...node } } },
});

const other = (change: object) => multiplier({ manifest: { name: 'other_tool', kebab_name: 'run-other', ...change } });

function refusal(...tools: Parameters<typeof createRegistry>[0][number][]): string {
  try {
    createRegistry(tools, compileAll(tools));
    return 'registered';
  } catch (error) {
    return error instanceof Error ? error.message : 'no error';
  }
}

export const rows: readonly Row[] = [
  row(
    'S2-10a',
    'a tool says its name, text, input, allowlist, effect and the digest of its schemas',
    () =>
      manifests.map((tool) => [
        tool.name !== '',
        tool.description.length > 50,
        tool.input_schema['type'],
        tool.redaction.allow.length > 0,
        tool.effect,
        /^[0-9a-f]{64}$/.test(tool.schemaHash ?? ''),
      ]),
    manifests.map(({ name }) => [true, true, 'object', true, name === 'capture_export' ? 'external_side_effect' : 'read_only', true]),
  ),
  ...Object.entries({
    oneOf: [CLOSED],
    anyOf: [CLOSED],
    allOf: [CLOSED],
    not: CLOSED,
    if: CLOSED,
    patternProperties: { '^a': CLOSED },
    $ref: 'https://example.org/schema.json',
    prefixItems: [CLOSED],
    unevaluatedProperties: false,
  }).map(([keyword, value]) => lintRow('S2-10d', `the keyword ${keyword}`, within({ [keyword]: value }), 'DL-60')),
  row('S2-13', 'schemas derive to the same bytes every time', () => {
    const all = () =>
      JSON.stringify([
        ...Object.values(publishedSchemas).map(({ schema, io }) => jsonSchemaOf(schema, io)),
        ...catalog.map((tool) => jsonSchemaOf(tool.input, 'input')),
      ]);
    return all() === all();
  }),
  row(
    'S2-14 S2-X3',
    'the validators that ship were made from the schemas as they are written: their digests agree',
    () => catalog.map((tool) => schemaHashes[`${tool.manifest.name}@${tool.manifest.version}`] === hashOf(tool)),
    catalog.map(() => true),
  ),
  row(
    'S2-X3',
    'the digest changes exactly when a schema does',
    () => {
      const same = hashOf(multiplier({ manifest: { tags: ['other'] } })) === hashOf(multiplier());
      const wider = multiplier({ input: z.strictObject({ factor: z.int().min(1).max(11).describe('A factor, unitless.') }) });
      return [same, hashOf(wider) === hashOf(multiplier())];
    },
    [true, false],
  ),
  row(
    'S2-X3',
    'the audit names the schemas that a call was checked against',
    async () => {
      const { runner } = bench(catalog.filter((tool) => tool.manifest.name === 'get_current_time'));
      await runner.run(call({ tool_name: 'get_current_time', arguments: {}, capture_selection: {} }));
      return runner.audit()[0]?.schema_hash;
    },
    schemaHashes['get_current_time@1.0.0'],
  ),
  row(
    'S2-16',
    'every name of every tool fits the narrowest wire, and the namespaced one is among them',
    () =>
      manifests.flatMap((tool) => {
        const names = [tool.name, ...tool.aliases];
        return [
          ...names.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name)),
          ...(names.includes(`core__${tool.name}`) ? [] : [tool.name]),
        ];
      }),
    [],
  ),
  row(
    'S2-16',
    'the colon form is understood on the way in and never written',
    async () => {
      const { result } = await ran({}, { tool_name: 'core:row_multiplier' });
      return [result.status, result.metadata.toolName, result.metadata.calledAs];
    },
    ['ok', 'row_multiplier', 'core:row_multiplier'],
  ),
  row('S2-22', 'an alias that is taken throws when the catalog is built', () =>
    refusal(multiplier(), other({ kebab_name: 'multiply-rows' })).includes('belongs to row_multiplier'),
  ),
  row('S2-22', 'so does an alias that is another tool’s name, whatever its case', () =>
    refusal(multiplier(), other({ extra_aliases: ['ROW_Multiplier'] })).includes('belongs to row_multiplier'),
  ),
  row('S2-22', 'so does a version that is there already', () => refusal(multiplier(), multiplier()).includes('is taken')),
  row(
    'S2-C13',
    'an installed tool owns its id, effect, needs, validation, function and redaction',
    async () => {
      const tool = createRegistry(catalog).get('capture_query');
      const { definition, manifest, input, output } = tool ?? {};
      return [
        manifest?.effect,
        definition?.requires,
        manifest?.requiresConnection === true,
        input?.check({}).count,
        (await output?.())?.check({}).zod,
        typeof definition?.run,
        (definition?.redaction.allow.length ?? 0) > 0,
      ];
    },
    ['read_only', ['captures', 'query'], false, 1, false, 'function', true],
  ),
  row(
    'S2-X2',
    'one definition more in the list is one tool more, with all its names',
    () => {
      const tools = [...catalog, multiplier()];
      const registry = createRegistry(tools, compileAll(tools));
      return [registry.getAll().length - manifests.length, registry.get('multiply-rows')?.key];
    },
    [1, 'row_multiplier@1.0.0'],
  ),
  row(
    'S2-C6 S2-U1',
    'the result of a tool that nobody drew is shown as its tables and data, whatever its name',
    async () => {
      const { result } = await ran();
      const named = (toolName: string) => resultView({ ...result, metadata: { ...result.metadata, toolName } }).tabs.map((tab) => tab.id);
      return [named('row_multiplier'), named('constructor'), named('bluetooth_address_analyzer')];
    },
    [
      ['tables', 'data'],
      ['tables', 'data'],
      ['timeline', 'links', 'graph', 'addresses', 'clusters'],
    ],
  ),
  manifestRow('S2-28', { input: z.strictObject({ api_key: z.string().max(9).describe('A key.') }) }, 'asks for a secret'),
  manifestRow(
    'S2-28',
    { input: z.strictObject({ auth: z.strictObject({ accessToken: z.string().max(9).describe('A token.') }).describe('Who.') }) },
    'asks for a secret',
  ),
  row(
    'S2-28',
    'no argument of a tool of ours asks for a secret',
    () => catalog.flatMap((tool) => createRegistry([]).validate(tool)).filter((reason) => reason.includes('secret')),
    [],
  ),
  row(
    'S2-24 S2-33',
    'the contract’s door lets out types, what a hash leaves out, readers of JSON, of pointers and of schemas, and nothing that runs a tool',
    () => Object.keys(door).sort(),
    ['EXCLUDED_PATHS', 'isRecord', 'nodeAt', 'parseJsonText', 'pathOf', 'pointerOf'],
  ),
  row(
    'S2-24 S2-33',
    'the catalog is a list of definitions, bound to nothing until somebody gives them what they need',
    async () => {
      const { runner } = bench(catalog);
      return codes(await runner.run(call({ tool_name: 'capture_query', arguments: { sql: 'SELECT 1' } })));
    },
    ['CAPABILITY_UNAVAILABLE'],
  ),

  sourceRow(
    'S2-1 S2-31',
    'a tool’s function is called by the runner and by nobody else',
    uses(/definition\.run\(|\.run\(\s*args as never/, 'src', ['src/tools/runner/execute.ts']),
    ['src/ui/a.ts', 'await tool.definition.run(args, context, capabilities);'],
  ),
  sourceRow('S2-1 S2-31', 'the page reaches no tool, engine or kernel past the runner', imports, [
    'src/ui/a.ts',
    "import { run } from '../tools/catalog/capture_query/run.ts';",
  ]),
  sourceRow('S2-2', 'contracts know neither runner nor catalog', imports, ['src/tools/contract/a.ts', "import '../runner/runner.ts';"]),
  sourceRow('S2-3 S2-32', 'tools touch no network, storage, clock or chance', purity, [
    'src/tools/catalog/x/run.ts',
    'export const now = Date.now();',
  ]),
  sourceRow('S2-3 S2-32', 'tools import no engine, only its type', imports, [
    'src/tools/catalog/x/run.ts',
    "import { createDuckDb } from '../../../engine/duckdb.ts';",
  ]),
  sourceRow(
    'S2-6',
    'the runner knows neither plans nor replays nor repair; they call it',
    uses(/(?:plan|replay|repair)\/\w+\.ts'/, 'src/tools/runner'),
    ['src/tools/runner/runner.ts', "import { runPlan } from '../plan/plan.ts';"],
  ),
  sourceRow(
    'S2-7',
    'there is one bus and no stream beside it; streams of MCP and of a model’s answer are read in one place each and written in another',
    uses(/\bEventSource\b|text\/event-stream|createEventStream/, 'src', [
      'src/cli/mcp/http/serve.ts',
      'src/cli/mcp/http/stream.ts',
      'src/core/assistants/ask-endpoint.ts',
      'src/core/mcp/http.ts',
    ]),
    ['src/app/a.ts', "response.setHeader('content-type', 'text/event-stream');"],
  ),
  sourceRow(
    'S2-9 S3-2.33',
    'tools are bound in composition roots only',
    uses(/\b(?:createRunner|createRegistry)\(/, 'src', [
      'src/cli/commands/tools.ts',
      'src/core/core.ts',
      'src/core/calls/core-runner.ts',
      'src/tools/registry.ts',
      'src/tools/runner/runner.ts',
    ]),
    ['src/session/a.ts', 'const runner = createRunner(parts);'],
  ),
  sourceRow('S2-14', 'nobody writes a JSON Schema beside zod', uses(/\$schema['"]?\s*:\s*['"]http|json-schema\.org/, 'src/tools'), [
    'src/tools/catalog/x/schema.ts',
    "export const Input = { $schema: 'https://json-schema.org/draft/2020-12/schema' };",
  ]),
  sourceRow(
    'S2-27',
    'the runner validates through the tool and never imports the schema library',
    uses(/from 'zod|contract\/zod\.ts'/, 'src/tools/runner'),
    ['src/tools/runner/a.ts', "import { z } from '../contract/zod.ts';"],
  ),
  sourceRow('S2-33', 'no module of the tools has a default export', uses(/export default/, 'src/tools'), [
    'src/tools/catalog/index.ts',
    'export default { run() {} };',
  ]),
  sourceRow(
    'S2-U1',
    'the parts of the page know no feature: widgets and charts do not import views or results',
    uses(/from '\.\.\/features\//, 'src/ui/kit'),
    ['src/ui/kit/a.ts', "import A from '../features/a.svelte';"],
  ),
  row(
    'S2-9',
    'the sources that are looked at are those of the product',
    () => tree().has('src/tools/runner/runner.ts') && tree().size > 100,
  ),
];

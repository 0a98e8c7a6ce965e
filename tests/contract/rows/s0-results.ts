/** S0 §3 and §5: what comes back. */
import { createHash } from 'node:crypto';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { ToolResult } from '../../../src/tools/contract/result.ts';
import { contractChecker } from '../../../src/tools/contract/schema.ts';
import type { ArtifactDraft } from '../../../src/tools/definition.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { bench, call, multiplier, sha256 } from '../../support/tools.ts';
import { analysis, exampleCaptures, exampleSelection, regressionCapture, regressionExample } from '../frame/examples.ts';
import { allResults, resultRow } from '../frame/results.ts';
import { callOf, errorsOf, openFile, runTool, workbench } from '../frame/workbench.ts';
import { row, type Row } from '../frame/row.ts';

const SAMPLE = 'public/samples/chamber_four_phones.pcapng';
const answer = {
  status: 'ok' as const,
  summary: 'x',
  structured_output: { product: 1, labels: [] },
  warnings: [],
  confidence_inputs: { rows: 1 },
};

/** One answer of every tool of the catalog. */
async function oneOfEach(): Promise<ToolResult[]> {
  await openFile(SAMPLE);
  await regressionCapture();
  const sample = { capture_id: 'chamber_four_phones' };
  return [
    await runTool('capture_overview', { top: 3 }, sample),
    await runTool('capture_query', { sql: 'SELECT channel, count(*) AS n FROM chamber_four_phones GROUP BY channel' }, sample),
    await runTool('get_current_time', {}, {}),
    await runTool(...regressionExample()),
    await runTool('bluetooth_address_analyzer', analysis(), sample),
  ];
}

/** A run that answers with these artifacts, kept under addresses that Node can fetch. */
async function withArtifacts(artifacts: readonly ArtifactDraft[]): Promise<ToolResult> {
  const tool = multiplier({ run: () => Promise.resolve({ ...answer, artifacts }) });
  const { runner } = bench([tool], {
    storeArtifact: ({ bytes, mime_type }) => URL.createObjectURL(new Blob([bytes], { type: mime_type })),
  });
  return runner.run(call());
}
const csv = (name: string): ArtifactDraft => ({ name, mime_type: 'text/csv', bytes: new TextEncoder().encode('a,b\r\n1,2\r\n') });

/** The regression, with its table kept. */
async function coefficientTable(): Promise<{ result: ToolResult; stored: ArtifactDraft[] }> {
  await regressionCapture();
  const { engine, captures } = await workbench();
  const { kernelInstance } = await import('../../../src/kernels/instance.ts');
  const registry = createRegistry(catalog);
  const stored: ArtifactDraft[] = [];
  const { runner } = bench([], {
    registry,
    policy: (await workbench()).runner.policy(),
    capabilities: { captures, query: engine, kernels: kernelInstance() },
    storeArtifact: (artifact) => `blob:${String(stored.push(artifact))}`,
  });
  return { result: await runner.run(callOf(...regressionExample())), stored };
}

/** What an S0 client of old knows of a result: more may be there. */
const old = {
  type: 'object',
  required: ['status', 'summary', 'warnings', 'errors', 'confidence'],
  properties: {
    status: { enum: ['ok', 'partial', 'error'] },
    summary: { type: 'string' },
    structured_output: { type: 'object' },
    artifacts: { type: 'array', items: { type: 'object', required: ['name', 'mime_type', 'uri', 'sha256'] } },
    warnings: { type: 'array', items: { type: 'object', required: ['code', 'message'] } },
    errors: { type: 'array', items: { type: 'object', required: ['code', 'message'] } },
    confidence: { type: 'number', minimum: 0, maximum: 1 },
  },
};

export const rows: readonly Row[] = [
  row(
    'S0-3.14 S0-5.2c R13',
    'whatever a rule computes is clipped to 0…1, and no number is no confidence',
    async () => {
      const found = [];
      for (const value of [7, -1, NaN, 0.25]) {
        const { runner } = bench([multiplier({ confidence: { method: 'a/b@1', compute: () => value } })]);
        found.push((await runner.run(call())).confidence);
      }
      return found;
    },
    [1, 0, 0, 0.25],
  ),
  row(
    'S0-1.6 S0-3.6 S0-2.8',
    'an outside validator takes every output by the published schema, and refuses it with a key less',
    async () => {
      const registry = createRegistry(catalog);
      const outside = new Ajv2020({ strict: false, validateFormats: false });
      const wrong: string[] = [];
      for (const { metadata, structured_output = {} } of await oneOfEach()) {
        const schema = registry.get(metadata.toolName, metadata.toolVersion)?.manifest.output_schema ?? {};
        const valid = outside.compile(schema);
        const [first = ''] = Object.keys(structured_output);
        const less = Object.fromEntries(Object.entries(structured_output).slice(1));
        if (!valid(structured_output)) wrong.push(`${metadata.toolName} does not fit`);
        if (valid(less)) wrong.push(`${metadata.toolName} fits without ${first}`);
      }
      return wrong;
    },
    [],
  ),
  row(
    'S0-2.9',
    'an id counts once per session, and a replay is a scope of its own',
    async () => {
      const { runner } = bench();
      const found = [errorsOf(await runner.run(call())), errorsOf(await runner.run(call()))];
      return [...found, errorsOf(await runner.run(call(), { scope: 'replay-1' }))];
    },
    [[], ['DUPLICATE_REQUEST_ID request_id'], []],
  ),
  row(
    'S0-3.1 S0-5.2d',
    'all three statuses occur, and a fourth does not fit the contract',
    async () => {
      const results = await allResults();
      const [first] = results;
      return {
        seen: [...new Set(results.map((result) => result.status))].sort(),
        fourth: contractChecker('tool-result').check({ ...first, status: 'warning' }).count,
      };
    },
    { seen: ['error', 'ok', 'partial'], fourth: 1 },
  ),
  resultRow('S0-3.1', 'both validators take every result', (result) => {
    const { zod, ajv } = contractChecker('tool-result').check(result);
    return zod && ajv && ToolResult.safeParse(result).success;
  }),
  resultRow(
    'S0-3.2',
    'nothing is missing from what is ok',
    ({ status, errors, warnings }) =>
      status !== 'ok' || (errors.length === 0 && warnings.every(({ code }) => code !== 'INSUFFICIENT_DATA')),
  ),
  row(
    'S0-3.2',
    'ok beside errors is refused',
    async () => {
      const errors = [{ code: 'INSUFFICIENT_DATA', message: 'too few' }];
      const { runner } = bench([multiplier({ run: () => Promise.resolve({ ...answer, errors }) })]);
      return errorsOf(await runner.run(call()));
    },
    ['OUTPUT_INVALID'],
  ),
  row(
    'S0-3.3 S0-5.3h',
    'partial keeps its output and says why; without a warning it is refused',
    async () => {
      const partial = (codes: readonly string[]) =>
        bench([
          multiplier({
            run: () =>
              Promise.resolve({ ...answer, status: 'partial' as const, warnings: codes.map((code) => ({ code, message: 'a gap' })) }),
          }),
        ]).runner.run(call());
      const [good, bad] = [await partial(['CLOCK_GAP']), await partial([])];
      return [good.status, good.structured_output !== undefined, errorsOf(bad)];
    },
    ['partial', true, ['OUTPUT_INVALID']],
  ),
  row(
    'S0-3.7',
    'names of artifacts are unique within a result and not empty',
    async () => {
      const good = await withArtifacts([csv('a'), csv('b')]);
      return [
        good.artifacts.map(({ name }) => name),
        errorsOf(await withArtifacts([csv('a'), csv('a')])),
        errorsOf(await withArtifacts([csv('')])),
      ];
    },
    [['a', 'b'], ['OUTPUT_INVALID'], ['OUTPUT_INVALID']],
  ),
  row(
    'S0-3.8',
    'the bytes of an artifact are what its type says',
    async () => {
      const { stored } = await coefficientTable();
      const tables = stored.filter(({ mime_type }) => mime_type === 'text/csv');
      return tables.map(({ name, mime_type, bytes }) => {
        const lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).trimEnd().split('\r\n');
        return [name, mime_type, lines[0], [...new Set(lines.map((line) => line.split(',').length))]];
      });
    },
    [
      ['regression_coefficients', 'text/csv', 'term,estimate,standard_error,t,p_value,low,high', [7]],
      ['regression_residuals', 'text/csv', 'fitted,residual,standardized', [3]],
    ],
  ),
  row(
    'S0-3.9 S0-3.10 R58',
    'an artifact is fetched from its local address, and its digest is that of the bytes',
    async () => {
      const { artifacts } = await withArtifacts([csv('a')]);
      const [{ uri = '', sha256: digest = '' } = {}] = artifacts;
      const bytes = new Uint8Array(await (await fetch(uri)).arrayBuffer());
      URL.revokeObjectURL(uri);
      return [uri.startsWith('blob:'), (await sha256(bytes)) === digest, new TextDecoder().decode(bytes)];
    },
    [true, true, 'a,b\r\n1,2\r\n'],
  ),
  row(
    'S0-3.10 R19',
    'a digest has 64 hexadecimal digits; forty are none',
    async () => {
      const artifact = (digits: number) => ({ name: 'a', mime_type: 'text/csv', uri: 'blob:x', sha256: 'a'.repeat(digits) });
      const [first] = await allResults();
      const fits = (digits: number): boolean =>
        contractChecker('tool-result').check({ ...first, artifacts: [artifact(digits)] }).count === 0;
      return [fits(64), fits(40), createHash('sha256').update('').digest('hex').length];
    },
    [true, false, 64],
  ),
  row(
    'S0-3.5',
    'numbers in the summary of every tool stand in its output or its call',
    async () => {
      const wrong: string[] = [];
      for (const { summary, structured_output, metadata } of await oneOfEach()) {
        const known = JSON.stringify([structured_output, metadata.measures, metadata.selection]);
        const counts = new Set(
          JSON.stringify(Object.values(structured_output ?? {}).map((value) => (Array.isArray(value) ? value.length : 0))),
        );
        for (const number of summary.replaceAll(/(?<=\d),(?=\d{3})/g, '').match(/\d+(?:\.\d+)?/g) ?? [])
          if (!known.includes(number) && !counts.has(number)) wrong.push(`${metadata.toolName}: ${number} in ${summary}`);
        if (summary.length > 400) wrong.push(`${metadata.toolName}: too long`);
      }
      return wrong;
    },
    [],
  ),
  row(
    'S0-5.4e',
    'after a failed validation nothing runs: no start of work, no query, no note in the cache',
    async () => {
      let runs = 0;
      const counted = multiplier({ run: () => Promise.resolve((runs++, answer)), manifest: { cacheable: true, cacheTTL: 60 } });
      const { runner, events } = bench([counted]);
      const failed = await runner.run(call({ arguments: { factor: 99 } }));
      const kinds = events.map((event) => (event.type === 'tool-start' ? event.phase : event.type));
      const good = await runner.run(call({ request_id: 'b' }));
      return [errorsOf(failed), kinds, good.metadata.cached, runs];
    },
    [['INVALID_VALUE arguments.factor'], ['rejected', 'tool-result', 'audit'], false, 1],
  ),
  row(
    'S0-7b.7',
    'an old client takes every result, also with fields it never heard of',
    async () => {
      const valid = new Ajv2020({ strict: false }).compile(old);
      return [...(await allResults()), ...(await oneOfEach())].filter((result) => !valid({ ...result, some_new_field: 1 })).map(errorsOf);
    },
    [],
  ),
  row(
    'S0-2.3',
    'the same arguments over two selections count different samples',
    async () => {
      await regressionCapture();
      const count = async (change: object): Promise<unknown> =>
        (await runTool(...regressionExample({}, change))).structured_output?.['sample_count'];
      return [await count({}), await count({ channels: ['ch1'] }), await count({ filters: [] })];
    },
    [18_204, 9102, 20_000],
  ),
  row(
    'S0-2.5 R6',
    'both bounds of a window count, and a window of one millisecond is one',
    async () => {
      await exampleCaptures();
      const rowsIn = async (start_ms: number, end_ms: number): Promise<unknown> =>
        (
          await runTool(
            'capture_query',
            { sql: 'SELECT count(*) AS n FROM lab_floor_2026_04_03_b' },
            { capture_id: 'lab_floor_2026_04_03_b', selectors: { time_range: { start_ms, end_ms } } },
          )
        ).structured_output?.['rows'];
      const first = exampleSelection.time_window.start_ms;
      // Sightings at 0, 3001 and 6002 ms.
      return [await rowsIn(first, first + 6002), await rowsIn(first, first), await rowsIn(first + 1, first + 6001)];
    },
    [[[3]], [[1]], [[1]]],
  ),
];

/** What settles the contradictions of the specifications about shapes and words, where no row of theirs says it already (R1 … R28). */
import { catalog } from '../../../src/tools/catalog/index.ts';
import { errorRegistry, errorRow, toolError } from '../../../src/tools/contract/errors.ts';
import type { ToolManifest } from '../../../src/tools/contract/index.ts';
import { project } from '../../../src/tools/contract/project.ts';
import { lintUnknown } from '../../../src/tools/lint/lint.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { bench, call, multiplier } from '../../support/tools.ts';
import { callRow } from '../frame/calls.ts';
import { manifestRow, type ToolChange } from '../frame/manifests.ts';
import { allResults, resultRow } from '../frame/results.ts';
import { row, type Row } from '../frame/row.ts';

type Adjust = NonNullable<NonNullable<Parameters<typeof bench>[1]>['adjust']>;
const window = (start_ms: number, end_ms: number, more: object = {}): Record<string, unknown> => ({
  'capture_selection.selectors': { time_range: { start_ms, end_ms } },
  ...more,
});
const EPOCH = 1_700_000_000_000;
const range = 'UNSUPPORTED_TIME_RANGE capture_selection.selectors.time_range';

/** One call, and what the runner's first error says of itself. */
async function first(
  change: ToolChange,
  adjust: Adjust = (policy) => policy,
  options: Parameters<ReturnType<typeof bench>['runner']['run']>[1] = {},
) {
  const result = await bench([multiplier(change)], { adjust }).runner.run(call(), options);
  const code = result.errors[0]?.code ?? '';
  return [code, result.errorCode, ...(errorRow(code)?.aliases ?? [])];
}

const overview = (): ToolManifest => createRegistry(catalog).get('capture_overview')?.manifest as ToolManifest;
const lintOf = (change: object): string[] => {
  const all = createRegistry(catalog).getAll();
  return lintUnknown({ ...overview(), ...change }, all).flatMap(({ severity, rule }) => (severity === 'error' ? [rule] : []));
};
const withKeyword = (keyword: string): object => {
  const { input_schema } = overview();
  return {
    input_schema: {
      ...input_schema,
      properties: { a: { type: 'integer', minimum: 0, maximum: 1, description: 'A number, unitless.', [keyword]: [] } },
    },
  };
};

export const rows: readonly Row[] = [
  row(
    'R1',
    'the older name of a fault is its alias',
    async () => {
      const result = await bench().runner.run(call({ arguments: {} }));
      return result.errors.map(({ code, aliases }) => [code, aliases]);
    },
    [['MISSING_REQUIRED_ARGUMENT', ['MISSING_ARGUMENT']]],
  ),
  row(
    'R2',
    'a place is a dotted path, a bare key and an escaped pointer',
    async () => {
      const result = await bench().runner.run(call({ arguments: { factor: 3, 'a/b~c d': 1 } }));
      return result.errors.map(({ field, key, pointer }) => [field, key, pointer]);
    },
    [['arguments["a/b~c d"]', 'a/b~c d', '/arguments/a~1b~0c d']],
  ),
  callRow('R5', { change: window(EPOCH, EPOCH + 5), expected: [] }),
  callRow('R5', { change: window(0, 120_000), expected: [] }),
  callRow('R5', { change: window(0, EPOCH + 5), expected: [range], says: ['say time_base'] }),
  callRow('R5', { change: window(0, 5, { 'capture_selection.time_base': 'epoch' }), expected: [range] }),
  callRow('R5', { change: window(5, 180_000), expected: [range], says: ['0-120000ms', `${String(EPOCH)}-${String(EPOCH + 120_000)}ms`] }),
  row(
    'R9',
    'one envelope, and every narrower shape is cut from it',
    async () => {
      const result = await bench().runner.run(call());
      const keys = (view: Parameters<typeof project>[1]): string[] => Object.keys(project(result, view) as object).sort();
      return [keys('s0'), keys('exec'), keys('s4')];
    },
    [
      ['artifacts', 'confidence', 'errors', 'status', 'structured_output', 'summary', 'warnings'],
      ['ok', 'toolCallId', 'value'],
      ['agentHints', 'data', 'metadata'],
    ],
  ),
  row(
    'R10',
    'every code that occurs is in the registry, each once, with all its classes',
    async () => {
      const codes = errorRegistry.map((each) => each.code);
      const incomplete = errorRegistry.filter(({ s2_code, s3_class, s4_class, mcp, meaning }) =>
        [s2_code, s3_class, s4_class, mcp, meaning].some((word) => word === ''),
      );
      const seen = (await allResults()).flatMap((result) => result.errors.map(({ code }) => code));
      return [new Set(codes).size === codes.length, incomplete, seen.filter((code) => !codes.includes(code))];
    },
    [true, [], []],
  ),
  row(
    'R11',
    'a tool that is not there is unavailable; one that is not allowed is denied',
    async () => [
      errorRow((await bench().runner.run(call({ tool_name: 'nothing' }))).errors[0]?.code ?? '')?.s2_code,
      errorRow('UNKNOWN_TOOL')?.aliases,
      await first({}, (policy) => ({ ...policy, allowedTools: [] })),
    ],
    ['unavailable', ['policy_denied'], ['POLICY_DENIED', 'policy_denied']],
  ),
  row(
    'R12',
    'a connection that is missing is a fault of the call; one that is not granted is denied',
    async () => {
      const needs = { manifest: { requiresConnection: true } };
      return [await first(needs), await first(needs, undefined, { context: { connection_id: 'keys-1' } })];
    },
    [
      ['MISSING_CONNECTION', 'validation', 'validation_error'],
      ['CONNECTION_DENIED', 'policy_denied'],
    ],
  ),
  resultRow(
    'R14',
    'an error has no output key at all',
    (result) => result.ok || (!Object.hasOwn(result, 'structured_output') && !Object.hasOwn(result, 'data')),
  ),
  manifestRow('R17', { manifest: { cost_hint: undefined as never } }, 'cost_hint'),
  callRow('R20', { change: { tool_version: '01.0.0' }, expected: [] }),
  manifestRow('R20', { manifest: { version: '01.0.0' } }, 'version'),
  callRow('R25', { change: { 'arguments.options': { deep: true, wide: 1 } }, expected: ['UNKNOWN_ARGUMENT arguments.options.wide'] }),
  row(
    'R25',
    'published objects are closed; one that is open says so',
    () => {
      const open: string[] = [];
      const visit = (node: unknown, at: string): void => {
        if (typeof node !== 'object' || node === null) return;
        const each = node as Readonly<Record<string, unknown>>;
        if (each['type'] === 'object' && each['additionalProperties'] === undefined) open.push(at);
        for (const [key, child] of Object.entries(each)) visit(child, `${at}/${key}`);
      };
      for (const { name, input_schema, output_schema } of createRegistry(catalog).getAll()) visit([input_schema, output_schema], name);
      return open;
    },
    [],
  ),
  callRow('R26', { change: { 'arguments.factor': '3' }, expected: ['INVALID_TYPE arguments.factor'] }),
  row(
    'R28',
    'keywords outside the profile that every wire reads are refused',
    () => [
      ['oneOf', 'anyOf', 'allOf', 'not', 'if', 'patternProperties', '$dynamicRef', 'prefixItems'].filter(
        (keyword) => !lintOf(withKeyword(keyword)).includes('DL-60'),
      ),
      lintOf({}),
    ],
    [[], []],
  ),
  row('R2', 'a place without a path has none of the three', () => toolError('TIMEOUT', 'x'), { code: 'TIMEOUT', message: 'x' }),
];

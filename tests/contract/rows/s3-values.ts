/** What the schema of a tool can say about a value, and what is answered when it does not hold (S3 §2.1.2, §2.3.6). */
import type { AnyTool } from '../../../src/tools/definition.ts';
import { bench, call, multiplier } from '../../support/tools.ts';
import { callRow } from '../frame/calls.ts';
import { lintRow, good } from '../frame/lint.ts';
import { probeArguments as given, probeBench as on } from '../frame/probe.ts';
import { row, type Row } from '../frame/row.ts';
import { codes, ran, warns } from '../frame/runs.ts';

const parameter = (node: object) => ({
  input_schema: {
    ...good.input_schema,
    properties: { a: { type: 'integer', description: 'Counts something, in rows.', minimum: 0, maximum: 9, ...node } },
  },
});

/** Wrong values of the probe, one per keyword: the place and what is said of it. */
const wrong: readonly [ids: string, args: object, error: string, says: readonly string[]][] = [
  ['S3-2.3 S3-2.7', { needed: undefined }, 'MISSING_REQUIRED_ARGUMENT arguments.needed', ['is required']],
  ['S3-2.3', { choice: 'green' }, 'INVALID_VALUE arguments.choice', ['red', 'blue', 'green']],
  ['S3-2.3', { whole: 0 }, 'INVALID_VALUE arguments.whole', ['from 1 to 10', 'got a number 0']],
  ['S3-2.3 S3-2.7', { real: 1.01 }, 'INVALID_VALUE arguments.real', ['from -1 to 1']],
  ['S3-2.3', { code: 'a1b' }, 'INVALID_VALUE arguments.code', ['expected']],
  ['S3-2.3', { when: 'tomorrow' }, 'INVALID_VALUE arguments.when', ['expected']],
  ['S3-2.3', { list: [] }, 'INVALID_VALUE arguments.list', ['expected']],
  ['S3-2.3', { list: [1, 2, 3, 4] }, 'INVALID_VALUE arguments.list', ['expected']],
  ['S3-2.7', { word: 'x' }, 'INVALID_VALUE arguments.word', ['expected']],
  ['S3-2.7', { choice: 1 }, 'INVALID_TYPE arguments.choice', ['expected']],
  ['S3-2.4', { nested: { inner: {} } }, 'MISSING_REQUIRED_ARGUMENT arguments.nested.inner.deep', ['is required']],
  ['S3-2.4', { nested: { inner: { deep: 1, more: 1 } } }, 'UNKNOWN_ARGUMENT arguments.nested.inner.more', ['deep']],
  ['S3-2.4', { list: [1, 'two'] }, 'INVALID_TYPE arguments.list[1]', ['expected an integer', 'got a string']],
  ['S3-2.34', { whole: 1.5 }, 'INVALID_TYPE arguments.whole', ['expected an integer']],
  ['S3-2.34', { whole: '1' }, 'INVALID_TYPE arguments.whole', ['got a string "1"']],
  ['S3-2.34', { real: true }, 'INVALID_TYPE arguments.real', ['expected a number', 'true']],
  ['S3-2.34', { nested: [] }, 'INVALID_TYPE arguments.nested', ['expected an object', 'got an array']],
  ['S3-2.34', { needed: null }, 'INVALID_TYPE arguments.needed', ['got null']],
  ['S3-2.2', { list: { 0: 1 } }, 'INVALID_TYPE arguments.list', ['expected an array', 'got an object']],
  ['S3-2.2', { word: 7 }, 'INVALID_TYPE arguments.word', ['expected a string']],
];

const right: readonly [ids: string, args: object][] = [
  [
    'S3-2.2 S3-2.3',
    { whole: 10, real: -1, word: 'four', code: 'ab1', when: '2026-04-03T08:00:00Z', choice: 'red', list: [0, 9], level: 0 },
  ],
  ['S3-2.34', { whole: 2.0, real: 1 }],
  ['S3-2.4', { nested: { inner: { deep: 0 } } }],
  ['S3-2.2', { word: '😀😀' }],
];

/** A tool whose fourth argument must be larger than the third: what no schema can say. */
const ordered = (): AnyTool =>
  multiplier({
    run: (args: { factor: number }) =>
      args.factor > 5
        ? Promise.resolve({
            status: 'ok',
            summary: 'Done.',
            structured_output: { product: 1, labels: [] },
            warnings: [],
            confidence_inputs: { rows: 1 },
          })
        : Promise.resolve({
            status: 'error',
            errors: [{ code: 'INVALID_VALUE', message: 'arguments.factor: expected more than 5', field: 'arguments.factor' }],
          }),
  });

export const rows: readonly Row[] = [
  ...wrong.map(([ids, args, error, says]) => callRow(ids, { ...given(args), expected: [error], says, on })),
  ...right.map(([ids, args]) => callRow(ids, { ...given(args), expected: [], on })),
  row(
    'S3-2.3 S4-R.10',
    'a default is applied, and echoed as one',
    async () => {
      const result = await on().runner.run(call({ request_id: 'default', arguments: { needed: true } }));
      return [result.structured_output, result.metadata.defaults, result.agentHints.assumptions];
    },
    [{ product: 7, labels: [] }, { level: 7 }, ['level = 7 (default)']],
  ),
  lintRow(
    'S3-2.4',
    'a reference to a schema elsewhere, which nobody would fetch',
    parameter({ $ref: 'https://example.org/a.json' }),
    'DL-60',
  ),

  callRow('S3-3.28', { change: { 'arguments.factor': 'x' }, expected: ['INVALID_TYPE arguments.factor'] }),
  callRow('S3-3.28', { change: { 'arguments.more': 1 }, expected: ['UNKNOWN_ARGUMENT arguments.more'] }),
  callRow('S3-3.28', { change: { 'arguments.factor': 11 }, expected: ['INVALID_VALUE arguments.factor'] }),
  callRow('S3-3.28', { change: { request_id: 'no blanks, please' }, expected: ['INVALID_VALUE request_id'] }),
  callRow('S3-3.28', { change: { 'arguments.mode': 'soft' }, expected: ['INVALID_VALUE arguments.mode'] }),
  callRow('S3-3.28', {
    change: { 'capture_selection.capture_id': 'laboratory' },
    expected: ['INVALID_CAPTURE_SELECTION capture_selection.capture_id'],
    says: ['lab'],
  }),
  callRow('S3-3.28', {
    change: { 'capture_selection.selectors': { time_range: { start_ms: 8, end_ms: 2 } } },
    expected: ['UNSUPPORTED_TIME_RANGE capture_selection.selectors.time_range'],
  }),
  row(
    'S3-3.28',
    'what only the tool can judge comes back at its place too',
    async () => (await bench([ordered()]).runner.run(call())).errors.map(({ code, field }) => [code, field]),
    [['INVALID_VALUE', 'arguments.factor']],
  ),

  callRow('S3-3.29', { ...given({ whole: '4' }), expected: ['INVALID_TYPE arguments.whole'], on }),
  row(
    'S3-3.29 R26',
    'where a tool asks for it, a text that says a number is one, and a warning says so',
    async () => {
      const result = await on().runner.run(call({ request_id: 'coerced', arguments: { needed: true, loose: '42' } }));
      return [result.structured_output, result.warnings.map(({ code, field, details }) => [code, field, details])];
    },
    [{ product: 42, labels: [] }, [['COERCED_ARGUMENT', 'arguments.loose', { before: '42', after: 42 }]]],
  ),
  callRow('S3-3.29', { ...given({ loose: 'forty-two' }), expected: ['INVALID_TYPE arguments.loose'], on }),
  callRow('S3-3.29', { ...given({ loose: '420' }), expected: ['INVALID_VALUE arguments.loose'], on }),
  callRow('S3-3.30', {
    change: { 'arguments.factor': undefined },
    expected: ['MISSING_REQUIRED_ARGUMENT arguments.factor'],
    says: ['expected an integer from 1 to 10', 'for example 3'],
  }),
  row(
    'S3-3.30',
    'an error says for machines, too, what was expected, what came, and what would do',
    async () => (await ran({}, { arguments: { factor: 99 } })).result.errors.map(({ expected, got, example }) => [expected, got, example]),
    [['an integer from 1 to 10', 'a number 99', 3]],
  ),
  row(
    'S3-3.32',
    'a signal of +40 dBm in an answer is warned of, and the answer stays',
    async () => {
      const { z } = await import('../../../src/tools/contract/zod.ts');
      const output = z.strictObject({ rssi_max: z.number().describe('Strongest signal, in dBm.') });
      const run = () =>
        Promise.resolve({
          status: 'ok' as const,
          summary: 'The maximum is 40.',
          structured_output: { rssi_max: 40 },
          warnings: [],
          confidence_inputs: { rows: 1 },
        });
      const { result } = await ran({ output, redaction: { allow: ['rssi_max'] }, run });
      return [result.status, warns(result), result.warnings[0]?.field, result.agentHints.warnings?.length, codes(result)];
    },
    ['ok', ['ANOMALOUS_VALUE'], 'structured_output.rssi_max', 1, []],
  ),
];

/** The twelve steps of the runner (S2 §2b), what is said on the way, and in which order. */
import { WorkbenchError } from '../../../src/base/failure.ts';
import { canonicalResult } from '../../../src/tools/contract/result-hash.ts';
import { runPlan } from '../../../src/tools/plan/plan.ts';
import { bench, call, capture, countingIds, lookup, multiplier, testClock } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';
import { answering, codes, ran, types } from '../frame/runs.ts';

const nothing = {
  adjust: (policy: Parameters<NonNullable<Parameters<typeof bench>[1]>['adjust'] & object>[0]) => ({ ...policy, grants: [] }),
};
const cyclic: Record<string, unknown> = { product: 1, labels: [] };
cyclic['labels'] = [cyclic];

export const rows: readonly Row[] = [
  row(
    'S2-P1',
    'a tool that nobody installed is unavailable, in the old words policy_denied',
    async () => {
      const { result } = await ran({}, { tool_name: 'nobody_knows' });
      return [codes(result), result.errorCode, result.errors[0]?.aliases];
    },
    [['UNKNOWN_TOOL'], 'unavailable', ['policy_denied']],
  ),
  row(
    'S2-P3 S2-F1',
    'a grant that is missing is found before the tool runs',
    async () => {
      const { result, events } = await ran({}, {}, nothing);
      return [codes(result), result.errorCode, types(events)];
    },
    [['PERMISSION_DENIED'], 'authz_denied', ['tool-start rejected', 'tool-result', 'audit']],
  ),
  row(
    'S2-P4',
    'a tool that needs a connection: none, one that is not granted, one that is',
    async () => {
      const tool = { manifest: { requiresConnection: true } };
      const granted = { adjust: (policy: Parameters<NonNullable<typeof nothing.adjust>>[0]) => ({ ...policy, connections: ['keys-1'] }) };
      const ask = async (connection_id?: string) => {
        const { result } = await ran(tool, {}, granted, { context: { connection_id } });
        return [codes(result), result.errorCode];
      };
      return [await ask(), await ask('keys-2'), await ask('keys-1')];
    },
    [
      [['MISSING_CONNECTION'], 'validation'],
      [['CONNECTION_DENIED'], 'policy_denied'],
      [[], undefined],
    ],
  ),
  row(
    'S2-P5',
    'whatever is missing, wrong or unknown is of the class validation',
    async () => {
      const { result } = await ran({}, { arguments: { factor: 'x', mode: 'soft', more: 1 }, timeout_ms: undefined });
      return [codes(result).sort(), result.errorCode];
    },
    [['INVALID_TYPE', 'INVALID_VALUE', 'MISSING_REQUIRED_ARGUMENT', 'UNKNOWN_ARGUMENT'], 'validation'],
  ),
  row(
    'S2-P6',
    'a capability that nobody bound is named before the start is announced',
    async () => {
      const { result, events } = await ran({ requires: ['captures', 'kernels'] });
      return [codes(result), result.errorCode, types(events), result.errors[0]?.message.includes('kernels')];
    },
    [['CAPABILITY_UNAVAILABLE'], 'unavailable', ['tool-start rejected', 'tool-result', 'audit'], true],
  ),
  row(
    'S2-P7',
    'the start carries the arguments as they were validated, defaults filled in',
    async () => {
      const { events } = await ran();
      return events.find((event) => event.type === 'tool-start');
    },
    {
      type: 'tool-start',
      tool_call_id: 'req-1',
      tool_name: 'row_multiplier',
      traceId: '00000000-0000-4000-8000-000000000001',
      phase: 'executing',
      arguments: { factor: 3, mode: 'plain' },
    },
  ),
  row(
    'S2-P8',
    'what a tool throws becomes execution, and its words stay inside',
    async () => {
      const { result, runner } = await ran({ run: () => Promise.reject(new Error('password at /home/x')) });
      return [codes(result), result.errorCode, /password|home/.test(JSON.stringify([result, runner.audit()]))];
    },
    [['EXECUTION_FAILED'], 'execution', false],
  ),
  row(
    'S2-P8',
    'what a tool throws before it returns a promise is caught as well',
    async () => {
      const run = () => {
        throw new TypeError('at once');
      };
      return codes((await ran({ run })).result);
    },
    ['EXECUTION_FAILED'],
  ),
  row(
    'S2-P9 S3-3.31',
    'an answer of another shape than promised is no answer',
    async () => {
      const { result } = await ran(answering({ structured_output: { product: 'many', labels: [] } }));
      return [codes(result), result.errorCode, result.structured_output];
    },
    [['OUTPUT_INVALID'], 'execution', undefined],
  ),
  ...[
    ['NaN', NaN],
    ['Infinity', Infinity],
    ['a big integer', 1n],
    ['a date', new Date(0)],
    ['a function', () => 1],
    ['undefined', undefined],
  ].map(([what, product]) =>
    row(
      'S2-C2',
      `${String(what)} in an answer is refused`,
      async () => codes((await ran(answering({ structured_output: { product, labels: [] } }))).result),
      ['OUTPUT_INVALID'],
    ),
  ),
  row('S2-C2', 'a cycle in an answer is refused', async () => codes((await ran(answering({ structured_output: cyclic }))).result), [
    'OUTPUT_INVALID',
  ]),
  row(
    'S2-P10 S2-4b',
    'an allowlist that cannot be read ends the call, and nothing passes',
    async () => {
      const { result } = await ran({ redaction: { allow: ['product', 7 as never] } });
      return [codes(result), result.errorCode, JSON.stringify(result).includes('300')];
    },
    [['REDACTION_FAILED'], 'redaction_failed', false],
  ),
  row(
    'S2-4a',
    'what the allowlist does not name never leaves: not in the result, the events, the audit',
    async () => {
      const { result, events, runner } = await ran();
      return [result.structured_output, JSON.stringify([result, events, runner.audit()]).includes('hidden')];
    },
    [{ product: 300, labels: ['lab'] }, false],
  ),
  row(
    'S2-4a',
    'a listed path lets nothing beside it through',
    async () => (await ran({ redaction: { allow: ['product', 'labels'] }, output: multiplier().output })).result.structured_output,
    { product: 300, labels: ['lab'] },
  ),
  row(
    'S2-P11 S2-P12',
    'the event holds the very result that is returned',
    async () => {
      const { result, events } = await ran();
      return events.map((event) => event.type === 'tool-result' && event.result === result);
    },
    [false, false, true, false],
  ),
  row(
    'S2-5',
    'the id of a call is the given one, from start to audit',
    async () => {
      const { result, events, runner } = await ran({}, { tool_call_id: 'call-7' });
      const ids = events.flatMap((event) => (event.type === 'audit' ? event.entry.tool_call_id : event.tool_call_id));
      return [result.tool_call_id, new Set(ids).size, runner.audit()[0]?.tool_call_id];
    },
    ['call-7', 1, 'call-7'],
  ),
  row(
    'S2-5',
    'without one, the id of the call is its request_id',
    async () => (await ran({}, { request_id: 'mine' })).result.tool_call_id,
    'mine',
  ),
  row('S2-5', 'an attempt without any id gets one at the door', async () =>
    /^call-[0-9a-f-]{36}$/.test((await ran({}, { request_id: undefined })).result.tool_call_id),
  ),
  row(
    'S2-L6',
    'broken JSON gives one start and one result, keeps nothing of the text, and the next call runs',
    async () => {
      const { runner, events } = bench();
      const result = await runner.run('{"tool_name": "row_multiplier", "arguments": {"label": "sesame"');
      const seen = types(events);
      const next = await runner.run(call());
      return [codes(result), result.errorCode, seen, /sesame/.test(JSON.stringify([events, runner.audit()])), next.status];
    },
    [['INVALID_JSON'], 'invalid_json', ['tool-start rejected', 'tool-result', 'audit'], false, 'ok'],
  ),
  row('S2-K1', 'over all calls every start is followed by its own result and then its audit line', async () => {
    const { runner, events } = bench();
    const calls = [call(), null, call({ request_id: 'b', arguments: {} }), '{', call({ request_id: 'c' }), call()];
    await Promise.all(calls.map((each) => runner.run(each)));
    const order = events.filter((event) => event.type !== 'tool-progress');
    const ids = order.map((event) => (event.type === 'audit' ? event.entry.tool_call_id : event.tool_call_id));
    return (
      ids.every((id, at) => id === ids[at - (at % 3)] && order[at]?.type === ['tool-start', 'tool-result', 'audit'][at % 3]) &&
      ids.length === 18
    );
  }),
  row(
    'S2-L2',
    'looking at the events twice executes once',
    async () => {
      let runs = 0;
      const made = multiplier();
      const { runner, registry, events } = bench([multiplier({ run: (...given) => ((runs += 1), made.run(...given)) })]);
      runner.on('*', () => undefined);
      const report = await runPlan([call()], { runner, registry, captures: lookup([capture()]), ids: countingIds() });
      for (const list of [events, events]) for (const event of list) JSON.stringify(event);
      return [runs, report.steps.length, events.filter((event) => event.type === 'tool-result').length];
    },
    [1, 1, 1],
  ),
  row(
    'S2-C14 S2-29',
    'a capability is what was injected: another clock changes times and nothing that counts',
    async () => {
      const [early, late] = [await ran({}, {}, { clock: testClock(0) }), await ran({}, {}, { clock: testClock(86_400_000) })];
      return [
        early.result.metadata.timestamp,
        late.result.metadata.timestamp,
        canonicalResult(early.result) === canonicalResult(late.result),
        early.result.metadata.result_hash === late.result.metadata.result_hash,
      ];
    },
    ['1970-01-01T00:00:00.000Z', '1970-01-02T00:00:00.000Z', true, true],
  ),
  row(
    'S2-29',
    'a tool reads through the capability that it was given and no other',
    async () => {
      const clock = { now: () => 42_000, after: () => () => undefined };
      const run: NonNullable<Parameters<typeof multiplier>[0]>['run'] = (_args, _context, { clock: given }) =>
        Promise.resolve({
          status: 'ok',
          summary: 'Done.',
          structured_output: { product: given.now(), labels: [] },
          warnings: [],
          confidence_inputs: {},
        });
      return (
        await ran({ manifest: { permissions: ['captures:read', 'clock:read'] }, requires: ['captures', 'clock'], run }, {}, { clock })
      ).result.structured_output;
    },
    { product: 42_000, labels: [] },
  ),
  row(
    'S2-1 S2-25',
    'five doors, one runner: equal results and audit lines but for the door',
    async () => {
      const doors = ['page', 'console', 'plan', 'replay', 'webmcp'];
      const lines = await Promise.all(
        doors.map(async (entry) => {
          const { runner, result } = await ran({}, {}, {}, { entry });
          const [line] = runner.audit();
          return {
            door: line?.entry,
            hash: result.metadata.result_hash,
            line: JSON.stringify({ ...line, entry: '', agentId: '', hash: '' }),
          };
        }),
      );
      return [lines.map(({ door }) => door), new Set(lines.map(({ hash }) => hash)).size, new Set(lines.map(({ line }) => line)).size];
    },
    [['page', 'console', 'plan', 'replay', 'webmcp'], 1, 1],
  ),
  row(
    'S2-28',
    'the context of a call holds ids and names only, and a connection id shows nowhere',
    async () => {
      let keys: string[] = [];
      const base = multiplier();
      const tool = multiplier({
        manifest: { requiresConnection: true },
        run: (args, context, capabilities) => {
          keys = Object.keys(context).sort();
          return base.run(args, context, capabilities);
        },
      });
      const { runner, events } = bench([tool], { adjust: (policy) => ({ ...policy, connections: ['token-4711'] }) });
      const result = await runner.run(call(), { context: { connection_id: 'token-4711' } });
      return [result.status, keys, JSON.stringify([result, events, runner.audit()]).includes('4711')];
    },
    [
      'ok',
      [
        ...['actor', 'agentId', 'agentVersion', 'connection_id', 'correlationId', 'entry', 'request_id', 'sessionId'],
        ...['tenant', 'timeout_ms', 'timestamp', 'tool_call_id', 'traceId', 'userId'],
      ],
      false,
    ],
  ),
  row(
    'S2-X4 S4-O.2',
    'calls, errors, answers given again and times are counted per tool',
    async () => {
      const { runner, clock } = bench([multiplier({ manifest: { cacheable: true, cacheTTL: 60 } })]);
      await runner.run(call());
      clock.move(5);
      await runner.run(call({ request_id: 'b' }));
      await runner.run(call({ request_id: 'c', arguments: {} }));
      return runner.metrics().map(({ tool_name, calls, errors, cache_hits }) => ({ tool_name, calls, errors, cache_hits }));
    },
    [{ tool_name: 'row_multiplier', calls: 3, errors: 1, cache_hits: 1 }],
  ),
  row(
    'S2-X9',
    'what comes between start and result is progress and never a part of the answer',
    async () => {
      const { events } = await ran();
      return events.flatMap((event) => (event.type === 'tool-progress' ? [event.progress] : []));
    },
    [{ phase: 'multiplying', done: 1, total: 1, unit: 'steps' }],
  ),
  row(
    'S2-X9',
    'calls that come at once run one after the other',
    async () => {
      let inside = 0;
      let most = 0;
      const base = multiplier();
      const run: typeof base.run = async (...given) => {
        most = Math.max(most, ++inside);
        await new Promise((resolve) => setImmediate(resolve));
        inside -= 1;
        return base.run(...given);
      };
      const { runner } = bench([multiplier({ run })]);
      await Promise.all(['a', 'b', 'c'].map((request_id) => runner.run(call({ request_id }))));
      return most;
    },
    1,
  ),
  row(
    'S3-2.37',
    'a worker that is lost is a failure of the system: tried once more, then said',
    async () => {
      let runs = 0;
      const { result, runner } = await ran({ run: () => ((runs += 1), Promise.reject(new WorkbenchError('WORKER_LOST', 'gone'))) });
      const next = await runner.run(call({ request_id: 'again', arguments: {} }));
      return [codes(result), result.errorCode, runs, codes(next)];
    },
    [['SYSTEM_ERROR'], 'execution', 2, ['MISSING_REQUIRED_ARGUMENT']],
  ),
];

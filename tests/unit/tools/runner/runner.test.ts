import { expect, test } from 'vitest';
import { ToolResult } from '../../../../src/tools/contract/result.ts';
import { bench, call, capture, multiplier } from '../../../support/tools.ts';

const codes = (result: ToolResult): string[] => result.errors.map((error) => error.code);
const fields = (result: ToolResult): (string | undefined)[] => result.errors.map((error) => error.field);

test('a good call answers the whole envelope', async () => {
  const { runner, events } = bench();
  const result = await runner.run(call({ tool_call_id: 'call-7' }), { entry: 'page' });
  expect(ToolResult.safeParse(result).error).toBeUndefined();
  expect(result).toMatchObject({
    status: 'ok',
    ok: true,
    structured_output: { product: 300, labels: ['lab'] },
    errors: [],
    tool_call_id: 'call-7',
  });
  expect(result.data).toBe(result.structured_output);
  expect(result.confidence).toBeCloseTo(100 / 110);
  expect(result.metadata).toMatchObject({
    toolName: 'row_multiplier',
    toolVersion: '1.0.0',
    entry: 'page',
    defaults: { mode: 'plain' },
    cached: false,
  });
  expect(result.agentHints.assumptions).toContain('mode = "plain" (default)');
  expect(events.map((event) => event.type)).toEqual(['tool-start', 'tool-progress', 'tool-result', 'audit']);
  expect(Object.isFrozen(result.structured_output)).toBe(true);
});

test('what is not allowed to leave does not leave', async () => {
  const { runner, events } = bench();
  const result = await runner.run(call());
  expect(JSON.stringify([result, events, runner.audit()])).not.toContain('hidden');
});

test('the caller’s object is neither changed nor kept', async () => {
  const { runner } = bench();
  const given = call({ arguments: { factor: 2 } });
  const before = JSON.stringify(given);
  const running = runner.run(given);
  (given['arguments'] as { factor: number }).factor = 9;
  expect((await running).structured_output).toMatchObject({ product: 200 });
  (given['arguments'] as { factor: number }).factor = 2;
  expect(JSON.stringify(given)).toBe(before);
});

test('an unknown tool is named with those that exist', async () => {
  const { runner, events } = bench();
  const result = await runner.run(call({ tool_name: 'row_multiplyer' }));
  expect(codes(result)).toEqual(['UNKNOWN_TOOL']);
  expect(result.errorCode).toBe('unavailable');
  expect(result.errors[0]?.message).toContain('row_multiplier');
  expect(events[0]).toMatchObject({ type: 'tool-start', phase: 'rejected' });
  expect(events[0]).not.toHaveProperty('arguments');
});

test.each(['core__row_multiplier', 'core:row_multiplier', 'row-multiplier', 'multiply-rows'])('%s is the same tool', async (name) => {
  const { runner } = bench();
  const result = await runner.run(call({ tool_name: name }));
  expect(result.metadata).toMatchObject({ toolName: 'row_multiplier', calledAs: name });
  expect(runner.audit()[0]).toMatchObject({ tool_name: 'row_multiplier', called_as: name });
});

test('a denial comes first and alone', async () => {
  const { runner } = bench([multiplier()], { adjust: (policy) => ({ ...policy, allowedTools: [] }) });
  const result = await runner.run(call({ arguments: { factor: 'x' }, timeout_ms: -1 }));
  expect(codes(result)).toEqual(['POLICY_DENIED']);
  expect(runner.catalog()).toEqual([]);
});

test('a grant that is missing is named', async () => {
  const { runner } = bench([multiplier()], { adjust: (policy) => ({ ...policy, grants: [] }) });
  const result = await runner.run(call());
  expect(codes(result)).toEqual(['PERMISSION_DENIED']);
  expect(result.errorCode).toBe('authz_denied');
});

test('an agent that the policy does not list may do nothing; one that it lists sees only its captures', async () => {
  const open = [capture(), capture({ capture_id: 'other', sha256: 'b'.repeat(64) })];
  const { runner } = bench([multiplier()], {
    captures: open,
    adjust: (policy) => {
      const { allowedTools, requireApprovalForEffects, grants, budgets } = policy;
      return { ...policy, agents: { known: { allowedTools, requireApprovalForEffects, grants, budgets, captures: ['other'] } } };
    },
  });
  const as = (id: string) => ({ context: { agent: { id, version: '1' } } });
  expect(codes(await runner.run(call(), as('stranger')))).toEqual(['POLICY_DENIED']);
  const refused = await runner.run(call({ request_id: 'req-2' }), as('known'));
  expect(codes(refused)).toEqual(['INVALID_CAPTURE_SELECTION']);
  expect(JSON.stringify(refused.errors)).not.toContain('pcapng');
  expect((await runner.run(call({ request_id: 'req-3', capture_selection: { capture_id: 'other' } }), as('known'))).status).toBe('ok');
  expect(runner.audit().map((line) => line.actor)).toEqual(['agent:stranger', 'agent:known', 'agent:known']);
});

test('everything that is wrong is told at once, each at its place', async () => {
  const { runner, events } = bench();
  const result = await runner.run({
    tool_name: 'row_multiplier',
    tool_version: '1.0',
    capture_selection: { capture_id: 'nope', selectors: { time_range: { start_ms: 5, end_ms: 1.5 } } },
    arguments: { factor: '3', mode: 'soft', labl: 'x', options: {} },
    timeout_ms: 5,
    extra: 1,
  });
  const found = new Map(result.errors.map((error) => [error.field, error.code]));
  expect(Object.fromEntries(found)).toEqual({
    'capture_selection.selectors.time_range.end_ms': 'INVALID_TYPE',
    extra: 'UNKNOWN_ARGUMENT',
    request_id: 'MISSING_REQUIRED_ARGUMENT',
    tool_version: 'INVALID_VALUE',
    'arguments.factor': 'INVALID_TYPE',
    'arguments.labl': 'UNKNOWN_ARGUMENT',
    'arguments.mode': 'INVALID_VALUE',
    'arguments.options.deep': 'MISSING_REQUIRED_ARGUMENT',
    timeout_ms: 'TIMEOUT_BELOW_MINIMUM',
  });
  const factor = result.errors.find((error) => error.field === 'arguments.factor');
  expect(factor).toMatchObject({
    key: 'factor',
    pointer: '/arguments/factor',
    message: 'arguments.factor: expected an integer from 1 to 10, got a string "3"; for example 3',
  });
  expect(result).toMatchObject({ status: 'error', confidence: 0, ok: false });
  expect(result).not.toHaveProperty('structured_output');
  expect(events.map((event) => event.type)).toEqual(['tool-start', 'tool-result', 'audit']);
});

test('two hundred errors are counted and the first 64 listed', async () => {
  const { runner } = bench();
  const extra = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x${String(index)}`, 1]));
  const result = await runner.run(call({ arguments: { factor: 3, ...extra } }));
  expect(result.errors).toHaveLength(64);
  expect(result.metadata.error_count).toBe(200);
  expect(result.summary).toContain('200 errors');
});

test('validation says the same and runs nothing', async () => {
  const { runner, events } = bench();
  const report = await runner.validate(call({ arguments: {} }));
  expect(report).toMatchObject({ valid: false, error_count: 1, validators: { zod: false, ajv: false } });
  expect(await runner.validate(call())).toMatchObject({ valid: true, errors: [], validators: { zod: true, ajv: true } });
  expect(events).toEqual([]);
  expect(runner.audit()).toEqual([]);
});

test('a request id counts once per session, and a replay is a scope of its own', async () => {
  const { runner } = bench();
  expect((await runner.run(call())).status).toBe('ok');
  expect(codes(await runner.run(call()))).toEqual(['DUPLICATE_REQUEST_ID']);
  expect((await runner.run(call(), { scope: 'replay-1' })).status).toBe('ok');
});

test('a timeout is clamped with a warning, and enforced by stopping the work', async () => {
  let aborted = false;
  const slow = multiplier({
    run: (_args, _context, { signal }) =>
      new Promise(() => {
        signal.addEventListener('abort', () => (aborted = true));
      }),
  });
  const { runner, clock } = bench([slow]);
  const running = runner.run(call({ timeout_ms: 600_000 }));
  await new Promise((resolve) => setImmediate(resolve));
  clock.move(60_000);
  const result = await running;
  expect(codes(result)).toEqual(['TIMEOUT']);
  expect(result.warnings.map((warning) => warning.code)).toEqual(['TIMEOUT_CLAMPED']);
  expect(result.metadata.timeout_ms).toBe(60_000);
  expect(aborted).toBe(true);
});

test('a cancelled call ends as CANCELLED and the next one runs', async () => {
  const controller = new AbortController();
  const { runner } = bench([
    multiplier({ run: () => new Promise(() => undefined) }),
    multiplier({ manifest: { name: 'second_tool', kebab_name: 'run-second' } }),
  ]);
  const running = runner.run(call(), { signal: controller.signal });
  const next = runner.run(call({ tool_name: 'second_tool', request_id: 'req-2' }));
  await new Promise((resolve) => setImmediate(resolve));
  controller.abort();
  expect(codes(await running)).toEqual(['CANCELLED']);
  expect((await next).status).toBe('ok');
});

test('a tool that throws answers safely, and the cause goes to the debug log only', async () => {
  const { runner, notes } = bench([multiplier({ run: () => Promise.reject(new Error('secret path /home/x')) })]);
  const result = await runner.run(call());
  expect(codes(result)).toEqual(['EXECUTION_FAILED']);
  expect(JSON.stringify([result, runner.audit()])).not.toMatch(/secret|\/home/);
  expect(notes).toMatchObject([{ phase: 'start' }, { phase: 'failure', error: { message: 'secret path /home/x' } }, { phase: 'end' }]);
});

test('a capability that nobody bound is named before anything runs', async () => {
  const { runner } = bench([multiplier({ requires: ['captures', 'kernels'] })]);
  const result = await runner.run(call());
  expect(codes(result)).toEqual(['CAPABILITY_UNAVAILABLE']);
  expect(result.errors[0]?.message).toContain('kernels');
});

test('versions: exact, a newer compatible minor, and none', async () => {
  const newer = multiplier({ manifest: { version: '1.2.0' } });
  const { runner } = bench([multiplier(), newer]);
  const ask = (version: string, id: string) => runner.run(call({ tool_version: version, request_id: id }));
  expect((await ask('1.0.0', 'a')).metadata.toolVersion).toBe('1.0.0');
  const resolved = await ask('1.1.0', 'b');
  expect(resolved.metadata.toolVersion).toBe('1.2.0');
  expect(resolved.warnings.map((warning) => warning.code)).toEqual(['VERSION_RESOLVED']);
  const none = await ask('1.3.0', 'c');
  expect(codes(none)).toEqual(['UNSUPPORTED_TOOL_VERSION']);
  expect(fields(none)).toEqual(['tool_version']);
  expect(codes(await ask('2.0.0', 'd'))).toEqual(['UNSUPPORTED_TOOL_VERSION']);
});

test('the selection may stand inside the arguments, once', async () => {
  const { runner } = bench();
  const { capture_selection, ...rest } = call();
  const lifted = await runner.run({ ...rest, arguments: { factor: 3, capture_selection } });
  expect(lifted.status).toBe('ok');
  expect(lifted.warnings.map((warning) => warning.code)).toContain('SELECTION_LIFTED');
  const wrong = await runner.run({ ...rest, request_id: 'r2', arguments: { factor: 3, capture_selection: { capture_id: 'nope' } } });
  expect(fields(wrong)).toEqual(['arguments.capture_selection.capture_id']);
  const twice = await runner.run(call({ request_id: 'r3', arguments: { factor: 3, capture_selection: { capture_id: 'nope' } } }));
  expect(codes(twice)).toEqual(['INVALID_CAPTURE_SELECTION']);
});

test('payloads beyond the bound are refused by their bytes', async () => {
  const { runner } = bench();
  const text = JSON.stringify(call({ arguments: { factor: 3, label: 'ä' } }));
  const bytes = new TextEncoder().encode(text).length;
  expect((await runner.run(text + ' '.repeat(4096 - bytes))).status).toBe('ok');
  expect(codes(await runner.run(text + ' '.repeat(4097 - bytes), { scope: 'again' }))).toEqual(['PAYLOAD_TOO_LARGE']);
});

const answer = {
  status: 'ok' as const,
  summary: 'x',
  structured_output: { product: 1, labels: [] },
  warnings: [],
  confidence_inputs: { rows: 1 },
};

test('equal questions have equal hashes, whatever ids, clocks and names; other data has another', async () => {
  const { runner, clock } = bench();
  const first = await runner.run(call());
  clock.move(5000);
  const second = await runner.run(call({ request_id: 'req-2', tool_name: 'multiply-rows' }), { entry: 'page' });
  expect(second.metadata.result_hash).toBe(first.metadata.result_hash);
  const plain = multiplier({ redaction: { allow: ['product', 'labels'] }, run: () => Promise.resolve(answer) });
  const asLab = await bench([plain]).runner.run(call());
  const asOther = await bench([plain], { captures: [capture({ capture_id: 'renamed', file_name: 'other.pcapng' })] }).runner.run(
    call({ capture_selection: { capture_id: 'renamed' } }),
  );
  expect(asOther.metadata.result_hash).toBe(asLab.metadata.result_hash);
  const other = bench([multiplier()], { captures: [capture({ sha256: 'c'.repeat(64) })] });
  expect((await other.runner.run(call())).metadata.result_hash).not.toBe(first.metadata.result_hash);
});

test('the journal is chained, and a changed line is found', async () => {
  const { runner } = bench();
  await runner.run(call());
  await runner.run(call({ request_id: 'req-2', arguments: {} }));
  await runner.run('{"tool_name": 1, "tool_name": 2}');
  expect(await runner.verifyAudit()).toMatchObject({ ok: true });
  const lines = runner.audit();
  expect(lines.map((line) => line.seq)).toEqual([0, 1, 2]);
  expect(lines.map((line) => line.prev_hash)).toEqual(['0'.repeat(64), lines[0]?.hash, lines[1]?.hash]);
  expect(lines[0]).toMatchObject({ arguments: { factor: 3, mode: 'plain' }, captures: ['a'.repeat(64)], decision: 'allow' });
  expect(lines[1]).not.toHaveProperty('arguments');
  expect(lines[2]).toMatchObject({ status: 'error', error_codes: ['INVALID_JSON'], decision: 'unknown' });
});

const cyclic: Record<string, unknown> = {};
cyclic['self'] = cyclic;
test.each([
  ['undefined', undefined, 'INVALID_TYPE'],
  ['null', null, 'INVALID_TYPE'],
  ['a number', 7, 'INVALID_TYPE'],
  ['an array', [], 'INVALID_TYPE'],
  ['an empty object', {}, 'MISSING_REQUIRED_ARGUMENT'],
  ['broken text', '{"tool_name": ', 'INVALID_JSON'],
  ['a cycle', cyclic, 'INVALID_VALUE'],
  ['a function', call({ arguments: { factor: () => 1 } }), 'INVALID_TYPE'],
  ['a lone surrogate', call({ arguments: { factor: 3, label: '\ud800' } }), 'INVALID_VALUE'],
  ['__proto__', JSON.parse('{"tool_name":"row_multiplier","arguments":{"__proto__":{"factor":1}}}'), 'UNKNOWN_ARGUMENT'],
  ['constructor', call({ arguments: { factor: 3, constructor: 1 } }), 'UNKNOWN_ARGUMENT'],
  ['1e400', '{"tool_name":"row_multiplier","arguments":{"factor":1e400}}', 'INVALID_VALUE'],
  ['Infinity', call({ arguments: { factor: Infinity } }), 'INVALID_VALUE'],
  ['deep nesting', `${'{"a":'.repeat(100)}1${'}'.repeat(100)}`, 'INVALID_JSON'],
])('hostile input: %s', async (_what, input, code) => {
  const { runner } = bench();
  const result = await runner.run(input);
  expect(result.status).toBe('error');
  expect(codes(result)).toContain(code);
  expect(ToolResult.safeParse(result).error).toBeUndefined();
  expect((await runner.validate(input)).errors.map((error) => error.code)).toContain(code);
});

test('a cacheable tool answers again without running, until its time is over or its question another', async () => {
  let runs = 0;
  const base = multiplier();
  const counted = multiplier({
    manifest: { cacheable: true, cacheTTL: 60 },
    run: (args, context, capabilities) => {
      runs += 1;
      return base.run(args, context, capabilities);
    },
  });
  const { runner, clock } = bench([counted]);
  const ask = (id: string, args: object = { factor: 3 }) => runner.run(call({ request_id: id, arguments: args }));
  const first = await ask('a');
  const second = await ask('b', { factor: 3, mode: 'plain' });
  expect([first.metadata.cached, second.metadata.cached, runs]).toEqual([false, true, 1]);
  expect(second.structured_output).toEqual(first.structured_output);
  expect(second.metadata.requestId).toBe('b');
  expect((await ask('c', { factor: 4 })).metadata.cached).toBe(false);
  clock.move(60_000);
  expect((await ask('d')).metadata.cached).toBe(false);
  expect(runs).toBe(3);
  expect(runner.audit().map((line) => [line.cached, line.attempts])).toEqual([
    [false, 1],
    [true, 0],
    [false, 1],
    [false, 1],
  ]);
  expect(runner.metrics()).toMatchObject([{ tool_name: 'row_multiplier', calls: 4, cache_hits: 1, errors: 0 }]);
});

test('too many calls in the window are refused until it has moved on', async () => {
  const { runner, clock } = bench([multiplier({ manifest: { rateLimit: { maxCalls: 2, windowMs: 1000 } } })]);
  const ask = (id: string) => runner.run(call({ request_id: id }));
  expect([(await ask('a')).status, (await ask('b')).status]).toEqual(['ok', 'ok']);
  const refused = await ask('c');
  expect(codes(refused)).toEqual(['RATE_LIMITED']);
  expect(refused.errors[0]?.details).toEqual({ retry_after_ms: 1000 });
  clock.move(1000);
  expect((await ask('d')).status).toBe('ok');
});

test('a deprecated tool runs and says what takes over', async () => {
  const deprecated = { since: '1.0.0', replacement: 'better_tool', removalDate: '2026-12-31' };
  const result = await bench([multiplier({ manifest: { deprecated } })]).runner.run(call());
  expect(result.warnings).toMatchObject([{ code: 'DEPRECATED_TOOL', details: deprecated }]);
  expect(result.agentHints.warnings).toMatchObject([{ type: 'deprecation' }]);
});

const changing = { effect: 'state_change', category: 'mutation', deterministic: true } as const;

test('what changes something asks a person first, who may say yes, no, or change it', async () => {
  const asked: unknown[] = [];
  const answers = [
    { kind: 'approved', by: 'Ada' },
    { kind: 'rejected', by: 'Ada' },
    { kind: 'modified', by: 'Ada', arguments: { factor: 2 } },
    { kind: 'modified', by: 'Ada', arguments: { factor: 'x' } },
  ] as const;
  const { runner } = bench([multiplier({ manifest: changing })], {
    approve: (request) => {
      asked.push(request.arguments);
      return Promise.resolve(answers[asked.length - 1] ?? answers[0]);
    },
  });
  const ask = (id: string, interactive = true) => runner.run(call({ request_id: id }), { interactive });
  expect((await ask('a')).status).toBe('ok');
  expect(codes(await ask('b'))).toEqual(['APPROVAL_REJECTED']);
  expect((await ask('c')).structured_output).toMatchObject({ product: 200 });
  expect(codes(await ask('d'))).toEqual(['INVALID_TYPE']);
  expect(codes(await ask('e', false))).toEqual(['POLICY_DENIED']);
  expect(asked).toHaveLength(4);
  expect(runner.audit().map((line) => line.approval)).toEqual(['approved', 'rejected', 'modified', 'modified', 'not_required']);
});

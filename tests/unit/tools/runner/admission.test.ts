import { describe, expect, it, test } from 'vitest';
import type { ToolPolicy, ToolResult } from '../../../../src/tools/contract/index.ts';
import type { AnyTool } from '../../../../src/tools/definition.ts';
import type { ApprovalRequest, RunOptions } from '../../../../src/tools/runner/ports.ts';
import { bench, call, capture, multiplier } from '../../../support/tools.ts';

const said = ({ errors }: ToolResult) => errors.map(({ code, message }) => `${code}: ${message}`);
const codes = ({ errors }: ToolResult) => errors.map(({ code }) => code);
type BenchChange = Parameters<typeof bench>[1];
const run = (given: unknown, options: RunOptions = {}, change: BenchChange = {}, tool: AnyTool = multiplier()) =>
  bench([tool], change).runner.run(given, options);
const changing = { effect: 'state_change', category: 'mutation' } as const;
const profiled = (more: object) => ({ adjust: (policy: ToolPolicy) => ({ ...policy, ...more }) as ToolPolicy });

describe('a call is refused alone, before anything of it is judged', () => {
  it('inside a call inside a call', async () => {
    expect(said(await run(call({ arguments: {} }), { depth: 2 }))).toEqual(['DEPTH_LIMIT: a call inside a call may not call again']);
    expect((await run(call(), { depth: 1 })).status).toBe('ok');
  });

  it('of a tool that this run may not call', async () => {
    const denied = await run(call({ arguments: {} }), { toolIds: ['a', 'b'] });
    expect(said(denied)).toEqual(['POLICY_DENIED: this run may only call a, b']);
    expect(denied.errors[0]?.field).toBe('tool_name');
    expect((await run(call(), { toolIds: ['row_multiplier'] })).status).toBe('ok');
  });

  it('without the connection that its tool needs', async () => {
    const tool = multiplier({ manifest: { requiresConnection: true } });
    const given = (id?: string) => ({ context: id === undefined ? {} : { connection_id: id } });
    const connected = profiled({ connections: ['home'] });
    expect(said(await run(call({ arguments: {} }), given(), connected, tool))).toEqual([
      'MISSING_CONNECTION: row_multiplier needs a connection_id in the context of the call',
    ]);
    const denied = 'CONNECTION_DENIED: the connection_id of the context is not granted to this caller';
    expect(said(await run(call({ arguments: {} }), given('work'), connected, tool))).toEqual([denied]);
    expect(said(await run(call(), given('home'), profiled({ connections: undefined }), tool))).toEqual([denied]);
    expect((await run(call(), given('home'), connected, tool)).status).toBe('ok');
  });

  it('and counts no request id then', async () => {
    const { runner } = bench();
    expect(codes(await runner.run(call(), { toolIds: [] }))).toEqual(['POLICY_DENIED']);
    expect((await runner.run(call())).status).toBe('ok');
    const again = await runner.run(call({ arguments: {} }));
    expect(codes(again)).toEqual(['DUPLICATE_REQUEST_ID', 'MISSING_REQUIRED_ARGUMENT']);
    expect(again.metadata.error_count).toBe(2);
    expect(again.errors[0]).toMatchObject({ field: 'request_id', got: 'req-1' });
    for (let at = 0; at < 2; at++) expect(codes(await runner.run(call({ request_id: undefined })))).toEqual(['MISSING_REQUIRED_ARGUMENT']);
  });

  it('goes on with the ids of an earlier journal', async () => {
    const first = bench();
    await first.runner.run(call());
    const { runner } = bench([multiplier()], { journal: first.runner.audit() });
    expect(codes(await runner.run(call()))).toEqual(['DUPLICATE_REQUEST_ID']);
    expect((await runner.run(call(), { scope: 'replay' })).status).toBe('ok');
  });

  test.each([
    [{ tool_name: '' }, 'INVALID_VALUE'],
    [{ tool_name: 7 }, 'INVALID_TYPE'],
    [{ tool_name: undefined }, 'MISSING_REQUIRED_ARGUMENT'],
  ])('with the name %j', async (change, code) => {
    expect(codes(await run(call(change)))).toContain(code);
    expect((await run(call(change))).metadata.toolName).toBe('');
  });

  it('where no tool may be seen, without a name of one', async () => {
    const hidden = await run(call({ tool_name: 'row_multiplyer' }), {}, profiled({ allowedTools: [] }));
    expect(codes(hidden)).toEqual(['UNKNOWN_TOOL']);
    expect(JSON.stringify(hidden.errors)).not.toContain('row_multiplier');
  });
});

describe('a person who is asked', () => {
  const asking = (answer: unknown) => {
    const seen: ApprovalRequest[] = [];
    const approve = (request: ApprovalRequest) => {
      seen.push(request);
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as never);
    };
    return { seen, tools: bench([multiplier({ manifest: changing })], { approve }) };
  };

  it('sees what the call would do', async () => {
    const { seen, tools } = asking({ kind: 'approved', by: 'Ada' });
    const result = await tools.runner.run(call({ tool_call_id: 'c-1' }), { interactive: true, entry: 'page' });
    expect(result.status).toBe('ok');
    expect(seen[0]).toMatchObject({ tool_call_id: 'c-1', arguments: { factor: 3, mode: 'plain' }, actor: 'user:local', entry: 'page' });
    expect(seen[0]?.manifest.name).toBe('row_multiplier');
    expect(seen[0]?.rows.captures[0]?.capture_id).toBe('lab');
    expect(seen[0]?.reason).not.toBe('');
    expect(seen[0]?.risk).toBe(tools.runner.audit()[0]?.risk);
    expect(seen[0]?.check({ factor: 2 })).toEqual([]);
    expect(seen[0]?.check({ factor: 0 })).toMatchObject([{ field: 'arguments.factor' }]);
    expect(seen[0]?.check({ factor: () => 1 })).not.toEqual([]);
  });

  it('says no, or cannot be asked', async () => {
    const no = asking({ kind: 'rejected', by: 'Bo' });
    expect(said(await no.tools.runner.run(call(), { interactive: true }))).toEqual(['APPROVAL_REJECTED: Bo was asked and said no']);
    const failing = asking(new Error('dialog'));
    expect(codes(await failing.tools.runner.run(call(), { interactive: true }))).toEqual(['APPROVAL_REJECTED']);
    expect(failing.tools.notes).toContainEqual(expect.objectContaining({ phase: 'failure', error: new Error('dialog') }));
    expect(failing.tools.runner.audit()[0]).toMatchObject({ approval: 'rejected', approver: 'nobody (the question failed)' });
    const { runner } = bench([multiplier({ manifest: changing })]);
    expect(codes(await runner.run(call(), { interactive: true }))).toEqual(['APPROVAL_REJECTED']);
    expect(runner.audit()[0]?.approver).toBe('nobody (no one can be asked here)');
  });

  it('answers in vain after the call was cancelled', async () => {
    const controller = new AbortController();
    const { runner } = bench([multiplier({ manifest: changing })], {
      approve: () => {
        controller.abort();
        return Promise.resolve({ kind: 'approved', by: 'Ada' });
      },
    });
    const result = await runner.run(call(), { interactive: true, signal: controller.signal });
    expect(said(result)).toEqual(['CANCELLED: the call was cancelled before a person had answered']);
    expect(runner.audit()[0]).toMatchObject({ approval: 'approved', approver: 'Ada', attempts: 0 });
  });
});

describe('the checks of a call', () => {
  it('bound its size by the tool and by the policy', async () => {
    const small = profiled({ budgets: { ...bench().runner.policy().budgets, maxArgumentBytes: 20 } });
    const { errors } = await run(call(), {}, small);
    expect(errors).toMatchObject([{ code: 'PAYLOAD_TOO_LARGE', details: { limit: 20, bytes: JSON.stringify(call()).length } }]);
  });

  test.each([
    [10, ['ok', 10, []]],
    [60_000, ['ok', 60_000, []]],
    [60_001, ['ok', 60_000, ['TIMEOUT_CLAMPED']]],
  ])('bound its time: %i ms', async (timeout_ms, expected) => {
    const { status, metadata, warnings } = await run(call({ timeout_ms }));
    expect([status, metadata.timeout_ms, warnings.map(({ code }) => code)]).toEqual(expected);
    if (timeout_ms > 60_000) expect(warnings[0]).toMatchObject({ field: 'timeout_ms', details: { asked: 60_001, in_force: 60_000 } });
  });

  test.each([
    [9, 'TIMEOUT_BELOW_MINIMUM'],
    [0, 'TIMEOUT_BELOW_MINIMUM'],
    [-1, 'INVALID_VALUE'],
    [10.5, 'INVALID_TYPE'],
    ['20', 'INVALID_TYPE'],
  ])('refuse the time %j', async (timeout_ms, code) => {
    const result = await run(call({ timeout_ms }));
    expect(codes(result)).toEqual([code]);
    if (code === 'TIMEOUT_BELOW_MINIMUM')
      expect(result.errors[0]).toMatchObject({ field: 'timeout_ms', expected: '≥ 10', got: String(timeout_ms), details: { minimum: 10 } });
  });

  it('name each place once, and warn of no time where none is given', async () => {
    expect(codes(await run(call({ arguments: { factor: () => 1 } })))).toEqual(['INVALID_TYPE']);
    expect(codes(await run(call({ arguments: 5 })))).toEqual(['INVALID_TYPE']);
    const untimed = await run(call({ timeout_ms: undefined }));
    expect([codes(untimed), untimed.warnings]).toEqual([['MISSING_REQUIRED_ARGUMENT'], []]);
  });

  it('want captures by id, and name those that are open', async () => {
    const result = await run(call({ capture_selection: {} }));
    expect(result.errors).toMatchObject([
      { code: 'MISSING_REQUIRED_ARGUMENT', field: 'capture_selection.capture_id', allowed: ['lab'], got: 'nothing' },
    ]);
    expect(result.errors[0]?.message).toContain('an open capture (lab), got nothing');
    expect((await run(call({ capture_selection: {} }), {}, { captures: [] })).errors[0]?.message).toContain('(none is open)');
    const many = Array.from({ length: 70 }, (_, at) => capture({ capture_id: `c${String(at)}` }));
    const [first] = (await run(call({ capture_selection: {} }), {}, { captures: many })).errors;
    expect(first?.allowed).toHaveLength(64);
    expect(first?.message).toContain('c6, c7), got');
  });

  it('ignore the selection of a tool that reads none, with a warning', async () => {
    const tool = multiplier({ scope: 'none', requires: [] });
    const warnings = async (capture_selection: object) =>
      (await run(call({ capture_selection }), {}, {}, tool)).warnings.map(({ code, field }) => [code, field]);
    expect(await warnings({ capture_id: 'gone' })).toEqual([['SELECTION_IGNORED', 'capture_selection']]);
    expect(await warnings({})).toEqual([]);
  });

  it('want columns that hold what the tool needs, by name', async () => {
    const tool = multiplier({ manifest: { columns: [{ argument: 'label', holds: 'number' }] } as never });
    const label = async (name: string, more: object = {}) => {
      const { errors } = await run(
        call({ arguments: { factor: 3, label: name, ...more } }),
        {},
        { captures: [capture({ columns: [...capture().columns, { name: 'text', type: 'VARCHAR' }] })] },
        tool,
      );
      return errors;
    };
    expect(await label('rssi')).toEqual([]);
    expect(await label('rsi')).toMatchObject([
      {
        code: 'INVALID_VALUE',
        field: 'arguments.label',
        message: 'arguments.label: expected a column of the selected captures, got "rsi"',
        expected: 'a column of the selected captures',
        got: 'rsi',
        allowed: ['rssi', 'ts_us', 'channel'],
      },
    ]);
    expect(await label('text')).toMatchObject([
      { message: 'arguments.label: expected a numeric column, got "text" of type VARCHAR', expected: 'a numeric column', got: 'text' },
    ]);
    expect(await label('rsi', { factor: 0 })).toMatchObject([{ field: 'arguments.factor' }]);
  });

  it('read a selection inside the arguments as if it stood beside them', async () => {
    const { capture_selection, ...rest } = call();
    const inside = (selection: unknown, outer = {}) => run({ ...rest, ...outer, arguments: { factor: 3, capture_selection: selection } });
    const lifted = await inside({ capture_id: 'gone' });
    expect(lifted.errors).toMatchObject([
      { field: 'arguments.capture_selection.capture_id', pointer: '/arguments/capture_selection/capture_id' },
    ]);
    expect((await inside(capture_selection, { capture_selection })).status).toBe('ok');
    const twice = await inside({ capture_ids: ['lab'] }, { capture_selection });
    expect(twice.errors).toMatchObject([{ code: 'INVALID_CAPTURE_SELECTION', field: 'capture_selection' }]);
    const both = await inside(capture_selection, { capture_selection: { capture_id: 'gone' } });
    expect(both.errors[0]?.field).toBe('capture_selection.capture_id');
    expect(both.warnings).toMatchObject([{ code: 'SELECTION_LIFTED', field: 'arguments.capture_selection' }]);
    const other = await inside(capture_selection, { timeout_ms: 'x' });
    expect(other.errors[0]?.field).toBe('timeout_ms');
  });

  test.each(['1.0', 'v1.0.0', '1.0.0-a', '', undefined])('want a whole version, not %j', async (tool_version) => {
    const result = await run(call({ tool_version }));
    expect(result.errors.map(({ field }) => field)).toEqual(['tool_version']);
    expect(codes(result)).not.toContain('UNSUPPORTED_TOOL_VERSION');
  });
});

describe('the line of a call in the journal', () => {
  const lineOf = async (given: unknown, change: BenchChange = {}, options: RunOptions = {}, tool = multiplier()) => {
    const { runner } = bench([tool], change);
    const { metadata } = await runner.run(given, options);
    return { line: runner.audit()[0], metadata };
  };

  it('says what was decided, about which tool, and which result it had', async () => {
    const { line, metadata } = await lineOf(call());
    expect(line).toMatchObject({ decision: 'allow', effect: 'read_only', tool_version: '1.0.0', result_hash: metadata.result_hash });
    expect((await lineOf(call(), profiled({ allowedTools: [] }))).line).toMatchObject({ decision: 'deny', attempts: 0, cached: false });
    expect((await lineOf(call({ tool_name: 'gone', tool_version: '7.0.0' }))).line).toMatchObject({
      decision: 'unknown',
      tool_name: 'gone',
      tool_version: '7.0.0',
      effect: '',
      schema_hash: '',
      risk: 0,
    });
  });

  it('keeps arguments only if they are those of the call and fit the tool', async () => {
    const changed = { approve: () => Promise.resolve({ kind: 'modified', by: 'Ada', arguments: { factor: 0 } } as const) };
    const { line } = await lineOf(call(), changed, { interactive: true }, multiplier({ manifest: changing }));
    expect(line).toMatchObject({ approval: 'modified' });
    expect(line).not.toHaveProperty('arguments');
    expect((await lineOf(call(), profiled({ allowedTools: [] }))).line?.arguments).toEqual({ factor: 3, mode: 'plain' });
    expect((await lineOf(call({ arguments: 5 }))).line).not.toHaveProperty('arguments');
  });
});

describe('the context of a call', () => {
  const UUID = '01234567-89ab-4def-8123-456789abcdef';
  const context = async (given: Record<string, unknown>, options: RunOptions = {}) => {
    const { runner } = bench();
    const result = await runner.run(call(given), options);
    return { ...runner.audit()[0], ...result.metadata, id: result.tool_call_id };
  };

  it('keeps ids that are UUIDs and makes others', async () => {
    const kept = await context({}, { context: { traceId: UUID, correlationId: UUID.toUpperCase() } });
    expect([kept.traceId, kept.correlationId]).toEqual([UUID, UUID.toUpperCase()]);
    for (const id of [
      `x${UUID}`,
      `${UUID}0`,
      UUID.replace('-4', '-9'),
      UUID.replace('-8123', '-7123'),
      UUID.replace('f', 'g'),
      UUID.replaceAll('-', ''),
    ])
      expect((await context({}, { context: { traceId: id } })).traceId).not.toBe(id);
    const made = await context({});
    expect(new Set([made.traceId, made.correlationId]).size).toBe(2);
  });

  it('names the call by its own id, else by that of the request, else by a new one', async () => {
    expect((await context({ tool_call_id: 'a.B_1:2-3' })).id).toBe('a.B_1:2-3');
    for (const wrong of ['', '.a', 'a b', 5]) expect((await context({ tool_call_id: wrong })).id).toBe('req-1');
    expect((await context({ tool_call_id: '.a', request_id: 'a b' })).id).toMatch(/^call-0{8}-/);
    expect((await context({ tool_call_id: 'x'.repeat(128) })).id).toHaveLength(128);
  });

  it('names who calls, and from where', async () => {
    expect(await context({}, { entry: 'page' })).toMatchObject({
      actor: 'user:local',
      agentId: 'page',
      agentVersion: '0.1.0',
      entry: 'page',
    });
    expect(await context({})).toMatchObject({ agentId: 'console', entry: 'console' });
    const agent = { context: { agent: { id: 'bot', version: '2' } } };
    expect(await context({}, agent)).toMatchObject({ actor: 'agent:bot', agentId: 'bot', agentVersion: '2' });
  });

  it('cuts names that are too long', async () => {
    const long = await context({ tool_name: '😀'.repeat(200), tool_version: '1'.repeat(100) });
    expect([[...(long.calledAs ?? '')].length, long.requestedVersion?.length]).toEqual([128, 64]);
  });
});

import { describe, expect, it, test } from 'vitest';
import { WorkbenchError } from '../../../../src/base/failure.ts';
import type { CallChange, ToolPolicy, ToolResult } from '../../../../src/tools/contract/index.ts';
import type { AnyTool } from '../../../../src/tools/definition.ts';
import type { RunnerParts, RunOptions } from '../../../../src/tools/runner/ports.ts';
import { lowest } from '../../../../src/tools/runner/settle.ts';
import { bench, call, capture, lookup, multiplier, sha256 } from '../../../support/tools.ts';

const answer = {
  status: 'ok' as const,
  summary: 'x',
  structured_output: { product: 1, labels: [] as string[] },
  warnings: [] as { code: string; message: string }[],
  confidence_inputs: { rows: 10 },
};
const answering = (outcome: unknown, more: Partial<AnyTool> = {}) =>
  multiplier({ ...more, run: () => (outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome)) } as never);
type BenchChange = Parameters<typeof bench>[1];
const run = (tool: AnyTool, change: BenchChange = {}, options: RunOptions = {}, given: Record<string, unknown> = call()) =>
  bench([tool], change).runner.run(given, options);
const said = ({ errors }: ToolResult) => errors.map(({ code, message }) => `${code}: ${message}`);

describe('an answer that breaks its promise is refused', () => {
  const promise = 'OUTPUT_INVALID: row_multiplier answered something else than its output_schema promises: ';
  test.each<[string, unknown, string]>([
    ['nothing', undefined, 'OUTPUT_INVALID: row_multiplier answered something that is no outcome'],
    ['another status', { ...answer, status: 'done' }, 'OUTPUT_INVALID: row_multiplier answered something that is no outcome'],
    ['no summary', { ...answer, summary: undefined }, 'OUTPUT_INVALID: row_multiplier answered something that is no outcome'],
    ['no warnings', { ...answer, warnings: undefined }, 'OUTPUT_INVALID: row_multiplier answered something that is no outcome'],
    ['no inputs', { ...answer, confidence_inputs: null }, 'OUTPUT_INVALID: row_multiplier answered something that is no outcome'],
    ['an error without errors', { status: 'error', errors: [] }, 'OUTPUT_INVALID: row_multiplier answered something that is no outcome'],
    ['an error without a list', { status: 'error', errors: 'x' }, 'OUTPUT_INVALID: row_multiplier answered something that is no outcome'],
    [
      'partial without a warning',
      { ...answer, status: 'partial' },
      `${promise}a partial result without a warning that says what is missing`,
    ],
    ['ok with errors', { ...answer, errors: [{ code: 'TIMEOUT', message: 'x' }] }, `${promise}errors beside status ok`],
    ['two files of one name', { ...answer, artifacts: [{ name: 'a' }, { name: 'b' }, { name: 'b' }] }, `${promise}two artifacts named "b"`],
    [
      'an unknown order',
      { ...answer, hints: { dependencies: [{ action: 'a', dependsOn: ['b'], type: 'required' }] } },
      `${promise}dependencies name a, which is not among the suggested actions`,
    ],
    ['an output of another shape', { ...answer, structured_output: 5 }, promise],
    [
      'an output that is no JSON',
      { ...answer, structured_output: { product: 1, labels: [undefined] } },
      `${promise}structured_output.labels[0]`,
    ],
  ])('%s', async (_, outcome, message) => {
    const [first, ...others] = said(await run(answering(outcome)));
    expect(first?.slice(0, message.length)).toBe(message);
    expect(others).toEqual([]);
  });

  it('where the envelope around it would not fit the contract', async () => {
    expect(said(await run(answering({ ...answer, confidence_inputs: { rows: [] } })))[0]).toMatch(
      /^OUTPUT_INVALID: the result does not fit the contract: /,
    );
  });

  it('and the cause is noted with the ids of the call', async () => {
    const { runner, notes } = bench([answering({ ...answer, structured_output: 5 })]);
    const { tool_call_id, metadata } = await runner.run(call());
    const failure = notes.find((note) => (note as { phase: string }).phase === 'failure');
    expect(failure).toMatchObject({ tool_call_id, traceId: metadata.traceId, error: { code: expect.any(String) as string } });
  });

  it('by a postcondition over output, arguments and rows', async () => {
    const postconditions = [
      {
        id: 'rows',
        description: 'It knows the rows.',
        holds: (output: { product: number }, args: { factor: number }, rows: { captures: readonly unknown[] }) =>
          output.product === args.factor * rows.captures.length,
      },
    ] as never;
    expect((await run(answering(answer, { postconditions }), {}, {}, call({ arguments: { factor: 1 } }))).status).toBe('ok');
    expect(said(await run(answering(answer, { postconditions })))).toEqual([
      `${promise}the postcondition rows does not hold: It knows the rows.`,
    ]);
  });

  it('when a rule of the tool throws, and the cause is only in the debug log', async () => {
    const broken = (): number => {
      throw new Error('inner secret');
    };
    const { runner, notes } = bench([answering(answer, { confidence: { method: 'm', compute: broken } })]);
    const result = await runner.run(call());
    expect(said(result)).toEqual(['OUTPUT_INVALID: row_multiplier could not judge its own answer']);
    expect(notes).toContainEqual(expect.objectContaining({ phase: 'failure', error: expect.any(Error) as unknown }));
    expect(JSON.stringify(result)).not.toContain('secret');
  });

  it('when it cannot be decided what may leave', async () => {
    const redaction = { allow: [5 as never] };
    const { runner, notes } = bench([answering(answer, { redaction })]);
    expect(said(await runner.run(call()))[0]).toMatch(/^REDACTION_FAILED: it could not be decided what of row_multiplier’s answer/);
    expect(notes).toContainEqual(expect.objectContaining({ phase: 'failure' }));
  });

  it('when it is larger than the policy allows, to the byte', async () => {
    const limited = (maxResultBytes: number) => ({
      adjust: (policy: ToolPolicy) => ({ ...policy, budgets: { ...policy.budgets, maxResultBytes } }),
    });
    const tool = answering({ ...answer, structured_output: { product: 1, labels: ['ä'] } });
    const bytes = new TextEncoder().encode('{"labels":["ä"],"product":1}').length;
    expect((await run(tool, limited(bytes))).status).toBe('ok');
    expect(said(await run(tool, limited(bytes - 1)))).toEqual([
      `RESULT_TOO_LARGE: the result has ${String(bytes)} bytes; the policy leaves this call ${String(bytes - 1)}: select fewer rows`,
    ]);
  });
});

describe('an error of a tool', () => {
  it('may be its own answer', async () => {
    const errors = [{ code: 'INSUFFICIENT_DATA', message: 'found 1 row' }];
    expect(said(await run(answering({ status: 'error', errors })))).toEqual(['INSUFFICIENT_DATA: found 1 row']);
  });

  test.each<[Error, string]>([
    [new Error('path /home'), 'EXECUTION_FAILED: the tool failed inside; nothing was changed by it and nothing of its answer is kept'],
    [new WorkbenchError('CAPTURE_NOT_READY', 'the file is being read'), 'CAPABILITY_UNAVAILABLE: the file is being read'],
    [new WorkbenchError('SQL_ERROR', 'no such column'), 'SQL_ERROR: no such column'],
    [new WorkbenchError('NO_SUCH_CODE', 'path /home'), 'EXECUTION_FAILED: the tool failed inside'],
    [new WorkbenchError('EXECUTION_FAILED', 'path /home'), 'EXECUTION_FAILED: the tool failed inside'],
  ])('%s is told as %s', async (thrown, message) => {
    expect(said(await run(answering(thrown)))).toEqual([message]);
  });

  it('has its place in a statement where that is known', async () => {
    const at = await run(answering(new WorkbenchError('SQL_ERROR', 'no such column', { position: 7 })));
    expect(at.errors[0]).toMatchObject({ offset: 7 });
    const nowhere = await run(answering(new WorkbenchError('SQL_ERROR', 'x', { position: '7' })));
    expect(nowhere.errors[0]).not.toHaveProperty('offset');
    expect(nowhere.errors[0]).not.toHaveProperty('field');
  });

  test.each([
    ['ENGINE_LOST', 'the query engine was restarted during the call; repeat the call'],
    ['WORKER_LOST', 'a compute worker was restarted during the call; repeat the call'],
  ])('%s starts a read-only tool a second time and no third', async (code, message) => {
    let starts = 0;
    const tool = (effect: object, heals: boolean) =>
      multiplier({
        manifest: effect,
        run: () => {
          starts += 1;
          return heals && starts === 2 ? Promise.resolve(answer) : Promise.reject(new WorkbenchError(code, 'lost'));
        },
      });
    const { runner, clock } = bench([tool({}, false)]);
    clock.move(5);
    const result = await runner.run(call());
    expect(said(result)).toEqual([`SYSTEM_ERROR: ${message}`]);
    expect(result.metadata.toolTime).toBe(0);
    expect([starts, runner.audit()[0]?.attempts]).toEqual([2, 2]);
    starts = 0;
    expect((await run(tool({}, true))).status).toBe('ok');
    starts = 0;
    const changing = { effect: 'state_change', category: 'mutation' };
    await run(tool(changing, false), { approve: () => Promise.resolve({ kind: 'approved', by: 'Ada' }) }, { interactive: true });
    expect(starts).toBe(1);
  });

  it('may be that other rows are behind the id of a capture, before or after it ran', async () => {
    let now = capture();
    const captures = { get: () => now, list: () => [now] };
    const swapping = multiplier({
      run: () => {
        now = capture({ sha256: 'b'.repeat(64) });
        return Promise.resolve(answer);
      },
    });
    const other = 'INVALID_CAPTURE_SELECTION: lab: expected the rows that the call was checked against, found others under this id';
    expect(said(await run(swapping, { capabilities: { captures } }))[0]).toContain(other);
    let gone = false;
    const closing = multiplier({
      run: () => {
        gone = true;
        return Promise.resolve(answer);
      },
    });
    const closed = { get: () => (gone ? undefined : capture()), list: () => [capture()] };
    expect((await run(closing, { capabilities: { captures: closed } })).status).toBe('ok');
  });
});

describe('a call that is stopped', () => {
  it('before it starts does not start', async () => {
    let started = false;
    const tool = multiplier({
      run: () => {
        started = true;
        return Promise.resolve(answer);
      },
    });
    expect(said(await run(tool, {}, { signal: AbortSignal.abort() }))).toEqual(['CANCELLED: the call was cancelled before it was done']);
    expect(started).toBe(false);
  });

  it('at its time limit says the limit, and reports no progress after its end', async () => {
    const seen: unknown[] = [];
    let late: (() => void) | undefined;
    const tool = multiplier({
      run: (_args, _context, { progress }) => {
        progress({ phase: 'a', done: 1, total: 2, unit: 'steps' });
        late = () => {
          progress({ phase: 'b', done: 2, total: 2, unit: 'steps' });
        };
        return new Promise(() => undefined);
      },
    });
    const { runner, clock } = bench([tool]);
    const running = runner.run(call({ timeout_ms: 40 }), { onProgress: (progress) => seen.push(progress) });
    await new Promise((resolve) => setImmediate(resolve));
    clock.move(40);
    const result = await running;
    late?.();
    expect(said(result)).toEqual(['TIMEOUT: the call was stopped after its limit of 40 ms']);
    expect(result.errors[0]).toMatchObject({ field: 'timeout_ms', details: { timeout_ms: 40 } });
    expect(result.metadata).toMatchObject({ executionTime: 40, toolTime: 40, startedAtMs: clock.now() - 40, endedAtMs: clock.now() });
    expect(seen).toEqual([{ phase: 'a', done: 1, total: 2, unit: 'steps' }]);
    expect(Object.isFrozen(seen[0])).toBe(true);
  });

  it('stops the work that its tool left running, and listens to its signal no longer', async () => {
    let signal: AbortSignal | undefined;
    const tool = multiplier({
      run: (_args, _context, capabilities) => {
        signal = capabilities.signal;
        return Promise.resolve(answer);
      },
    });
    const controller = new AbortController();
    expect((await run(tool, {}, { signal: controller.signal })).status).toBe('ok');
    expect(signal?.aborted).toBe(true);
    controller.abort();
    expect((signal?.reason as Error).message).toBe('the call ended');
  });

  it('reports no progress of a tool that does not stream', async () => {
    const constraints = { max_timeout_ms: 60_000, max_payload_bytes: 4096, supports_streaming: false };
    const { runner, events } = bench([multiplier({ manifest: { execution_constraints: constraints } })]);
    await runner.run(call());
    expect(events.map(({ type }) => type)).toEqual(['tool-start', 'tool-result', 'audit']);
  });
});

describe('the result', () => {
  it('carries the files of the answer where there is a place for them', async () => {
    const bytes = new TextEncoder().encode('abc');
    const tool = answering({ ...answer, artifacts: [{ name: 'a.txt', mime_type: 'text/plain', bytes }] });
    expect((await run(tool)).artifacts).toEqual([]);
    const stored: unknown[] = [];
    const storeArtifact: RunnerParts['storeArtifact'] = (draft) => {
      stored.push(draft.name);
      return Promise.resolve(`blob:${draft.name}`);
    };
    const result = await run(tool, { storeArtifact });
    expect(result.artifacts).toEqual([
      { name: 'a.txt', mime_type: 'text/plain', sha256: await sha256('abc'), bytes: 3, uri: 'blob:a.txt' },
    ]);
    expect(stored).toEqual(['a.txt']);
  });

  it('is the error of the place where a file of the answer cannot be stored', async () => {
    const tool = answering({ ...answer, artifacts: [{ name: 'a.txt', mime_type: 'text/plain', bytes: new Uint8Array(1) }] });
    const failing = (error: Error) => run(tool, { storeArtifact: () => Promise.reject(error) });
    expect(said(await failing(new WorkbenchError('DESTINATION_DENIED', 'a.txt may not be written')))).toEqual([
      'DESTINATION_DENIED: a.txt may not be written',
    ]);
    expect(said(await failing(new Error('lost')))).toEqual(['WRITE_FAILED: a file of the answer could not be stored']);
  });

  test.each([
    [0.5, 0.5],
    [7, 1],
    [-1, 0],
    [NaN, 0],
    [Infinity, 0],
  ])('clips the confidence %d to %d', async (value, clipped) => {
    const result = await run(answering(answer, { confidence: { method: 'm@1', compute: () => value } }));
    expect([result.confidence, result.confidence_basis]).toEqual([clipped, { method: 'm@1', inputs: { rows: 10 } }]);
  });

  it('says what repairs left out of the request, and lists all of them', async () => {
    const change = (more: Partial<CallChange>): CallChange => ({
      field: 'arguments.label',
      pointer: '/arguments/label',
      why: 'it is unknown',
      class: 'lossless',
      ...more,
    });
    const repairs = [
      change({}),
      change({ class: 'choice' }),
      change({ class: 'loss', before: 'x' }),
      change({ class: 'loss', field: '', pointer: '', before: 1, after: 2 }),
    ];
    const result = await run(multiplier(), {}, { repairs });
    expect(result.warnings).toStrictEqual([
      {
        code: 'REQUEST_REDUCED',
        message: 'arguments.label was changed before the call ran, so the answer covers less than was asked: it is unknown',
        field: 'arguments.label',
        details: { pointer: '/arguments/label', before: 'x' },
      },
      {
        code: 'REQUEST_REDUCED',
        message: 'the call was changed before the call ran, so the answer covers less than was asked: it is unknown',
        details: { pointer: '', before: 1, after: 2 },
      },
    ]);
    expect(result.metadata.repairs).toEqual(repairs);
    expect((await run(multiplier(), {}, { repairs: [] })).metadata).not.toHaveProperty('repairs');
    expect((await run(multiplier())).warnings).toEqual([]);
  });

  it('lists the captures that were read, and 512 warnings at most', async () => {
    const two = { captures: lookup([capture(), capture({ capture_id: 'b', sha256: 'b'.repeat(64) })]) };
    const both = call({ capture_selection: { capture_ids: ['lab', 'b'] } });
    const captures = async (outcome: object) => (await run(answering(outcome), { capabilities: two }, {}, both)).metadata.captures;
    expect(await captures(answer)).toEqual([
      { capture_id: 'lab', sha256: 'a'.repeat(64) },
      { capture_id: 'b', sha256: 'b'.repeat(64) },
    ]);
    expect(await captures({ ...answer, reads: ['b'] })).toEqual([{ capture_id: 'b', sha256: 'b'.repeat(64) }]);
    const warnings = Array.from({ length: 600 }, () => ({ code: 'W', message: 'w' }));
    const many = await run(answering({ ...answer, warnings }));
    expect([many.status, many.warnings.length, many.agentHints.warnings?.length]).toEqual(['ok', 512, 128]);
  });

  it('of a partial answer has its errors, none of them fatal', async () => {
    const partial = {
      ...answer,
      status: 'partial',
      warnings: [{ code: 'W', message: 'w' }],
      errors: [{ code: 'TIMEOUT', message: 'x', fatal: true }],
    };
    const result = await run(answering(partial));
    expect(result).toMatchObject({
      status: 'partial',
      ok: true,
      errors: [{ code: 'TIMEOUT', fatal: false }],
      metadata: { error_count: 0 },
    });
    expect(result).not.toHaveProperty('errorCode');
  });

  it('is summed up by its first error and their number', async () => {
    const broken = await run(multiplier(), {}, {}, call({ arguments: { factor: 0, label: '' } }));
    expect(broken.summary).toMatch(/^The call failed with 2 errors; the first: /);
    expect(broken.metadata.error_count).toBe(2);
    const one = await run(multiplier(), {}, {}, call({ arguments: { factor: 0 } }));
    expect(one.summary).toBe(`The call failed: ${one.errors[0]?.message ?? ''}`);
    expect(one).toMatchObject({ errorCode: 'validation', ok: false, artifacts: [], confidence_basis: { method: 'no_result', inputs: {} } });
    expect(one).not.toHaveProperty('data');
  });

  it('trusts captures least, and as little as what its arguments were made of', async () => {
    expect((await run(multiplier())).metadata.trust).toBe('untrusted');
    const none = multiplier({ scope: 'none', requires: [] });
    const plain = call({ capture_selection: {} });
    const trust = (await run(none, {}, {}, plain)).metadata.trust;
    expect(['semi', 'trusted']).toContain(trust);
    expect((await run(none, {}, { trust: 'untrusted' }, plain)).metadata.trust).toBe('untrusted');
    expect([lowest([]), lowest(['trusted']), lowest(['trusted', 'semi']), lowest(['semi', 'untrusted', 'trusted'])]).toEqual([
      'trusted',
      'trusted',
      'semi',
      'untrusted',
    ]);
  });

  it('has measures and the kernels where there are some', async () => {
    const kernels = { build: { sha256: 'k'.repeat(64) } } as never;
    const result = await run(answering({ ...answer, measures: { n: 1 } }), { capabilities: { captures: lookup([capture()]), kernels } });
    expect(result.metadata).toMatchObject({ kernels_sha256: 'k'.repeat(64) });
    expect((await run(multiplier())).metadata).not.toHaveProperty('kernels_sha256');
  });
});

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLISHED } from '../../../.ci/workbench-types.mjs';
import { Activities } from '../../../src/core/activities.ts';
import { runReplay, writeReplay, type ReplayDependencies } from '../../../src/core/calls/replays.ts';
import { Merges } from '../../../src/core/captures/merges.ts';
import { NO_SCAN } from '../../../src/live/service.ts';
import { combine } from '../../../src/merge/combine.ts';
import { NO_RADIO, preflight } from '../../../src/live/preflight.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { lintUnknown } from '../../../src/tools/lint/lint.ts';
import { runPlan } from '../../../src/tools/plan/plan.ts';
import { repair } from '../../../src/tools/repair/repair.ts';
import type { RunnerEvent } from '../../../src/tools/runner/ports.ts';
import { decode } from '../../../src/wire/decode.ts';
import { encode } from '../../../src/wire/encode.ts';
import { DIALECTS } from '../../../src/wire/record.ts';
import { scoreTranscript } from '../../../src/wire/score.ts';
import { programOf } from '../../support/compile.ts';
import { declaredTypes } from '../../support/declared.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';
import { runExamples } from '../../support/tool-examples.ts';
import { countingIds } from '../../support/tools.ts';
import { openAiChatMessages, openAiChatStream } from '../../support/transcripts.ts';

const FILE = '/user/workbench.d.ts';
const program = programOf({ [FILE]: readFileSync(PUBLISHED, 'utf8') });
const undeclared = declaredTypes(program, FILE);

let bench: NodeWorkbench;
let capture: CaptureInfo;
const events: RunnerEvent[] = [];
const runs: { invocation: unknown; result: ToolResult }[] = [];
let call: (more: object) => Record<string, unknown>;

/** Fails with the places of a value that the published type does not declare. */
const expectDeclared = (value: unknown, name: string): void => {
  expect(value, name).toBeDefined();
  expect([...new Set(undeclared(value, name).map((fault) => fault.replaceAll(/\[\d+\]/g, '[]')))]).toEqual([]);
};

const dependenciesOf = (): ReplayDependencies => ({
  runner: bench.runner,
  runs,
  build: { app_version: '0.1.0', kernels_sha256: '' },
  opened: bench.captures,
  merges: { kept: () => [], merge: () => Promise.reject(new Error('no merges')) },
  files: bench.captures,
  open: () => Promise.reject(new Error('no files')),
});

beforeAll(async () => {
  bench = await nodeWorkbench();
  capture = await bench.openFile('public/samples/chamber_four_phones.pcapng');
  bench.runner.on('*', (event) => events.push(event));
  let serial = 0;
  call = (more) => ({
    tool_name: 'capture_query',
    tool_version: '1.2.0',
    capture_selection: { capture_id: capture.capture_id },
    arguments: { sql: `SELECT count(*) AS n FROM ${capture.capture_id}` },
    request_id: `req-${String(++serial)}`,
    timeout_ms: 60_000,
    ...more,
  });
  const overview = { tool_name: 'capture_overview', tool_version: '1.0.0', arguments: {} };
  const invocations = [
    call({}),
    call(overview),
    call({ arguments: { sql: 'SELECT' } }),
    call({ capture_selection: { capture_id: 'chamber' } }),
    call({ arguments: { sq: 1 } }),
  ];
  for (const invocation of invocations) runs.push({ invocation, result: await bench.runner.run(invocation) });
});
afterAll(() => bench.close());

describe('the published types declare every member of', () => {
  it('the result of every tool and version, and its manifest', async () => {
    const results = await runExamples(catalog.map((tool) => ({ ...tool, examples: tool.examples.slice(0, 1) })));
    expect(results).toHaveLength(catalog.length);
    for (const { result } of results) expectDeclared(result, 'ToolResult');
    for (const manifest of bench.runner.catalog()) expectDeclared(manifest, 'ToolManifest');
  });

  it('failed results and reports of validation', async () => {
    expect(runs.map(({ result }) => result.status)).toEqual(['ok', 'ok', 'error', 'error', 'error']);
    for (const { invocation, result } of runs) {
      expectDeclared(result, 'ToolResult');
      expectDeclared(await bench.runner.validate(invocation), 'ValidationReport');
    }
  });

  it('the journal, its verdict, the policy, metrics and events', async () => {
    for (const entry of bench.runner.audit()) expectDeclared(entry, 'AuditEntry');
    expectDeclared(await bench.runner.verifyAudit(bench.runner.auditHead()), 'AuditVerdict');
    expectDeclared(await bench.runner.verifyAudit('1'.repeat(64)), 'AuditVerdict');
    const policy = bench.runner.policy();
    const { format: _, version: __, agents: ___, ...profile } = policy;
    expectDeclared({ ...policy, agents: { bot: profile } }, 'ToolPolicy');
    for (const metrics of bench.runner.metrics()) expectDeclared(metrics, 'ToolMetrics');
    expect(new Set(events.map(({ type }) => type))).toEqual(new Set(['tool-start', 'tool-progress', 'tool-result', 'audit']));
    for (const event of events) expectDeclared(event, 'WorkbenchEvent');
  });

  it('plans, repairs and lint findings', async () => {
    const { tool_name, tool_version, arguments: args, timeout_ms } = call({});
    const plan = {
      format: 'capture-workbench/plan',
      version: 1,
      steps: [
        {
          id: 'count',
          for_each: 'captures',
          invocation: { tool_name, tool_version, capture_selection: {}, arguments: args, request_id: 'a', timeout_ms },
        },
        { id: 'again', needs: ['count'], invocation: call({ capture_selection: { capture_id: 'chamber_four_phone' } }) },
      ],
    };
    expectDeclared(plan, 'PlanDocument');
    const parts = { runner: bench.runner, registry: bench.parts.registry, captures: bench.captures, ids: countingIds() };
    const report = await runPlan(plan, parts);
    expectDeclared(report, 'PlanReport');
    expect(report.steps.some(({ repaired }) => repaired !== undefined)).toBe(true);
    expect(report.tables[0]?.rows).toHaveLength(1);
    expectDeclared(await runPlan('no plan', parts), 'PlanReport');
    const failed = runs.at(-2);
    expectDeclared(repair(failed?.invocation, failed?.result, { ...parts, catalog: bench.runner.catalog() }), 'Repaired');
    for (const finding of lintUnknown({ name: 'x' }, bench.runner.catalog())) expectDeclared(finding, 'LintFinding');
  });

  it('replays', async () => {
    const bundle = JSON.parse(await (await writeReplay(dependenciesOf(), 'Calls', new Set())).text()) as object;
    expectDeclared(await runReplay(bundle, dependenciesOf(), {}), 'ReplayReport');
    expectDeclared(await runReplay({}, dependenciesOf(), {}), 'ReplayReport');
  });

  it('captures, their problems, queries and merges', async () => {
    const table = await bench.open(new TextEncoder().encode('time;value\n2026-04-03 08:00:00;1\n2026-04-03 08:00:01;2\n'), 'table.csv');
    const cut = new Uint8Array(readFileSync('public/samples/chamber_four_phones.pcapng').subarray(0, 5_000));
    const broken = await bench.open(cut, 'broken.pcapng');
    for (const info of [capture, table, broken]) expectDeclared(info, 'CaptureInfo');
    const problems = bench.captures.problems(broken.capture_id);
    expect(problems.rows).not.toEqual([]);
    for (const problem of problems.rows) expectDeclared(problem, 'Problem');
    expectDeclared(await bench.engine.query(`SELECT * FROM ${capture.capture_id} LIMIT 3`), 'QueryResult');
    const merges = new Merges(
      bench.engine,
      bench.captures,
      () => undefined,
      (sensors) => Promise.resolve(combine(sensors)),
    );
    expectDeclared(await merges.merge([capture.capture_id, broken.capture_id], {}), 'MergeInfo');
  });

  it('other dialects', () => {
    const tools = bench.runner.catalog();
    for (const dialect of DIALECTS) expectDeclared(encode(dialect, tools, { results: runs.map(({ result }) => result) }), 'Encoded');
    for (const transcript of [openAiChatMessages, openAiChatStream]) {
      expectDeclared(decode('openai-chat', transcript, tools), 'Decoded');
      expectDeclared(scoreTranscript('openai-chat', transcript, { calls: [{ tool: 'capture_query' }] }, tools), 'Score');
    }
  });

  it('keys, activities and live scans', async () => {
    await bench.keys.add('mine', '0123456789abcdef0123456789abcdef');
    for (const key of bench.keys.list()) expectDeclared(key, 'KeyName');
    const activities = new Activities((list) => {
      expectDeclared({ type: 'activity', activities: list }, 'WorkbenchEvent');
    });
    await activities
      .run('Reading', {}, ({ onProgress }) => {
        onProgress({ phase: 'reading', done: 1, total: 2, unit: 'bytes', rows: 1 });
        return Promise.reject(new Error('no file'));
      })
      .catch(() => undefined);
    expectDeclared(NO_SCAN, 'LiveStatus');
    for (const line of preflight({ ...NO_RADIO, secure: true })) expectDeclared(line, 'Preflight');
  });
});

it('an undeclared member, a missing member and a wrong value are detected', () => {
  const problem = { offset: 0, record: 1, code: 'X', message: '' };
  expect(undeclared(problem, 'Problem')).toEqual([]);
  expect(undeclared({ ...problem, more: 1 }, 'Problem')).toEqual(['Problem.more is not declared']);
  expect(undeclared({ offset: 0, record: 1, code: 'X' }, 'Problem')).toEqual(['Problem.message is absent']);
  expect(undeclared({ ...problem, code: 1 }, 'Problem')).toEqual(['Problem.code: 1 is no string']);
});

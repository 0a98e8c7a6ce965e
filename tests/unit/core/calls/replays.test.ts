import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runReplay, writeReplay, type ReplayDependencies } from '../../../../src/core/calls/replays.ts';
import { Merges } from '../../../../src/core/captures/merges.ts';
import { combine } from '../../../../src/merge/combine.ts';
import { analyzerOutput } from '../../../../src/answers/analyzer/model.ts';
import { tablesOf } from '../../../../src/answers/statistics/tables.ts';
import { canonicalJson } from '../../../../src/base/canonical.ts';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { createRunner } from '../../../../src/tools/runner/runner.ts';
import type { ReplayBundle } from '../../../../src/tools/contract/replay.ts';
import { fixture } from '../../../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { sha256 } from '../../../support/tools.ts';

const SAMPLE = new Uint8Array(readFileSync('public/samples/chamber_four_phones.pcapng'));
const NAME = 'chamber_four_phones.pcapng';

let here: NodeWorkbench;
let elsewhere: NodeWorkbench;
const runs: { invocation: unknown; result: ToolResult }[] = [];

/** One set of views for each workbench. */
const views = new WeakMap<NodeWorkbench, Merges>();
function mergesOf(bench: NodeWorkbench): Merges {
  const made =
    views.get(bench) ??
    new Merges(
      bench.engine,
      bench.captures,
      () => undefined,
      (sensors) => Promise.resolve(combine(sensors)),
    );
  views.set(bench, made);
  return made;
}

const dependenciesOf = (bench: NodeWorkbench): ReplayDependencies => ({
  runner: bench.runner,
  runs,
  build: { app_version: '0.1.0', kernels_sha256: '' },
  opened: bench.captures,
  merges: mergesOf(bench),
  files: bench.captures,
  open: async (file) => bench.open(new Uint8Array(await file.arrayBuffer()), file.name),
});

let made: ReplayBundle;
beforeAll(async () => {
  [here, elsewhere] = [await nodeWorkbench(), await nodeWorkbench()];
  await here.open(SAMPLE, NAME);
  const key = await here.keys.add('mine', '0123456789abcdef0123456789abcdef');
  for (const sql of ['SELECT count(*) AS n FROM chamber_four_phones', 'SELECT avg(rssi) AS mean FROM chamber_four_phones']) {
    const invocation = {
      tool_name: 'capture_query',
      tool_version: '1.2.0',
      capture_selection: { capture_id: 'chamber_four_phones' },
      arguments: { sql },
      request_id: `req-${String(runs.length)}`,
      timeout_ms: 60_000,
    };
    runs.push({ invocation, result: await here.runner.run(invocation) });
  }
  const blob = await writeReplay(dependenciesOf(here), 'Two questions', new Set(['chamber_four_phones']));
  const text = await blob.text();
  expect(text).not.toContain(key.connection_id);
  expect(text).not.toContain('0123456789abcdef0123456789abcdef');
  made = JSON.parse(text) as ReplayBundle;
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
});

type Path = readonly (string | number)[];

/** The bundle as version 1 wrote it, with one place changed, and a digest that fits it. */
async function changed(path: Path, value: unknown): Promise<unknown> {
  const { seal: ___, ...unsealed } = structuredClone(made) as ReplayBundle & Record<string, unknown>;
  const bundle: ReplayBundle & Record<string, unknown> = { ...unsealed, version: 1 };
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => Reflect.get(at as object, step), bundle);
  Reflect.set(holder as object, path.at(-1) ?? '', value);
  const { content_sha256: _, ...body } = bundle;
  const captures = bundle.captures.map(({ content: __, ...rest }) => rest);
  return { ...bundle, content_sha256: await sha256(new TextEncoder().encode(canonicalJson({ ...body, captures }))) };
}

test('a bundle with its capture gives the same results on another page, even if the file has another name there', async () => {
  const report = await runReplay(new Blob([JSON.stringify(made)]), dependenciesOf(elsewhere), {});
  expect(report).toMatchObject({ status: 'same', errors: [], notes: [], first_difference: null });
  expect(report.calls.map(({ state }) => state)).toEqual(['same', 'same']);
  expect(elsewhere.runner.audit().map(({ entry, cached }) => [entry, cached])).toEqual([
    ['replay', false],
    ['replay', false],
  ]);
  const renamed = await nodeWorkbench();
  await renamed.open(SAMPLE, 'other_name.pcapng');
  expect(await runReplay(made, dependenciesOf(renamed), {})).toMatchObject({ status: 'same' });
  expect(renamed.captures.list()).toHaveLength(1);
  await renamed.close();
});

test('the report names the first difference: the call, the path, and what was expected and found', async () => {
  const other = await changed(['calls', 1, 'invocation', 'arguments', 'sql'], 'SELECT min(rssi) AS mean FROM chamber_four_phones');
  const report = await runReplay(other, { ...dependenciesOf(here), build: { app_version: '9.9.9', kernels_sha256: '' } }, {});
  expect(report.status).toBe('different');
  expect(report.first_difference).toMatchObject({ step: 1, id: 'call-2', path: 'structured_output.columns[0].type' });
  expect(report.summary).toMatch(/1 of 2 calls gave the same result; call 2 differs first at structured_output/);
  expect(report.notes).toEqual(['written by version 0.1.0, replayed by 9.9.9']);
});

test.each<[string, Path, unknown, string, string]>([
  ['of a newer version', ['version'], 3, 'INVALID_VALUE', 'version'],
  ['that is something else', ['format'], 'x', 'INVALID_VALUE', 'format'],
  ['with a result that answers no call', ['results', 1, 'id'], 'nobody', 'ORPHAN_RESULT', 'results[1].id'],
  ['with one result twice', ['results', 1, 'id'], 'call-1', 'INVALID_VALUE', 'results[1].id'],
  ['with a key too many', ['secret'], 1, 'UNKNOWN_ARGUMENT', 'secret'],
  ['whose result was changed', ['results', 0, 'result', 'summary'], 'Lies.', 'TAMPERED_BUNDLE', 'results[0].result.metadata.result_hash'],
])('a bundle %s is refused and nothing of it runs', async (_what, path, value, code, field) => {
  const lines = here.runner.audit().length;
  const report = await runReplay(await changed(path, value), dependenciesOf(here), {});
  expect(report.status).toBe('refused');
  expect(report.errors[0]).toMatchObject({ code, field });
  expect(here.runner.audit()).toHaveLength(lines);
});

test('any change after writing is detected', async () => {
  const report = await runReplay({ ...made, name: 'Other' }, dependenciesOf(here), {});
  expect(report.errors).toMatchObject([{ code: 'TAMPERED_BUNDLE', field: 'content_sha256' }]);
});

test('a bundle with a recomputed digest but not seal is rejected; one of version 1 needs no seal', async () => {
  const { content_sha256 } = (await changed(['name'], 'Other')) as ReplayBundle;
  const report = await runReplay({ ...made, version: 1, name: 'Other', content_sha256 }, dependenciesOf(here), {});
  expect(report).toMatchObject({ status: 'refused' });
  expect(report.errors.map(({ code, field }) => [code, field])).toContainEqual(['TAMPERED_BUNDLE', 'name']);
  expect(await runReplay(await changed(['name'], 'Other'), dependenciesOf(here), {})).toMatchObject({ status: 'same' });
});

test('a capture that differs by one byte, is missing or is not gzip affects only its own calls', async () => {
  const empty = await nodeWorkbench();
  const other = SAMPLE.slice();
  other[other.length - 20] = (other[other.length - 20] ?? 0) ^ 1;
  const packed = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> =>
    Buffer.from(await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer()).toString('base64');
  const [reference] = made.captures;
  // Version 1 has no seal, and its digest is not over the contents of files.
  const attempts: [unknown, string][] = [
    [await changed(['captures'], [{ ...reference, content: await packed(other) }]), 'CAPTURE_DIFFERS'],
    [await changed(['captures'], [{ ...reference, content: undefined }]), 'CAPTURE_MISSING'],
    [await changed(['captures'], [{ ...reference, content: 'AAAA' }]), 'CAPTURE_UNREADABLE'],
    [await changed(['captures'], [{ ...reference, content: await packed(new Uint8Array(SAMPLE.length * 2)) }]), 'CAPTURE_UNREADABLE'],
  ];
  for (const [bundle, code] of attempts) {
    const report = await runReplay(bundle, dependenciesOf(empty), {});
    expect(report).toMatchObject({ status: 'incomplete', errors: [{ code, field: 'captures[0]' }] });
    expect(report.calls.map(({ state }) => state)).toEqual(['not_run', 'not_run']);
  }
  await empty.open(other, NAME);
  expect((await runReplay(attempts[1]?.[0], dependenciesOf(empty), {})).errors[0]?.code).toBe('CAPTURE_DIFFERS');
  await empty.close();
});

test('text that is not JSON, and a bundle without calls, are reported as errors', async () => {
  await expect(runReplay(new Blob(['{']), dependenciesOf(here), {})).rejects.toThrow('expected a replay bundle (JSON)');
  await expect(writeReplay({ ...dependenciesOf(here), runs: [] }, '', new Set())).rejects.toThrow('run one first');
  expect(await runReplay(null, dependenciesOf(here), {})).toMatchObject({ status: 'refused' });
});

test('a merged view is built again from its files; reproducible failures fail again, others are not in the bundle', async () => {
  const [made, fresh] = [await nodeWorkbench(), await nodeWorkbench()];
  const files = ['mitll/anechoic_ubertooth_90.pcapng', 'mitll/anechoic_nrf52_90.pcapng'].map(fixture);
  /** Files and views as one list, as the page has it. */
  const withRuns = (bench: NodeWorkbench, own: ReplayDependencies['runs'] = []): ReplayDependencies => {
    const list = () => [
      ...bench.captures.list(),
      ...mergesOf(bench)
        .list()
        .map(({ capture }) => capture),
    ];
    const opened = { list, get: (id: string) => list().find((each) => each.capture_id === id) };
    const runner = createRunner({ ...bench.parts, capabilities: { ...bench.parts.capabilities, captures: opened } });
    return { ...dependenciesOf(bench), runs: own, opened, runner };
  };
  const ids = [];
  for (const file of files) ids.push((await made.openFile(file)).capture_id);
  await mergesOf(made).merge(ids, { name: 'scene' });
  const own: { invocation: unknown; result: ToolResult }[] = [];
  const here = withRuns(made, own);
  let asked = 0;
  const ask = (sql: string, more: object = {}) => ({
    tool_name: 'capture_query',
    tool_version: '1.2.0',
    capture_selection: { capture_id: 'scene' },
    arguments: { sql },
    request_id: `req-${String(++asked)}`,
    timeout_ms: 60_000,
    ...more,
  });
  const write = { tool_name: 'capture_export', tool_version: '1.3.0', arguments: { format: 'csv', file_name: 'out' } };
  for (const [invocation, options] of [
    [ask('SELECT count(*) AS n, count(*) FILTER (duplicate) AS twice FROM scene')],
    [ask('SELECT count(rsssi) FROM scene')],
    [ask('SELECT 1', { capture_selection: { capture_id: 'nowhere' } })],
    [ask('SELECT count(*) FROM scene'), { signal: AbortSignal.abort() }],
    [ask('', write), { interactive: true }],
  ] as const)
    own.push({ invocation, result: await here.runner.run(invocation, options) });
  expect(own.map(({ result }) => result.errors[0]?.code ?? 'ok')).toEqual([
    'ok',
    'SQL_ERROR',
    'INVALID_CAPTURE_SELECTION',
    'CANCELLED',
    'ok',
  ]);

  const bundle = JSON.parse(await (await writeReplay(here, '', new Set(ids))).text()) as ReplayBundle;
  expect(bundle.captures.map(({ capture_id, content }) => [capture_id, typeof content])).toEqual(ids.map((id) => [id, 'string']));
  expect(bundle.merges).toMatchObject([{ capture_id: 'scene', captures: mergesOf(made).kept()[0]?.captures }]);
  const report = await runReplay(bundle, withRuns(fresh), {});
  expect(report.errors).toEqual([]);
  expect(report.calls.map(({ tool_name, state, reason }) => [tool_name, state, reason])).toEqual([
    ['capture_query', 'same', null],
    ['capture_query', 'same', null],
    ['capture_query', 'same', null],
    ['capture_export', 'not_run', 'capture_export is not read-only, so a replay does not run it'],
  ]);
  expect(report.status).toBe('incomplete');

  // A namesake that was made otherwise stays, and the view of the bundle stands beside it.
  await mergesOf(fresh).merge(ids, { name: 'scene', offsets_us: { [ids[1] ?? '']: 5_000_000 } });
  expect((await runReplay(bundle, withRuns(fresh), {})).calls[0]?.state).toBe('same');
  expect(
    mergesOf(fresh)
      .list()
      .map(({ capture }) => capture.capture_id),
  ).toEqual(['scene', 'scene_again']);

  const one = JSON.parse(
    await (await writeReplay(here, '', new Set(), new Set([own[1]?.result.tool_call_id ?? '']))).text(),
  ) as ReplayBundle;
  expect(one.calls.map(({ invocation }) => invocation['arguments'])).toEqual([{ sql: 'SELECT count(rsssi) FROM scene' }]);
  await expect(writeReplay(here, '', new Set(), new Set([own[3]?.result.tool_call_id ?? '']))).rejects.toThrow('run one first');
  await made.close();
  await fresh.close();
});

test('results that depend on the time or on missing keys are left out with the reason; their failures are reproduced', async () => {
  const bench = await nodeWorkbench();
  await bench.open(SAMPLE, NAME);
  const { connection_id } = await bench.keys.add('mine', '0123456789abcdef0123456789abcdef');
  const own: typeof runs = [];
  const call = async (tool_name: string, more: object, connection?: string): Promise<void> => {
    const invocation = {
      tool_name,
      tool_version: '1.0.0',
      arguments: {},
      request_id: `own-${String(own.length)}`,
      timeout_ms: 5000,
      ...more,
    };
    const context = connection === undefined ? {} : { context: { connection_id: connection } };
    own.push({ invocation, result: await bench.runner.run(invocation, context) });
  };
  const capture_selection = { capture_id: 'chamber_four_phones' };
  await call('get_current_time', { capture_selection: {} });
  await call('get_current_time', { capture_selection: {}, arguments: { zone: 5 } });
  await call('resolvable_address_resolver', { capture_selection }, connection_id);
  await call('resolvable_address_resolver', { capture_selection });
  await call('resolvable_address_resolver', { capture_selection, arguments: { nothing: 1 } }, connection_id);
  await call('resolvable_address_resolver', { capture_selection }, 'key-of-nobody');
  expect(own.map(({ result }) => result.errors[0]?.code ?? 'ok')).toEqual([
    'ok',
    'UNKNOWN_ARGUMENT',
    'ok',
    'MISSING_CONNECTION',
    'UNKNOWN_ARGUMENT',
    'CONNECTION_DENIED',
  ]);

  const bundle: unknown = JSON.parse(await (await writeReplay({ ...dependenciesOf(bench), runs: own }, '', new Set())).text());
  const told = async (context: object): Promise<unknown> => {
    const { calls, status } = await runReplay(bundle, dependenciesOf(bench), { context });
    return [status, ...calls.map(({ state, reason }) => reason ?? state)];
  };
  const time = 'get_current_time is not deterministic, so its results cannot be compared';
  const keys = 'resolvable_address_resolver needs keys, which a bundle does not contain: replay it with the connection_id of the same keys';
  const denied = 'resolvable_address_resolver was denied its keys, and a replay cannot grant keys';
  expect(await told({})).toEqual(['incomplete', time, 'same', keys, 'same', keys, denied]);
  expect(await told({ connection_id })).toEqual(['incomplete', time, 'same', 'same', 'same', 'same', denied]);
  await bench.close();
});

test('calls of tool versions that are not installed run with the newest, which the report states, and their results are still shown', async () => {
  const stored = JSON.parse(readFileSync('tests/fixtures/replays/deleted-versions.json', 'utf8')) as ReplayBundle;
  const fresh = await nodeWorkbench();
  const report = await runReplay(stored, dependenciesOf(fresh), {});
  expect(report.errors).toEqual([]);
  expect(report.calls.map(({ tool_name, state }) => [tool_name, state])).toEqual([
    ['capture_query', 'different'],
    ['statistical_regression_tool', 'different'],
    ['bluetooth_address_analyzer', 'different'],
    // Also where its version is gone: a replay writes no file a second time.
    ['capture_export', 'not_run'],
  ]);
  expect(fresh.files.size).toBe(0);
  const newest = new Map(fresh.runner.catalog().map(({ name, version }) => [name, version]));
  const ran = stored.calls.slice(0, 3).map(({ invocation }) => String(invocation['tool_name']));
  expect(report.notes).toEqual(
    stored.calls.slice(0, 3).map(({ invocation }) => {
      const name = String(invocation['tool_name']);
      return `${name} ${String(invocation['tool_version'])} is not installed; version ${String(newest.get(name))} ran instead`;
    }),
  );
  expect(fresh.runner.audit().map(({ tool_name, tool_version, status }) => [tool_name, tool_version, status])).toEqual(
    ran.map((name) => [name, newest.get(name), 'ok']),
  );
  for (const { invocation } of stored.calls.slice(0, 3)) {
    const again = await fresh.runner.run({ ...invocation, request_id: `again-${String(invocation['tool_name'])}` });
    expect(again.warnings.map(({ code }) => code)).toContain('VERSION_RESOLVED');
  }
  const [, fit, analysis] = stored.results.map(({ result }) => result as unknown as ToolResult);
  expect(tablesOf(fit!).map(({ id, rows }) => [id, rows.length])).toEqual([['coefficient-table', 2]]);
  expect(analyzerOutput(analysis!).clusters.map(({ addresses }) => addresses)).toEqual([['7A:4C:21:9D:10:EF', '61:D2:88:3C:A4:19']]);
  await fresh.close();
});

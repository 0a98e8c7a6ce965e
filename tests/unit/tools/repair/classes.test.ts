import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { runPlan } from '../../../../src/tools/plan/plan.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import { repair, type Repaired } from '../../../../src/tools/repair/repair.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

/** The three classes of repairs: lossless ones run unasked, choices and losses wait for a person. */
let workbench: NodeWorkbench;
const registry = createRegistry(catalog);
beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.openFile('public/samples/chamber_four_phones.pcapng');
});
afterAll(() => workbench.close());

const CAPTURE = 'chamber_four_phones';
const call = (tool_name: string, args: object, capture_selection: unknown = { capture_id: CAPTURE }) => ({
  tool_name,
  tool_version: registry.get(tool_name)?.manifest.version,
  capture_selection,
  arguments: args,
  request_id: `r-${crypto.randomUUID()}`,
  timeout_ms: 30_000,
});
const facts = () => ({
  registry,
  catalog: workbench.runner.catalog(),
  captures: workbench.captures,
  ids: { uuid: () => crypto.randomUUID() },
});

interface Tried {
  readonly failed: ToolResult;
  readonly fixed: Repaired | undefined;
  /** What `plan` answers, which runs lossless repairs by itself. */
  readonly planned: ToolResult | undefined;
}

async function tried(wrong: unknown): Promise<Tried> {
  const failed = await workbench.runner.run(wrong);
  const plan = await runPlan([{ ...(wrong as object), request_id: `p-${crypto.randomUUID()}` }], {
    ...facts(),
    runner: workbench.runner,
    registry,
  });
  const [step] = plan.steps;
  return { failed, fixed: repair(wrong, failed, facts()), planned: step?.repaired?.result ?? step?.result };
}

const hashOf = async (right: unknown): Promise<unknown> => (await workbench.runner.run(right)).metadata.result_hash;

const overview = (selection: object) => call('capture_overview', { top: 5 }, { capture_id: CAPTURE, ...selection });
const TIMES = { start_ms: 0, end_ms: 0 };

test('a name that denies a switch turns its value round, and a name that says the contrary is no misspelling', async () => {
  const audit = (args: object) => call('rotation_privacy_audit', { addresses: ['7D:40:A6:DF:72:73'], ...args });
  for (const name of ['no_follow_links', 'noFollowLinks', 'without-follow-links']) {
    const { fixed } = await tried(audit({ [name]: true }));
    expect(fixed, name).toMatchObject({ determinable: true, invocation: { arguments: { follow_links: false } } });
  }
  for (const name of ['nofollowlinks', 'unfollow_links', 'not_folow_links']) {
    const { failed, fixed, planned } = await tried(audit({ [name]: true }));
    expect([failed.status, fixed?.determinable ?? false, planned?.status ?? 'error'], name).toEqual(['error', false, 'error']);
  }
  const { fixed } = await tried(call('bluetooth_address_analyzer', { max_observation_count: 5 }));
  expect(fixed?.changes.map(({ field }) => field)).not.toContain('arguments.min_observation_count');
});

test.each(['chamber minus lobby', 'lab without lobby', 'the day before lab'])(
  'the only open capture does not stand for what %j asks for',
  async (capture_id) => {
    const { failed, fixed, planned } = await tried(call('capture_overview', { top: 5 }, { capture_id }));
    expect([failed.status, fixed?.determinable ?? false, planned?.status ?? 'error']).toEqual(['error', false, 'error']);
  },
);

describe('a lossless repair gives the result of the call that was meant', () => {
  test.each<[string, () => unknown, () => unknown]>([
    ['==', () => overview({ filter_expression: 'channel == 37' }), () => overview({ filter_expression: 'channel = 37' })],
    [
      'an address in lower case',
      () => call('rotation_privacy_audit', { addresses: ['7d:40:a6:df:72:73'] }),
      () => call('rotation_privacy_audit', { addresses: ['7D:40:A6:DF:72:73'] }),
    ],
    [
      'an address in lower case in a filter',
      () => overview({ filter_expression: "advertiser_addr = '7d-40-a6-df-72-73'" }),
      () => overview({ filter_expression: "advertiser_addr = '7D:40:A6:DF:72:73'" }),
    ],
    [
      'RFC 3339 times',
      () => overview({ time_window: windowOf((ms) => new Date(ms).toISOString()) }),
      () => overview({ time_window: windowOf((ms) => ms) }),
    ],
    ['the only open capture', () => call('capture_overview', { top: 5 }, { capture_id: 'capture_1' }), () => overview({})],
    ['a percentage', () => regression({ alpha: '1%' }), () => regression({ alpha: 0.01 })],
    [
      'an operator with "or" beside a join',
      () => overview({ filter_expression: 'channel is greater than or equal to 37 and rssi is less than or equal to -60' }),
      () => overview({ filter_expression: 'channel >= 37 AND rssi <= -60' }),
    ],
    [
      'alternatives of RSQL',
      () => overview({ filter_expression: 'channel==37,channel==38' }),
      () => overview({ filter_expression: 'channel = 37 OR channel = 38' }),
    ],
    ['a filter of Kusto', () => overview({ filter_expression: '| where rssi > -60' }), () => overview({ filter_expression: 'rssi > -60' })],
    [
      'a column in quotes behind its table, and a unit in brackets',
      () => overview({ filter_expression: 'p."rssi" > -60 [dBm]' }),
      () => overview({ filter_expression: 'rssi > -60' }),
    ],
    [
      'a product as a number',
      () => call('rotation_privacy_audit', { addresses: ['7D:40:A6:DF:72:73'], linkage_window_s: '5 * 60' }),
      () => call('rotation_privacy_audit', { addresses: ['7D:40:A6:DF:72:73'], linkage_window_s: 300 }),
    ],
    [
      'a text that holds the arguments',
      () => ({ ...regression({}), arguments: JSON.stringify(regression({}).arguments) }),
      () => regression({}),
    ],
    [
      'another name of an argument',
      () => call('capture_query', { query: `SELECT 1 AS one FROM ${CAPTURE} LIMIT 1` }),
      () => call('capture_query', { sql: `SELECT 1 AS one FROM ${CAPTURE} LIMIT 1` }),
    ],
    [
      'each argument as an object for its value',
      () => ({ ...regression({}), arguments: held(regression({}).arguments) }),
      () => regression({}),
    ],
    [
      'columns with their words written out, and with a type',
      () => call('describe_capture', { columns: ['advertising type', 'rssi: number'], examples: 2 }),
      () => call('describe_capture', { columns: ['adv_type', 'rssi'], examples: 2 }),
    ],
    [
      'columns under an id, in a numbered list',
      () => call('describe_capture', { columns: '1. rssi\n2. channel' }),
      () => call('describe_capture', { columns: ['rssi', 'channel'] }),
    ],
    [
      'columns as objects with an id',
      () => call('describe_capture', { columns: [{ id: 'rssi' }, { id: 'channel' }] }),
      () => call('describe_capture', { columns: ['rssi', 'channel'] }),
    ],
    [
      'percentages between commas, and an interval of SQL',
      () => summary({ quantiles: '25,75', time_bucket_ms: "INTERVAL '10 minutes'" }),
      () => summary({ quantiles: [0.25, 0.75], time_bucket_ms: 600_000 }),
    ],
    [
      'an interval as a size and its unit, quantiles behind a q',
      () => summary({ quantiles: ['q0.1'], time_bucket_ms: { size: 10, unit: 'minute' } }),
      () => summary({ quantiles: [0.1], time_bucket_ms: 600_000 }),
    ],
    [
      'an argument in two spellings',
      () => call('capture_overview', { time_bins: 4, timeBins: 4 }),
      () => call('capture_overview', { time_bins: 4 }),
    ],
    ['a word for no value', () => call('capture_overview', { top: 5, time_bins: 'none' }), () => call('capture_overview', { top: 5 })],
    ['remarks of a client', () => ({ ...overview({}), task_progress: '- [x] open', requires_approval: false }), () => overview({})],
    [
      'every row and every channel',
      () => overview({ filter_expression: '*', time_window: { start_ms: null, end_ms: null }, selectors: { channels: 'all' } }),
      () => overview({}),
    ],
    ['a tuple of Python', () => overview({ filter_expression: "('rssi', '>', -60)" }), () => overview({ filter_expression: 'rssi > -60' })],
    [
      'not of Prisma',
      () => overview({ filter_expression: { channel: { not: 37 } } }),
      () => overview({ filter_expression: 'channel != 37' }),
    ],
    ['signs as wide as letters', () => overview({ filter_expression: 'rssi ＞ -60' }), () => overview({ filter_expression: 'rssi > -60' })],
    [
      'escapes of HTML twice',
      () => overview({ filter_expression: 'rssi &amp;gt; -60' }),
      () => overview({ filter_expression: 'rssi > -60' }),
    ],
    [
      'values in words',
      () => overview({ filter_expression: 'channel is one of 37, 38 or 39 and rssi is greater than -60' }),
      () => overview({ filter_expression: 'channel IN (37, 38, 39) AND rssi > -60' }),
    ],
    [
      'a window in its range, as pandas prints times',
      () =>
        overview({ time_window: { range: windowOf((ms) => `Timestamp('${new Date(ms).toISOString().slice(0, -1)}+0000', tz='UTC')`) } }),
      () => overview({ time_window: windowOf((ms) => ms) }),
    ],
  ])('%s', async (_, wrong, right) => {
    const { failed, fixed, planned } = await tried(wrong());
    expect([failed.status, fixed?.determinable]).toEqual(['error', true]);
    expect(fixed?.changes.every((change) => change.class === 'lossless' && change.why !== '')).toBe(true);
    const wanted = await hashOf(right());
    const again = await workbench.runner.run(fixed?.invocation, { repairs: fixed?.changes });
    expect([again.metadata.result_hash, planned?.metadata.result_hash]).toEqual([wanted, wanted]);
    // The changes are listed and are no part of the hash.
    expect(again.metadata.repairs).toEqual(fixed?.changes);
    expect(planned?.metadata.repairs?.length).toBeGreaterThan(0);
  });
});

function windowOf<T>(write: (ms: number) => T): { start_ms: T; end_ms: T } {
  const range = workbench.captures.get(CAPTURE)?.time_range ?? TIMES;
  return { start_ms: write(range.start_ms + 1000), end_ms: write(range.end_ms - 1000) };
}

const summary = (args: object) => call('summary_stats_tool', { columns: ['rssi'], ...args });
const held = (args: object) => Object.fromEntries(Object.entries(args).map(([key, value]) => [key, { value: value as unknown }]));
const regression = (args: object) =>
  call('statistical_regression_tool', { operation: 'linear_regression', target: 'rssi', features: ['channel', 'length'], ...args });

describe('what is not certain never runs unasked', () => {
  test.each<[string, () => unknown, string | undefined]>([
    ['a column that does not exist', () => call('summary_stats_tool', { columns: ['temperature'] }), 'choice'],
    ['no target', () => regression({ target: undefined }), undefined],
    ['no SQL', () => call('capture_query', {}), undefined],
    ['a column without addresses', () => analyzer({ advertiser_addr: 'crc_ok' }), 'choice'],
    ['a filter that is none', () => overview({ filter_expression: 'the strong ones' }), 'loss'],
    ['a filter on a column that does not exist', () => overview({ filter_expression: 'temperature > 20' }), 'choice'],
    ['a channel that does not exist', () => overview({ selectors: { channels: ['99'] } }), 'choice'],
    ['an argument that does not exist', () => call('capture_overview', { max_depth: 3 }), 'loss'],
    ['a capture of another name', () => call('capture_overview', {}, { capture_id: 'warehouse_north_2019' }), 'choice'],
    ['a quantile above one', () => summary({ quantiles: [0.5, 1.5] }), 'loss'],
    ['a number out of bounds', () => call('capture_overview', { top: 5000 }), 'loss'],
    ['another method', () => regression({ operation: 'logistic_regression' }), 'choice'],
    [
      'a filter that no row meets',
      () => call('bluetooth_address_analyzer', analyzer({}).arguments, { capture_id: CAPTURE, filter_expression: 'rssi > 100' }),
      'loss',
    ],
  ])('%s', async (_, wrong, first) => {
    const { failed, fixed, planned } = await tried(JSON.parse(JSON.stringify(wrong())));
    expect([failed.status, planned?.status ?? 'error', fixed?.determinable ?? false]).toEqual(['error', 'error', false]);
    expect(fixed?.proposals[0]?.class).toBe(first);
    expect(fixed?.changes.filter(({ field }) => field !== 'request_id') ?? []).toEqual([]);
  });

  function analyzer(columns: object) {
    const own = { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', ...columns };
    return call('bluetooth_address_analyzer', {
      address_columns: own,
      analysis_mode: 'classification',
      linkage_window_s: 180,
      min_observation_count: 5,
      rpa_rotation_model: 'spec_default',
    });
  }
});

test('a loss that a person accepts stands in the result as a warning', async () => {
  const { fixed } = await tried(overview({ filter_expression: 'temperature > 20' }));
  const loss = fixed?.proposals.find(({ class: kind }) => kind === 'loss');
  const answer = await workbench.runner.run(loss?.invocation, { repairs: loss?.changes });
  expect(answer.status).toBe('ok');
  expect(answer.warnings[0]).toMatchObject({ code: 'REQUEST_REDUCED', field: 'capture_selection.filter_expression' });
});

test('a column is checked for what it must hold before anything runs', async () => {
  const wrong = call('summary_stats_tool', { columns: ['crc_ok'] });
  const { errors } = await workbench.runner.validate(wrong);
  expect(errors).toMatchObject([{ code: 'INVALID_VALUE', field: 'arguments.columns[0]', expected: 'a numeric column', got: 'crc_ok' }]);
  expect(errors[0]?.allowed).toContain('rssi');
});

test('a text with its end missing is a loss, as a filter may be gone', async () => {
  const text = JSON.stringify(overview({ filter_expression: 'channel = 37' }));
  const cut = text.slice(0, text.indexOf(',"filter_expression"'));
  const fixed = repair(cut, await workbench.runner.run(cut), facts());
  expect([fixed?.determinable, fixed?.proposals.map(({ class: kind }) => kind)]).toEqual([false, ['loss']]);
});

test.each<[string, (args: object) => object]>([
  ['a bare number that may be seconds', (args) => ({ ...args, time_bucket: 10 })],
  ['a test to one side', (args) => ({ ...args, alternative: 'greater' })],
])('%s never runs unasked', async (_, change) => {
  const { fixed, planned } = await tried(call('summary_stats_tool', change({ columns: ['rssi'] })));
  expect([fixed?.determinable, planned?.status]).toEqual([false, undefined]);
  expect(fixed?.proposals.length).toBeGreaterThan(0);
});

test('a version of another major number is a choice, also where one version is installed', async () => {
  const { fixed, planned } = await tried({ ...call('survival_tool', { lifetimes: true }), tool_version: '9.0.0' });
  expect([fixed?.determinable, planned?.status, fixed?.proposals[0]?.class]).toEqual([false, undefined, 'choice']);
});

const STATES = { design: 'contingency', outcome: 'adv_type', factor: 'channel' };
test.each<[string, string, object, object]>([
  ['two sides of a test', 'statistical_comparison_tool', { ...STATES, alternative: 'two-sided' }, STATES],
  ['two names of one value', 'statistical_regression_tool', { ...modelOfLength(), operation: 'OLS linear regression' }, modelOfLength()],
  [
    'groups by letters',
    'statistical_comparison_tool',
    { design: 'two_sample', response: 'rssi', factor: 'channel', group_a: '37', group_b: '39' },
    { design: 'two_sample', response: 'rssi', factor: 'channel', groups: ['37', '39'] },
  ],
])('%s are read as they are meant', async (_, tool, wrong, right) => {
  const { planned } = await tried(call(tool, wrong));
  expect(planned?.metadata.result_hash).toBe(await hashOf(call(tool, right)));
});

function modelOfLength(): object {
  return { operation: 'linear_regression', target: 'rssi', features: ['length'] };
}

test('a value that was lost on its way, and the definition of a tool, never run', async () => {
  for (const wrong of [
    { ...overview({}), arguments: '[object Object]' },
    { type: 'function', function: { name: 'list_captures', description: 'Lists them', parameters: { type: 'object', properties: {} } } },
  ]) {
    const { fixed, planned } = await tried(wrong);
    expect([fixed?.determinable ?? false, planned?.status ?? 'error']).toEqual([false, 'error']);
  }
});

test('a valid call that a text only mentions is proposed', async () => {
  const text = `# Example\n${JSON.stringify(overview({}))}`;
  const fixed = repair(text, await workbench.runner.run(text), facts());
  expect([fixed?.determinable, fixed?.proposals.map(({ class: kind }) => kind)]).toEqual([false, ['choice']]);
});

test('a command of a shell keeps the quotes inside of its quotes', async () => {
  const body = JSON.stringify({ capture_selection: { capture_id: CAPTURE, filter_expression: "adv_type != 'ADV_IND'" } });
  const text = `curl -X POST http://localhost/tools/capture_overview -d '${body.replaceAll("'", "'\\''")}'`;
  const fixed = repair(text, await workbench.runner.run(text), facts());
  expect(fixed?.determinable).toBe(true);
  expect(fixed?.invocation).toMatchObject({ capture_selection: { filter_expression: "adv_type != 'ADV_IND'" } });
});

test('an id of the attempt that is no text is replaced', async () => {
  const wrong = { ...overview({}), request_id: 17 };
  const fixed = repair(wrong, await workbench.runner.run(wrong), facts());
  expect([fixed?.determinable, fixed?.changes.map(({ field }) => field)]).toEqual([true, ['request_id']]);
});

test('a range of versions that leaves the installed one out is a choice', async () => {
  const { fixed, planned } = await tried({ ...call('survival_tool', { lifetimes: true }), tool_version: '<1.0.0' });
  expect([fixed?.determinable, planned?.status, fixed?.proposals[0]?.class]).toEqual([false, undefined, 'choice']);
});

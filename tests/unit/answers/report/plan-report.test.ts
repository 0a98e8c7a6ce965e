import { expect, test } from 'vitest';
import type { Finding, PlanCall, PlanFinding, Secrets } from '../../../../src/answers/report/finding.ts';
import { planReportPieces } from '../../../../src/answers/report/plan-report.ts';
import { analyzerResult } from '../../../support/fake-data.ts';

const capture = (capture_id: string) => ({
  capture_id,
  sha256: 'e'.repeat(64),
  file_name: `${capture_id}.pcapng`,
  format: 'pcapng',
  bytes: 10,
  row_count: 5,
  problem_count: 0,
  time_base: 'epoch' as const,
  time_range: null,
});
const shared = { audit_head: 'a'.repeat(64), workbench: { version: '0.0.0', commit: 'test' }, made_ms: 0 };

function finding(capture_id: string, summary = 'Linked.'): Finding {
  const { data: _, ...given } = analyzerResult();
  const result = { ...given, summary, agentHints: { ...given.agentHints, assumptions: ['One successor each'] } };
  const nothing = { title: '', note: '', verdicts: [], notes: [], names: [] };
  const captures = [capture(capture_id)];
  return { ...nothing, ...shared, tool_title: 'Address analyzer', result, invocation: { of: capture_id }, captures };
}
const call = (id: string, capture_id: string, more: Partial<PlanCall> = {}): PlanCall => {
  const found = finding(capture_id);
  const { toolName } = found.result.metadata;
  return { id, capture_id, tool_name: toolName, state: 'ok', summary: found.result.summary, errors: [], finding: found, ...more };
};
const plan = (calls: readonly PlanCall[], more: Partial<PlanFinding> = {}): PlanFinding => ({
  ...shared,
  title: 'Night',
  calls,
  captures: [...new Map(calls.flatMap(({ finding: found }) => found?.captures ?? []).map((each) => [each.capture_id, each])).values()],
  tables: [],
  errors: [],
  ...more,
});
const page = (given: PlanFinding, secrets: Secrets | null = null): string => [...planReportPieces(given, secrets)].join('');

const notRun = call('late', 'yard', {
  state: 'skipped',
  summary: '',
  errors: [{ code: 'STEP_FAILED', message: 'it needs step first' }],
  finding: null,
});

test('the report has a line and a section for every call, with a link between them', () => {
  const calls = [...Array.from({ length: 450 }, (_, at) => call('linkage', `hall_${String(at)}`)), notRun];
  const html = page(plan(calls));
  expect(html).toContain('451 calls over 450 captures, 1 did not run.');
  for (const number of ['1', '400', '450', '451']) {
    expect(html.split(`href="#call-${number}"`)).toHaveLength(2);
    expect(html.split(`id="call-${number}"`)).toHaveLength(2);
  }
  expect(html).toContain('it needs step first');
});

test('the caveat on linkage scores is at the top, in each linkage call and at the end, and absent without one', () => {
  const html = page(plan([call('linkage', 'hall'), call('linkage', 'yard')]));
  expect(html.split('Linkage scores are posterior-like')).toHaveLength(1 + 1 + 2 + 1);
  expect(page(plan([notRun]))).not.toContain('proof of identity');
});

test('every element is closed, and there is one h1 with the other headings below it', () => {
  const html = page(plan([call('linkage', 'hall'), notRun]));
  for (const tag of ['section', 'main', 'table', 'h1', 'h2', 'h3', 'h4', 'ul', 'dl'])
    expect([tag, html.match(new RegExp(`<${tag}[ >]`, 'g'))?.length]).toEqual([tag, html.match(new RegExp(`</${tag}>`, 'g'))?.length]);
  const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels.every((level, at) => at === 0 || level - (levels[at - 1] ?? 0) <= 1)).toBe(true);
});

test('a masked report has one pseudonym for a capture or an address in all calls, and no name', () => {
  const [address = ''] = JSON.stringify(finding('hall').result).match(/(?:[0-9A-F]{2}:){5}[0-9A-F]{2}/) ?? [];
  const secrets: Secrets = { addresses: [{ address, type: 'rpa' }], names: ["Ada's phone", 'state'], words: [], contract: new Set() };
  const error = { code: 'X', message: `hall.pcapng: ${address} is not Ada's phone` };
  const spoken = `seen ${address} in yard.pcapng with Ada's phone`;
  const calls = [call('linkage', 'hall'), call('of yard', 'yard', { summary: spoken, finding: finding('yard', spoken) })];
  const table = {
    id: 'of yard',
    tool_name: 't',
    columns: ['state'],
    rows: [{ capture_id: 'yard', state: 'ok', values: { state: spoken } }],
  };
  const html = page(plan(calls, { title: `About ${address}`, errors: [error], tables: [table] }), secrets);
  expect(html).not.toContain(address);
  expect(html).not.toMatch(/Ada|hall|yard/);
  expect(new Set(html.match(/About (RPA_\d+)|seen (RPA_\d+)/g)?.map((each) => each.replace(/\D+/, '')))).toHaveProperty('size', 1);
  expect(html).toContain('seen RPA_1 in capture_2.pcapng with Name 1');
  expect(html).toContain('linkage: capture_1');
  expect(page(plan(calls))).toContain('hall.pcapng');
});

test('the report runs nothing, loads nothing, and escapes hostile text', () => {
  const hostile = `</style><script>alert(1)</script><h2 x="><img src=x onerror=alert(1)>`;
  const html = page(
    plan([call(hostile, 'hall', { summary: hostile, finding: finding('hall', hostile) }), { ...notRun, id: hostile, state: hostile }], {
      title: hostile,
      tables: [{ id: hostile, tool_name: hostile, columns: [hostile], rows: [{ capture_id: hostile, state: hostile, values: {} }] }],
      errors: [{ code: 'X', message: hostile }],
    }),
  );
  expect(html).not.toMatch(/<script|<img/);
  expect(html.match(/<\/style>/g)).toHaveLength(1);
  expect(html).not.toMatch(/<[^>]*\s(?:src|on\w+)=/);
  expect([...html.matchAll(/\shref="([^"]*)"/g)].every(([, target]) => /^#call-\d+$/.test(target ?? ''))).toBe(true);
});

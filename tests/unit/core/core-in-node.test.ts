import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import type { CoreLink } from '../../../src/app/core-connection.ts';
import { remote } from '../../../src/app/remote.ts';
import type { Recovery } from '../../../src/core/recovery.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import type { AuditEntry, ToolPolicy } from '../../../src/tools/contract/index.ts';
import { PAGE_CALLS, type PageCalls } from '../../../src/workbench/page.ts';
import type { ApprovalQuestion } from '../../../src/workbench/port.ts';
import { CALLS, type ServedPublic } from '../../../src/workbench/public.ts';
import { nodeCore, type NodeCore } from '../../support/node-core.ts';

const open: NodeCore[] = [];
afterEach(async () => {
  for (const core of open.splice(0)) await core.end();
});

const TABLE = 'time,snr,latency_ms\n1700000000,1,2.5\n1700000001,2,4.9\n1700000002,4,9.2\n';
const lab = (name = 'lab.csv', text = TABLE): File => new File([text], name);
const sample = (name = 'chamber.pcapng'): File => new File([readFileSync('public/samples/chamber_four_phones.pcapng')], name);

async function start(recovery?: Recovery) {
  const core = await nodeCore(recovery);
  open.push(core);
  const page = remote<PageCalls>(core.link, 'page', PAGE_CALLS);
  const script = remote<ServedPublic>(core.link, 'console', CALLS);
  await page.ready();
  const read = <T>(name: string): T => core.link.mirror.read(name) as T;
  return { ...core, page, script, read, ids: () => read<CaptureInfo[]>('captures').map(({ capture_id }) => capture_id) };
}

let serial = 0;
const query = (capture_id: string, more: object = {}) => ({
  tool_name: 'capture_query',
  tool_version: '1.2.0',
  capture_selection: { capture_id },
  arguments: { sql: `SELECT count(*) AS n FROM ${capture_id}` },
  request_id: `req-${String(++serial)}`,
  timeout_ms: 60_000,
  ...more,
});

/** What the page holds of a core, as `CoreConnection` collects it. */
const recoveryOf = ({ mirror }: CoreLink): Recovery => ({
  captures: mirror.read('recovery.captures') as Recovery['captures'],
  merges: mirror.read('recovery.merges') as Recovery['merges'],
  runs: mirror.read('recovery.runs') as Recovery['runs'],
  journal: mirror.read('audit') as readonly AuditEntry[],
  policy: mirror.read('policy') as ToolPolicy,
  work: { selected: ['lab'], invocation: '{}', sql: 'SELECT 1' },
  verification: mirror.read('page.verification') as Recovery['verification'],
});

describe('a core in Node, behind a port', () => {
  test('runs without a page', () => {
    expect([typeof document, typeof window]).toEqual(['undefined', 'undefined']);
  });

  test('opens a capture and runs a tool, and values are current when the promise settles', async () => {
    const { script, read, ids } = await start();
    const progress: unknown[] = [];
    const [capture] = await script.open([sample()], { onProgress: (step) => progress.push(step) });
    expect(progress).not.toEqual([]);
    expect(capture).toMatchObject({ capture_id: 'chamber', kind: 'ble' });
    expect(ids()).toEqual(['chamber']);
    const result = await script.run(query('chamber'));
    expect(result).toMatchObject({ status: 'ok', structured_output: { rows: [[capture?.row_count]] } });
    expect(read<AuditEntry[]>('audit').map(({ tool_call_id }) => tool_call_id)).toEqual([result.tool_call_id]);
    expect(read<string>('auditHead')).toBe(read<AuditEntry[]>('audit').at(-1)?.hash);
    expect(await script.verifyAudit(read('auditHead'))).toMatchObject({ ok: true, entries: 1 });
    await script.close('chamber');
    expect(ids()).toEqual([]);
  });

  test('provides SQL with the device names that the page sent last, also after a restart of the core', async () => {
    const { page, script } = await start();
    expect((await script.query('FROM device_names')).rows).toEqual([]);
    const names = [{ address: 'AA:BB:CC:DD:EE:01', name: 'Tag' }];
    await page.work({ selected: [], invocation: '', sql: '', names });
    expect((await script.query('SELECT * FROM device_names')).rows).toEqual([['AA:BB:CC:DD:EE:01', 'Tag']]);
    await script.open([new File([TABLE], 'device_names.csv')]);
    expect((await page.query('SHOW TABLES')).rows).toEqual([['device_names'], ['device_names_2']]);
    const other = await start({
      ...{ captures: [], merges: [], runs: [], journal: [], policy: undefined, verification: null },
      work: { selected: [], invocation: '', sql: '', names },
    });
    expect((await other.script.query('SELECT name FROM device_names')).rows).toEqual([['Tag']]);
    const tool = await script.run({ ...query('device_names_2'), arguments: { sql: 'SELECT name FROM device_names' } });
    expect(tool).toMatchObject({ status: 'error', errors: [{ code: 'SQL_ERROR' }] });
    expect(JSON.stringify(tool)).not.toContain('Tag');
  });

  test('posts changed values before the event that announces them', async () => {
    const { link, script, read } = await start();
    const seen: unknown[] = [];
    link.bus.on('captures', ({ captures }) => seen.push([captures.length, read<unknown[]>('captures').length]));
    link.bus.on('audit', ({ entry }) => seen.push([entry.hash, read('auditHead')]));
    await script.open([lab()]);
    const { tool_call_id } = await script.run(query('lab'));
    const [line] = read<AuditEntry[]>('audit');
    expect(line?.tool_call_id).toBe(tool_call_id);
    expect(seen).toEqual([
      [1, 1],
      [line?.hash, line?.hash],
    ]);
  });

  test('returns failures as results, and errors with their codes', async () => {
    const { script } = await start();
    expect(await script.run({ tool_name: 'none' })).toMatchObject({ status: 'error' });
    expect(await script.run(7)).toMatchObject({ status: 'error' });
    await expect(script.close('none')).rejects.toMatchObject({ code: 'UNKNOWN_CAPTURE' });
    await expect(script.query('SELECT nonsense')).rejects.toMatchObject({ code: 'SQL_ERROR' });
    await expect(script.open([lab('empty.pcap', '')])).rejects.toMatchObject({ name: 'WorkbenchError' });
  });

  test("a caller's signal cancels a call", async () => {
    const { script } = await start();
    await script.open([lab()]);
    const controller = new AbortController();
    controller.abort();
    const result = await script.run(query('lab'), { signal: controller.signal });
    expect(result.errors[0]).toMatchObject({ code: 'CANCELLED' });
    await expect(script.open([lab('other.csv')], { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('runs a plan', async () => {
    const { script } = await start();
    await script.open([lab()]);
    const report = await script.plan([query('lab'), query('gone')]);
    expect(report.steps.map(({ state }) => state)).toEqual(['ok', 'error']);
  });

  test('waits for approval, which the person gives over the port', async () => {
    const { page, script, read, link } = await start();
    await script.open([lab()]);
    await script.setPolicy({ ...read<ToolPolicy>('policy'), requireApprovalForEffects: ['read_only'] });
    expect(await script.run(query('lab'))).toMatchObject({ errors: [{ code: 'POLICY_DENIED' }] });
    const asked = new Promise<ApprovalQuestion>((resolve) => {
      link.bus.on('approvals', () => {
        const [question] = read<ApprovalQuestion[]>('page.approvals');
        if (question) resolve(question);
      });
    });
    const running = script.run(query('lab'), { interactive: true });
    const { id, tool } = await asked;
    expect(tool.name).toBe('capture_query');
    expect(await page.approvals.rows(id)).toBe(3);
    expect(await page.approvals.check(id, { sql: 7 })).not.toEqual([]);
    await page.approvals.answer(id, { kind: 'approved' });
    expect((await running).status).toBe('ok');
    expect(read('page.approvals')).toEqual([]);
    await expect(page.approvals.answer(id, { kind: 'approved' })).rejects.toMatchObject({ code: 'UNKNOWN_APPROVAL' });
  });

  test('serves MCP over a given port', async () => {
    const { page } = await start();
    const { port1, port2 } = new MessageChannel();
    await page.serveMcp(port2);
    const answered = new Promise((resolve) => {
      port1.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data);
    });
    port1.postMessage({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(await answered).toMatchObject({ id: 1, result: { tools: expect.any(Array) as unknown[] } });
    port1.close();
  });

  test('saves its session and loads it in another core', async () => {
    const first = await start();
    await first.script.open([lab()]);
    const names = [{ address: 'AA:BB:CC:DD:EE:01', name: 'Tag' }];
    await first.page.work({ name: 'Lab', selected: ['lab'], invocation: '{}', sql: 'SELECT 42', names });
    const result = await first.script.run(query('lab'));
    const file = await first.script.session.save({});
    const second = await start();
    await second.script.open([lab()]);
    await second.script.session.load(file);
    expect(second.host.restored).toMatchObject([
      { work: { name: 'Lab', sql: 'SELECT 42', names }, results: [{ tool_call_id: result.tool_call_id }] },
    ]);
    expect((await second.script.query('SELECT name FROM device_names')).rows).toEqual([['Tag']]);
    expect(second.read<{ id: string }[]>('recovery.runs').map(({ id }) => id)).toEqual([result.tool_call_id]);
    expect(second.read<unknown[]>('page.journals')).toMatchObject([{ verdict: { ok: true, entries: 1 } }]);
  });
});

describe('a second core restores the state of one that ended', () => {
  test('with its capture ids, journal, results and policy', async () => {
    const first = await start();
    await first.script.open([lab('x.csv'), lab('x.csv', TABLE + '1700000003,8,9.9\n'), sample()]);
    await first.script.close('x');
    expect(first.ids()).toEqual(['x_2', 'chamber']);
    const before = await first.script.run(query('x_2'));
    await first.script.setPolicy({ ...first.read<ToolPolicy>('policy'), approvalRisk: 0.25 });
    const recovery = recoveryOf(first.link);
    await first.end();

    const second = await start(recovery);
    expect(second.host.errors).toEqual([]);
    expect(second.ids()).toEqual(['x_2', 'chamber']);
    expect(second.read<CaptureInfo[]>('captures')).toEqual(first.read('captures'));
    expect(second.read('policy')).toMatchObject({ approvalRisk: 0.25 });
    expect(second.read('audit')).toEqual(recovery.journal);
    expect(second.read<{ id: string }[]>('recovery.runs').map(({ id }) => id)).toEqual([before.tool_call_id]);
    const after = await second.script.run(query('x_2'));
    expect(after.metadata['result_hash']).toMatch(/^[0-9a-f]{64}$/);
    expect(after.metadata['result_hash']).toBe(before.metadata['result_hash']);
    const [old, added] = second.read<AuditEntry[]>('audit');
    expect([added?.seq, added?.prev_hash]).toEqual([(old?.seq ?? 0) + 1, old?.hash]);
    expect(await second.script.verifyAudit(second.read('auditHead'))).toMatchObject({ ok: true, entries: 2 });
  });

  test('a call that is pending when the core ends is rejected with CORE_LOST', async () => {
    const { script, end, link } = await start();
    await script.open([lab()]);
    const lost = script.run(query('lab')).catch((error: unknown) => error);
    await end();
    expect(await lost).toMatchObject({ code: 'CORE_LOST' });
    await expect(link.call('page.ready', [])).rejects.toMatchObject({ code: 'CORE_LOST' });
  });

  test('a file that cannot be read again affects no other capture, and keeps its id', async () => {
    const first = await start();
    await first.script.open([lab('a.csv'), lab('b.csv'), lab('c.csv')]);
    const recovery = recoveryOf(first.link);
    await first.end();
    const [a, b, c] = recovery.captures;
    const unreadable = { ...b!, file: new File([''], 'b.csv') };
    const second = await start({ ...recovery, captures: [a!, unreadable, c!] });
    expect(second.ids()).toEqual(['a', 'b', 'c']);
  });
});

import { expect, test } from 'vitest';
import type { ToolManifest, ToolResult } from '../../../src/tools/contract/index.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { offerWebMcp, type ModelContext, type ModelContextTool, type WebMcpParts } from '../../../src/wire/webmcp/transport.ts';
import { bench } from '../../support/tools.ts';

/** The browser's side, as strict as it was found to be: a name once, withdrawn by its signal only. */
class Browser implements ModelContext {
  readonly tools = new Map<string, ModelContextTool>();
  registrations = 0;

  registerTool(tool: ModelContextTool, { signal }: { readonly signal: AbortSignal }): Promise<unknown> {
    this.registrations += 1;
    if (signal.aborted) return Promise.reject(new DOMException('aborted', 'AbortError'));
    if (this.tools.has(tool.name)) return Promise.reject(new DOMException('Duplicate tool name', 'InvalidStateError'));
    this.tools.set(tool.name, tool);
    signal.addEventListener('abort', () => this.tools.delete(tool.name));
    return Promise.resolve();
  }

  names(): string[] {
    return [...this.tools.keys()].sort();
  }
}

const all = createRegistry(catalog).getAll();
const named = (...names: string[]): ToolManifest[] => all.filter(({ name }) => names.includes(name));

function offer(change: Partial<WebMcpParts> = {}) {
  const browser = new Browser();
  const notes: unknown[] = [];
  let ids = 0;
  const { runner } = bench(catalog.filter(({ manifest }) => ['get_current_time', 'capture_query'].includes(manifest.name)));
  const parts: WebMcpParts = {
    catalog: () => named('get_current_time', 'capture_query'),
    run: (invocation, signal) => runner.run(invocation, { entry: 'webmcp', ...(signal && { signal }) }),
    newId: () => `call-${String(++ids)}`,
    note: (error) => notes.push(error),
    ...change,
  };
  const offered = offerWebMcp(browser, parts);
  return {
    browser,
    notes,
    runner,
    refresh: () => {
      offered.refresh();
    },
  };
}

test('what is offered is the catalog after policy, and follows it', () => {
  let wanted = named('get_current_time', 'capture_query');
  const { browser, refresh } = offer({ catalog: () => wanted });
  expect(browser.names()).toEqual(['capture_query', 'get_current_time']);
  wanted = named('capture_query', 'capture_overview');
  refresh();
  expect(browser.names()).toEqual(['capture_overview', 'capture_query']);
  // What stayed was not touched.
  expect(browser.registrations).toBe(3);
  wanted = wanted.map((tool) => ({ ...tool, schemaHash: 'f'.repeat(64) }));
  refresh();
  expect([browser.names(), browser.registrations]).toEqual([['capture_overview', 'capture_query'], 5]);
  wanted = [];
  refresh();
  expect(browser.names()).toEqual([]);
});

test('a call goes through the runner and answers a short plain object', async () => {
  const { browser, runner } = offer();
  const answer = await browser.tools.get('get_current_time')?.execute({}, { signal: new AbortController().signal });
  expect(answer).toMatchObject({ status: 'ok', tool: expect.stringMatching(/^get_current_time \d+\.\d+\.\d+$/) as unknown, errors: [] });
  expect(new TextEncoder().encode(JSON.stringify(answer)).length).toBeLessThan(4300);
  expect(runner.audit().map(({ entry, tool_call_id }) => [entry, tool_call_id])).toEqual([['webmcp', 'call-1']]);
});

test.each<[string, unknown]>([
  ['a list', [1]],
  ['nothing', undefined],
  ['text', 'capture'],
  ['an argument that is none', { sql: 'SELECT 1', no_such: true }],
  ['a key that reaches into prototypes', JSON.parse('{"__proto__": {"sql": "SELECT 1"}, "sql": "SELECT 1"}')],
  ['a number that is none', { sql: 'SELECT 1', limit: NaN }],
  ['9 kB of SQL', { sql: `SELECT '${'x'.repeat(9000)}'` }],
])('%s is refused with its reason, and nothing is thrown', async (_, input) => {
  const { browser, notes } = offer();
  const answer = await browser.tools.get('capture_query')?.execute(input);
  expect(answer).toMatchObject({ status: 'error', errors: expect.arrayContaining([]) as unknown });
  const [first] = answer?.['errors'] as { code: string; message: string }[];
  expect(first?.code).toMatch(/^[A-Z_]+$/);
  expect(first?.message).toMatch(/expected|known|at most/);
  expect(JSON.stringify(answer)).not.toMatch(/\bat \S+:\d+|xxxx{100}/);
  expect(notes).toEqual([]);
});

test('what breaks inside is noted here and says nothing of itself there', async () => {
  const broken = new Error('secret of the page');
  const { browser, notes } = offer({ run: () => Promise.reject(broken) });
  const answer = await browser.tools.get('get_current_time')?.execute({});
  expect(answer).toEqual({
    status: 'error',
    summary: 'The call failed: the call failed inside the page; nothing of it is kept',
    errors: [{ code: 'EXECUTION_FAILED', message: 'the call failed inside the page; nothing of it is kept' }],
  });
  expect(notes).toEqual([broken]);
});

test('the signal of the browser reaches the call', async () => {
  let seen: AbortSignal | undefined;
  const { browser } = offer({
    run: (_, signal) => {
      seen = signal;
      return new Promise<ToolResult>(() => undefined);
    },
  });
  const controller = new AbortController();
  void browser.tools.get('get_current_time')?.execute({}, { signal: controller.signal });
  await Promise.resolve();
  controller.abort();
  expect(seen?.aborted).toBe(true);
});

test('a browser that takes no tools is noted, and the page goes on', async () => {
  const notes: unknown[] = [];
  const refusing: ModelContext = { registerTool: () => Promise.reject(new DOMException('not here', 'NotAllowedError')) };
  offerWebMcp(refusing, {
    catalog: () => named('get_current_time'),
    run: () => Promise.reject(new Error('never')),
    newId: () => 'call-1',
    note: (error) => notes.push(error),
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(notes).toEqual([expect.objectContaining({ name: 'NotAllowedError' })]);
});

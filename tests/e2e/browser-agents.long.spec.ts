import type { CDPSession } from '@playwright/test';
import { SAMPLE } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const executablePath = process.env['CHROME_PATH'];
test.use({
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    args: ['--disable-gpu', '--enable-features=WebMCP', ...asRoot],
  },
});

interface Tool {
  readonly name: string;
  readonly frameId: string;
  readonly annotations?: object;
}

interface Answer {
  readonly invocationId: string;
  readonly status: string;
  readonly output?: unknown;
}

/** Asks for tools and calls them as an agent of the browser does. */
class BrowserAgent {
  readonly tools = new Map<string, Tool>();
  readonly #answers = new Map<string, Answer>();

  constructor(readonly session: CDPSession) {
    session.on('WebMCP.toolsAdded', ({ tools }) => {
      for (const tool of tools) this.tools.set(tool.name, tool);
    });
    session.on('WebMCP.toolsRemoved', ({ tools }) => {
      for (const { name } of tools) this.tools.delete(name);
    });
    session.on('WebMCP.toolResponded', (event) => this.#answers.set(event.invocationId, event));
  }

  names = (): string[] => [...this.tools.keys()].sort();

  async start(toolName: string, input: object): Promise<string> {
    const frameId = this.tools.get(toolName)?.frameId ?? '';
    // The types ask for more; any JSON is taken.
    const { invocationId } = await this.session.send('WebMCP.invokeTool', { frameId, toolName, input: input as Record<string, string> });
    return invocationId;
  }

  async answer(invocationId: string): Promise<Answer | undefined> {
    await expect.poll(() => this.#answers.has(invocationId)).toBe(true);
    return this.#answers.get(invocationId);
  }

  call = async (toolName: string, input: object): Promise<Answer | undefined> => this.answer(await this.start(toolName, input));
}

test('an agent of the browser sees what the policy allows it, is told what is wrong, and gets its answer', async ({ workbench }) => {
  const { page } = workbench;
  const agent = new BrowserAgent(await page.context().newCDPSession(page));
  await agent.session.send('WebMCP.enable');
  await workbench.drop(SAMPLE);
  expect(agent.names()).toEqual([]);

  const allow = (...names: string[]) =>
    page.evaluate((allowedTools) => {
      const policy = window.workbench.policy();
      const { agents: _, format: _f, version: _v, ...profile } = policy;
      return window.workbench.setPolicy({ ...policy, agents: { webmcp: { ...profile, allowedTools } } });
    }, names);
  await allow('capture_query', 'capture_overview', 'capture_export');
  // An export needs approval, and an agent has no person to ask.
  await expect.poll(() => agent.names()).toEqual(['capture_overview', 'capture_query']);
  expect(agent.tools.get('capture_query')).toMatchObject({ annotations: { readOnly: true, untrustedContent: true } });

  const [capture] = await page.evaluate(() => window.workbench.captures());
  const capture_selection = { capture_id: capture?.capture_id };
  const wrong = await agent.call('capture_query', { capture_selection: { capture_id: 'nothing' }, sql: 'SELECT 1' });
  expect(wrong).toMatchObject({ status: 'Completed', output: { status: 'error', errors: [{ code: 'INVALID_CAPTURE_SELECTION' }] } });
  expect(JSON.stringify(wrong)).toContain(String(capture?.capture_id));
  const sql = `SELECT count(*) AS n FROM ${String(capture?.capture_id)}`;
  const right = await agent.call('capture_query', { capture_selection, sql });
  expect(right).toMatchObject({
    output: { status: 'ok', content_trust: 'untrusted', structured_output: { rows: [[capture?.row_count]] } },
  });

  // Chromium tells the page that an agent gave up since 156.
  const tells = Number(page.context().browser()?.version().split('.')[0]) >= 156;
  if (tells) {
    const long = await agent.start('capture_query', {
      capture_selection,
      sql: 'SELECT sum(a.range * b.range) AS n FROM range(2000000) a, range(1000000) b',
    });
    await expect.poll(() => page.evaluate(() => document.body.innerText.includes('capture_query'))).toBe(true);
    await agent.session.send('WebMCP.cancelInvocation', { invocationId: long });
    expect(await agent.answer(long)).toMatchObject({ status: 'Canceled' });
    await workbench.idle();
  } else console.info('SKIPPED: an agent that disconnects, which this browser does not report to pages');

  await allow();
  await expect.poll(() => agent.names()).toEqual([]);
  const journal = await page.evaluate(() =>
    window.workbench.audit().map(({ entry, actor, status, error_codes }) => [entry, actor, status, error_codes]),
  );
  expect(journal).toEqual([
    ['webmcp', 'agent:webmcp', 'error', ['INVALID_CAPTURE_SELECTION']],
    ['webmcp', 'agent:webmcp', 'ok', []],
    ...(tells ? [['webmcp', 'agent:webmcp', 'error', ['CANCELLED']]] : []),
  ]);
});

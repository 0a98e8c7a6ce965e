import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { remote } from '../../../../src/app/remote.ts';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import type { ToolPolicy } from '../../../../src/tools/contract/index.ts';
import { PAGE_CALLS, type PageCalls } from '../../../../src/workbench/page.ts';
import { CALLS, type ServedPublic } from '../../../../src/workbench/public.ts';
import type { Message } from '../../../support/mcp-peer.ts';
import { NODE_ENVIRONMENT, nodeCore } from '../../../support/node-core.ts';

const ends: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const MOST = 32 * 1024;
const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
const ALL = catalog.map(({ manifest }) => manifest.name);
type Result = Readonly<Record<string, unknown>>;

interface Start {
  readonly tools?: readonly string[];
  readonly clientApproves?: boolean;
  readonly capabilities?: object;
  readonly file?: string;
  readonly drawPlot?: (uri: string, width: number) => Promise<Uint8Array | null>;
  readonly artifacts?: string;
}

/** A client of a core that has opened the sample capture, as the agent `mcp` with these tools. */
async function start({ tools = ALL, clientApproves = false, capabilities = {}, file = 'chamber.pcapng', drawPlot, artifacts }: Start = {}) {
  const places = { ...NODE_ENVIRONMENT.places, artifacts };
  const core = await nodeCore(undefined, { ...NODE_ENVIRONMENT, mcp_client_approves: clientApproves, places }, drawPlot);
  ends.push(core.end);
  const page = remote<PageCalls>(core.link, 'page', PAGE_CALLS);
  const script = remote<ServedPublic>(core.link, 'console', CALLS);
  await page.ready();
  await script.open(new File([readFileSync('public/samples/chamber_four_phones.pcapng')], file));
  const policy = core.link.mirror.read('policy') as ToolPolicy;
  const { requireApprovalForEffects, budgets } = policy;
  const grants = [...new Set(catalog.flatMap(({ manifest }) => manifest.permissions))];
  await script.setPolicy({ ...policy, agents: { mcp: { allowedTools: tools, grants, requireApprovalForEffects, budgets } } });
  const { port1, port2 } = new MessageChannel();
  ends.push(() => {
    port2.close();
  });
  await page.serveMcp(port1);
  const heard: Message[] = [];
  const waiting = new Map<unknown, (message: Message) => void>();
  const answers: Record<string, unknown> = {};
  port2.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.method === undefined) waiting.get(data.id)?.(data);
    else {
      heard.push(data);
      if (data.method in answers) port2.postMessage({ jsonrpc: '2.0', id: data.id, result: answers[data.method] });
    }
  };
  let next = 0;
  const ask = (method: string, params: object = {}): Promise<Message> =>
    new Promise((resolve) => {
      waiting.set(++next, resolve);
      port2.postMessage({ jsonrpc: '2.0', id: next, method, params });
    });
  const request = async (method: string, params: object = {}): Promise<Result> => {
    const { result, error } = await ask(method, params);
    if (error !== undefined) throw new Error(`${String(error.code)}: ${error.message}`);
    return result!;
  };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo: { name: 't', version: '1' } });
  const read = async (uri: string): Promise<Result> => {
    const result = await request('resources/read', { uri });
    expect(bytes(result)).toBeLessThanOrEqual(MOST);
    const [{ text }] = result['contents'] as [{ text: string }];
    return (text.startsWith('{') ? JSON.parse(text) : { text }) as Result;
  };
  const uris = async (): Promise<string[]> => ((await request('resources/list'))['resources'] as { uri: string }[]).map(({ uri }) => uri);
  return { ask, request, read, uris, heard, answers, script, core };
}

const sql = (statement: string, more: object = {}) => ({
  name: 'capture_query',
  arguments: { capture_selection: { capture_ids: ['chamber'] }, sql: statement, ...more },
});

test('captures, their columns and the manual are resources', async () => {
  const { read, uris, ask } = await start();
  const all = await uris();
  expect(all).toContain('capture-workbench://captures/chamber');
  expect(all).toContain('capture-workbench://manual/filter-grammar');
  const whole = await read('capture-workbench://captures/chamber');
  expect(whole).toMatchObject({ content_trust: 'untrusted', value: { row_count: expect.any(Number) as number } });
  const { columns } = (await read('capture-workbench://captures/chamber/columns/rssi'))['value'] as { columns: object[] };
  expect(columns).toMatchObject([{ name: 'rssi', unit: 'dBm' }]);
  expect((await read('capture-workbench://manual/linkage-model'))['text']).toContain('# ');
  for (const uri of [
    'capture-workbench://captures/other',
    'capture-workbench://captures/chamber/columns/nope',
    'capture-workbench://captures/chamber/columns',
    'capture-workbench://captures/chamber/rows/1',
    'capture-workbench://results/made-up',
    'capture-workbench://manual/../../etc/passwd',
    'file:///etc/passwd',
  ])
    expect((await ask('resources/read', { uri })).error).toMatchObject({ code: -32_002 });
});

test('the rest of a large answer is a resource, in pages that hold every row once', async () => {
  const { request, read, uris } = await start();
  const result = await request(
    'tools/call',
    sql('SELECT packet_no, advertiser_addr, local_name, ts_us FROM chamber ORDER BY 1', { limit: 5000 }),
  );
  expect(bytes(result)).toBeLessThanOrEqual(MOST);
  const content = result['content'] as { type: string; uri: string; text: string }[];
  const link = content.find(({ type }) => type === 'resource_link')!;
  const { total_count, row_count } = (await read(link.uri))['value'] as { total_count?: number; row_count?: number };
  expect([total_count, row_count]).toEqual([undefined, undefined]);
  const rows: unknown[][] = [];
  for (let uri: unknown = `${link.uri}/structured_output/rows`; typeof uri === 'string';) {
    const page = await read(uri);
    rows.push(...(page['value'] as unknown[][]));
    uri = page['next'];
  }
  const shown = result['structuredContent'] as { rows: unknown[][]; total_count: number };
  expect(rows.length).toBeGreaterThan(shown.rows.length);
  expect(rows.length).toBe(Math.min(5000, shown.total_count));
  expect(new Set(rows.map(([packet]) => packet)).size).toBe(rows.length);
  expect(await uris()).toContain(link.uri);
});

test('a small answer has no link, and results of other callers are no resources', async () => {
  const { request, uris, script, ask } = await start();
  const result = await request('tools/call', sql('SELECT count(*) AS n FROM chamber'));
  expect((result['content'] as { type: string }[]).map(({ type }) => type)).toEqual(['text']);
  const own = await script.run({
    tool_name: 'capture_query',
    tool_version: '1.2.0',
    capture_selection: { capture_id: 'chamber' },
    arguments: { sql: 'SELECT 1 AS one FROM chamber' },
    request_id: 'of-a-person',
    timeout_ms: 60_000,
  });
  expect((await ask('resources/read', { uri: `capture-workbench://results/${own.tool_call_id}` })).error?.code).toBe(-32_002);
  expect((await uris()).filter((uri) => uri.includes('/results/'))).toHaveLength(1);
});

test('reading a resource is a call of the agent: policy and journal are the same', async () => {
  const { core, read, uris, ask } = await start({ tools: ['list_captures'] });
  expect((await uris()).filter((uri) => uri.includes('/captures/'))).toEqual([]);
  expect((await ask('resources/read', { uri: 'capture-workbench://captures/chamber' })).error?.code).toBe(-32_002);
  const free = await start({ tools: ['describe_capture'] });
  await free.read('capture-workbench://captures/chamber');
  const lines = (mirror: typeof core.link.mirror) =>
    (mirror.read('audit') as { tool_name: string; entry: string }[]).map(({ tool_name, entry }) => [tool_name, entry]);
  expect([lines(core.link.mirror), lines(free.core.link.mirror)]).toEqual([[], [['describe_capture', 'mcp']]]);
  expect((await read('capture-workbench://manual/export'))['text']).toContain('# ');
});

test('prompts name calls that run as they are written', async () => {
  const { request, ask } = await start();
  const { prompts } = (await request('prompts/list')) as { prompts: { name: string; arguments: { name: string }[] }[] };
  const values: Readonly<Record<string, string>> = { capture: 'chamber', column: 'rssi', address: '4c:00:00:00:00:01' };
  let calls = 0;
  for (const { name, arguments: args } of prompts.filter(({ arguments: of }) => of.every((each) => each.name in values))) {
    const given = Object.fromEntries(args.map((argument) => [argument.name, values[argument.name]]));
    const { messages } = (await request('prompts/get', { name, arguments: given })) as { messages: [{ content: { text: string } }] };
    for (const [, tool, written] of messages[0].content.text.matchAll(/^\d\. (\w+) with (\{.*\})$/gm)) {
      if (written!.includes('$steps.')) continue;
      calls += 1;
      const result = await request('tools/call', { name: tool, arguments: JSON.parse(written!) as object });
      expect([name, JSON.stringify(result['content']), result['isError']]).toEqual([name, expect.anything(), false]);
    }
  }
  expect(calls).toBeGreaterThanOrEqual(7);
  for (const [name, args] of [
    ['air', {}],
    ['air', { capture: 'other' }],
    ['compare', { capture: 'chamber', other: 'chamber2' }],
    ['column', { capture: 'chamber', column: 'nope' }],
    ['address', { capture: 'chamber', address: "' OR 1=1" }],
  ] as const)
    expect((await ask('prompts/get', { name, arguments: args })).error).toMatchObject({ code: -32_602 });
}, 60_000);

test('prompts whose tools the policy forbids do not exist', async () => {
  const { request, ask } = await start({ tools: ['capture_overview'] });
  expect((await request('prompts/list'))['prompts']).toMatchObject([{ name: 'air' }]);
  expect((await ask('prompts/get', { name: 'names', arguments: { capture: 'chamber' } })).error?.message).toBe('Unknown prompt');
});

test('addresses of a capture whose name is a word of SQL are completed', async () => {
  const { request } = await start({ file: 'order.pcapng' });
  const params = { ref: { type: 'ref/prompt', name: 'address' }, argument: { name: 'address', value: '' } };
  const { completion } = await request('completion/complete', { ...params, context: { arguments: { capture: 'order' } } });
  expect((completion as { values: string[] }).values.length).toBeGreaterThan(3);
});

test('captures, columns and addresses are completed', async () => {
  const { request } = await start();
  const of = async (name: string, value: string, given?: object): Promise<string[]> => {
    const params = {
      ref: { type: 'ref/prompt', name: 'address' },
      argument: { name, value },
      ...(given && { context: { arguments: given } }),
    };
    return ((await request('completion/complete', params))['completion'] as { values: string[] }).values;
  };
  expect(await of('capture', 'CH')).toEqual(['chamber']);
  expect(await of('column', 'rss', { capture: 'chamber' })).toEqual(['rssi']);
  expect(await of('column', 'rss', { capture: 'other' })).toEqual([]);
  const all = await of('address', '', { capture: 'chamber' });
  expect(all.length).toBeGreaterThan(3);
  expect(all).toEqual(all.filter((address) => /^[0-9A-F]{2}(:[0-9A-F]{2}){5}$/.test(address)));
  const typed = all[0]!.slice(0, 4).toLowerCase();
  expect(await of('address', typed, { capture: 'chamber' })).toEqual(all.filter((address) => address.startsWith(all[0]!.slice(0, 4))));
  expect(await of('address', "' OR 1=1 --", { capture: 'chamber' })).toEqual([]);
  expect(await of('page', 'link')).toEqual(['linkage-model']);
  expect(await of('unknown', '')).toEqual([]);
});

const EXPORT = {
  name: 'capture_export',
  arguments: { capture_selection: { capture_ids: ['chamber'] }, format: 'csv' },
};

test('only where the surroundings allow it is the person in front of the client asked', async () => {
  const page = await start({ capabilities: { elicitation: {} } });
  expect(JSON.stringify(await page.request('tools/list', { cursor: 'rest' }))).not.toContain('"capture_export"');
  expect((await page.ask('tools/call', EXPORT)).error?.message).toBe('Unknown tool');
  const silent = await start({ clientApproves: true });
  expect((await silent.ask('tools/call', EXPORT)).error?.message).toBe('Unknown tool');
});

test.each<[object, string]>([
  [{ action: 'accept', content: { approve: true } }, 'approved'],
  [{ action: 'accept', content: { approve: false } }, 'rejected'],
  [{ action: 'accept', content: {} }, 'rejected'],
  [{ action: 'accept', content: { approve: 'true' } }, 'rejected'],
  [{ action: 'decline' }, 'rejected'],
])('the answer %j to the question for approval: %s', async (answer, approval) => {
  const { request, answers, heard, core } = await start({ clientApproves: true, capabilities: { elicitation: {} } });
  answers['elicitation/create'] = answer;
  expect(JSON.stringify(await request('tools/list', { cursor: 'rest' }))).toContain('"capture_export"');
  await request('tools/call', EXPORT);
  const [question] = heard.filter(({ method }) => method === 'elicitation/create');
  expect(question?.params?.['message']).toContain('capture_export');
  const [line] = core.link.mirror.read('audit') as { approval: string; approver: string }[];
  expect(line).toMatchObject({ approval, approver: 'user:mcp-client' });
});

describe('plots', () => {
  interface Content {
    readonly type: string;
    readonly uri?: string;
    readonly data?: string;
    readonly mimeType?: string;
  }
  /** A host whose images have a size for each width. */
  const drawing = (sizeOf: (width: number) => number | null) => {
    const widths: number[] = [];
    const drawPlot = async (uri: string, width: number): Promise<Uint8Array | null> => {
      expect(await (await fetch(uri)).text()).toMatch(/^<svg /);
      widths.push(width);
      const size = sizeOf(width);
      return size === null ? null : new Uint8Array(size).fill(width % 251);
    };
    return { widths, drawPlot };
  };
  const small = {
    name: 'anova_tool',
    arguments: { capture_selection: { capture_ids: ['chamber'] }, response: 'rssi', factors: ['channel'] },
  };
  const large = {
    name: 'statistical_regression_tool',
    arguments: {
      capture_selection: { capture_ids: ['chamber'] },
      operation: 'linear_regression',
      target: 'rssi',
      features: ['channel'],
    },
  };

  test('a small plot is an image in the result; each has an address that reads as one', async () => {
    const { drawPlot } = drawing(() => 3000);
    const { request, uris } = await start({ drawPlot });
    const result = await request('tools/call', small);
    expect(bytes(result)).toBeLessThanOrEqual(MOST);
    const content = result['content'] as Content[];
    const images = content.filter(({ type }) => type === 'image');
    const links = content.filter(({ type, mimeType }) => type === 'resource_link' && mimeType === 'image/png');
    expect(images.length).toBeGreaterThan(0);
    expect(links.length).toBe(images.length);
    const { uri } = links[0]!;
    expect(uri).toMatch(/^capture-workbench:\/\/results\/mcp-[\w-]+\/plots\/\w+$/);
    expect(await uris()).toContain(uri);
    expect((await request('resources/read', { uri }))['contents']).toEqual([{ uri, mimeType: 'image/png', blob: images[0]!.data }]);
    for (const wrong of [`${uri}x`, `${uri}/1`, `${uri}?from=3`, uri!.replace(/\/\w+$/, '')])
      await expect(request('resources/read', { uri: wrong })).rejects.toThrow('-32002');
  });

  test('an image never costs text: beside a large answer there are only links', async () => {
    const { widths, drawPlot } = drawing(() => 3000);
    const { request } = await start({ drawPlot });
    const content = (await request('tools/call', large))['content'] as Content[];
    expect(content.map(({ type }) => type)).toEqual(['text', 'resource_link', 'resource_link', 'resource_link']);
    expect(content[1]!.uri).not.toContain('/plots/');
    expect(widths).toEqual([]);
    const plots = content.flatMap(({ uri }) => (uri?.includes('/plots/') === true ? [uri] : []));
    expect(plots).toHaveLength(2);
    for (const uri of plots) expect(bytes(await request('resources/read', { uri }))).toBeLessThanOrEqual(MOST);
  });

  test('an image that is too large is drawn smaller, and one that cannot be drawn is not found', async () => {
    const large = drawing((width) => width * 50);
    const { request } = await start({ drawPlot: large.drawPlot });
    const { content } = await request('tools/call', small);
    const { uri } = (content as Content[]).find(({ uri: each }) => each?.includes('/plots/'))!;
    large.widths.length = 0;
    const result = await request('resources/read', { uri });
    expect(large.widths).toEqual([640, 480, 320]);
    expect(bytes(result)).toBeLessThanOrEqual(MOST);
    const none = await start({ drawPlot: drawing(() => null).drawPlot });
    const answer = (await none.request('tools/call', small))['content'] as Content[];
    expect(answer.map(({ type }) => type)).not.toContain('image');
    await expect(none.request('resources/read', { uri: answer.at(-1).uri })).rejects.toThrow('-32002');
  });

  test('a result says why its files are not written, and keeps its images', async () => {
    const artifacts = 'Files of calls are not written.';
    const { request } = await start({ drawPlot: drawing(() => 3000).drawPlot, artifacts });
    const result = await request('tools/call', small);
    expect(bytes(result)).toBeLessThanOrEqual(MOST);
    const [, note, ...rest] = result['content'] as Content[];
    expect(note).toEqual({ type: 'text', text: artifacts });
    expect(rest.map(({ type }) => type)).toEqual(['image', 'resource_link']);
    const fileless = await request('tools/call', sql('SELECT 1 AS one FROM chamber LIMIT 1'));
    expect(JSON.stringify(fileless['content'])).not.toContain(artifacts);
  });

  test('a drawing that fails costs the image, not the result', async () => {
    const { request } = await start({ drawPlot: () => Promise.reject(new Error('/home/a/renderer.wasm is missing')) });
    const result = await request('tools/call', small);
    expect(result).toMatchObject({ isError: false, structuredContent: { verdict: { test: 'cluster' } } });
    const content = result['content'] as Content[];
    expect(content.map(({ type }) => type)).toEqual(['text', 'resource_link']);
    await expect(request('resources/read', { uri: content.at(-1)?.uri })).rejects.toThrow(/^-32000: The plot could not be drawn/);
  });
});

/** The official SDK's client against the built command. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, afterEach, expect, test } from 'vitest';
import { COMMAND, folder, SAMPLE } from './command.ts';

/** Plots and tables of calls go there. */
const place = folder();
afterAll(() => place.remove());

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const newClient = (): Client => {
  const client = new Client({ name: 'sdk', version: '1' });
  ends.push(() => client.close());
  return client;
};

/** What an assistant does first: lists, a call, the rest of its answer, a prompt. */
async function use(client: Client): Promise<void> {
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toContain('capture_query');
  expect(names).not.toContain('capture_export');
  const selection = { capture_ids: ['chamber_four_phones'] };
  const answer = await client.callTool({
    name: 'capture_query',
    arguments: { capture_selection: selection, sql: 'SELECT packet_no, advertiser_addr FROM chamber_four_phones ORDER BY 1', limit: 3000 },
  });
  expect(JSON.stringify(answer).length).toBeLessThanOrEqual(32 * 1024);
  const { uri } = (answer.content as { type: string; uri: string }[]).find(({ type }) => type === 'resource_link')!;
  const { contents } = await client.readResource({ uri: `${uri}/structured_output/rows` });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ from: 0, total: 3000 });
  const compared = await client.callTool({
    name: 'anova_tool',
    arguments: { capture_selection: selection, response: 'rssi', factors: ['channel'] },
  });
  const blocks = compared.content as { type: string; mimeType?: string; data?: string; uri: string }[];
  const image = blocks.find(({ type }) => type === 'image')!;
  expect([image.mimeType, Buffer.from(image.data!, 'base64').subarray(1, 4).toString('latin1')]).toEqual(['image/png', 'PNG']);
  const plot = blocks.find(({ type, uri: at }) => type === 'resource_link' && at.includes('/plots/'))!;
  expect((await client.readResource({ uri: plot.uri })).contents).toEqual([{ uri: plot.uri, mimeType: 'image/png', blob: image.data }]);
  const { messages } = await client.getPrompt({ name: 'air', arguments: { capture: 'chamber_four_phones' } });
  expect(JSON.stringify(messages)).toContain('capture_overview');
  const ref = { type: 'ref/prompt', name: 'air' } as const;
  expect((await client.complete({ ref, argument: { name: 'capture', value: 'cham' } })).completion.values).toEqual(['chamber_four_phones']);
}

async function started(env: Readonly<Record<string, string>>): Promise<{ readonly child: ChildProcess; readonly said: string[] }> {
  const child = spawn(process.execPath, [COMMAND, 'mcp', '--http', '0', SAMPLE, '--write-to', place.path], {
    env: { ...process.env, ...env },
  });
  ends.push(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    if (line.includes('serving MCP at') && env['CAPTURE_WORKBENCH_TOKEN'] !== undefined) break;
    if (line.includes('Authorization: Bearer:')) break;
  }
  return { child, said };
}

const over = (url: string, token: string) =>
  new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  }) as unknown as Parameters<Client['connect']>[0];

test('over standard input and output', async () => {
  const client = newClient();
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [COMMAND, 'mcp', SAMPLE, '-q', '--write-to', place.path] }),
  );
  await use(client);
});

test('without --write-to no file is written, and the result of a call with files says so', async () => {
  const cwd = folder();
  const client = newClient();
  const args = [resolve(COMMAND), 'mcp', resolve(SAMPLE), '-q'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: cwd.path }));
  await use(client);
  const { content } = await client.callTool({
    name: 'anova_tool',
    arguments: { capture_selection: { capture_ids: ['chamber_four_phones'] }, response: 'rssi', factors: ['channel'] },
  });
  expect((content as { text?: string }[])[1]?.text).toContain('--write-to FOLDER');
  expect(readdirSync(cwd.path)).toEqual([]);
  cwd.remove();
});

test('over HTTP, with a token of the environment', async () => {
  const token = 'a-token-of-this-test-alone';
  const { child, said } = await started({ CAPTURE_WORKBENCH_TOKEN: token });
  const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(said.join('\n'))![0];
  expect(said.join('\n')).not.toContain(token);
  const client = newClient();
  await client.connect(over(url, token));
  await use(client);
  await expect(newClient().connect(over(url, 'another-token-of-this-test'))).rejects.toThrow();
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([143, null]);
});

test('without one, the command makes a token and shows it once', async () => {
  const { said } = await started({});
  const [url, token] = [/http:\S+\/mcp/, /Bearer: (\S{32})$/].map((pattern) => pattern.exec(said.join('\n'))?.at(-1));
  const client = newClient();
  await client.connect(over(url!, token!));
  expect(client.getServerVersion()).toMatchObject({ name: 'capture-workbench' });
});

test.each(['70000', 'x', '-1'])('--http %s is refused', async (port) => {
  const child = spawn(process.execPath, [COMMAND, 'mcp', `--http=${port}`, SAMPLE]);
  expect(await once(child, 'exit')).toEqual([2, null]);
});

test('the assistant opens captures in the folders that were named, and nothing outside them', async () => {
  const client = newClient();
  const args = [COMMAND, 'mcp', '--folder', 'public/samples', '--folder', 'tests/fixtures/captures/mitll', '-q', '--write-to', place.path];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  expect((await client.listTools()).tools.slice(0, 3).map(({ name }) => name)).toEqual(['list_files', 'open_capture', 'close_capture']);
  const call = async (name: string, given: Record<string, unknown>) => {
    const answer = await client.callTool({ name, arguments: given });
    return { failed: answer.isError === true, said: JSON.stringify(answer.content), value: answer.structuredContent };
  };
  expect((await call('list_files', {})).value).toMatchObject({ entries: [{ path: 'samples' }, { path: 'mitll' }] });
  const listed = (await call('list_files', { path: 'samples' })).value as { entries: { path: string }[] };
  const path = listed.entries.map((entry) => entry.path).find((each) => each.endsWith('chamber_four_phones.pcapng'))!;
  const captures = [{ capture_id: 'chamber_four_phones', kind: 'ble', format: 'pcapng', row_count: 8853 }];
  const [first, second] = await Promise.all([call('open_capture', { path }), call('open_capture', { path })]);
  expect([first.value, second.value]).toEqual([{ captures }, { captures }]);
  await use(client);
  for (const outside of [
    '../README.md',
    'samples/../../README.md',
    `${process.cwd()}/README.md`,
    'samples/%2e%2e/%2e%2e/README.md',
    'SAMPLES/x',
  ]) {
    const { failed, said } = await call('open_capture', { path: outside });
    expect([outside, failed, said.includes('expected a file as list_files gives it')]).toEqual([outside, true, true]);
  }
  for (const broken of [{}, { path: 7 }, { path, more: 1 }]) expect(await call('open_capture', broken)).toMatchObject({ failed: true });
  // A text that is no capture is a table, or an error that says so; the server goes on.
  await call('open_capture', { path: 'mitll/LICENSE.md' });
  expect((await call('list_captures', {})).failed).toBe(false);
});

test('the assistant closes what it opened, and nothing else, and opens it again', async () => {
  const client = newClient();
  const mine = 'tests/fixtures/captures/made/heart_rate.pcap';
  const args = [COMMAND, 'mcp', mine, '--folder', 'public/samples', '-q'];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  const call = async (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given });
  const path = 'samples/chamber_four_phones.pcapng';
  const count = { sql: 'SELECT count(*) AS n FROM chamber_four_phones', capture_selection: { capture_ids: ['chamber_four_phones'] } };
  const listed = async (): Promise<string> => JSON.stringify((await call('list_captures', {})).structuredContent);
  const wrong = { isError: true };

  expect(await call('close_capture', { capture_id: 'chamber_four_phones' })).toMatchObject(wrong);
  await call('open_capture', { path });
  expect(await listed()).toContain('chamber_four_phones');
  expect((await call('capture_query', count)).isError).not.toBe(true);
  for (const given of [{ capture_id: 'heart_rate' }, {}, { capture_id: 7 }, { capture_id: 'chamber_four_phones', more: 1 }])
    expect(await call('close_capture', given)).toMatchObject(wrong);
  const closed = await Promise.all([0, 1].map(() => call('close_capture', { capture_id: 'chamber_four_phones' })));
  expect(closed[0]?.structuredContent).toEqual({ closed: ['chamber_four_phones'] });
  expect(closed[1]).toMatchObject(wrong);
  expect(await listed()).not.toContain('chamber_four_phones');
  expect(await listed()).toContain('heart_rate');
  expect(await call('capture_query', count)).toMatchObject(wrong);
  await call('open_capture', { path });
  expect((await call('capture_query', count)).isError).not.toBe(true);
});

test('without a folder there are no tools for files', async () => {
  const client = newClient();
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [COMMAND, 'mcp', SAMPLE, '-q'] }));
  expect((await client.listTools()).tools.map(({ name }) => name)).not.toContain('open_capture');
  await expect(client.callTool({ name: 'open_capture', arguments: { path: 'samples/x' } })).rejects.toThrow('Unknown tool');
});

test('a folder that is missing ends with 3', async () => {
  const child = spawn(process.execPath, [COMMAND, 'mcp', '--folder', 'no-such-folder']);
  expect(await once(child, 'exit')).toEqual([3, null]);
});

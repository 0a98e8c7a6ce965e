/** The MCP Inspector on its command line against the built command, each time in one line. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';

const INSPECTOR = resolve('.cache/inspector/node_modules/@modelcontextprotocol/inspector/cli/build/cli.js');
const COMMAND = 'dist/cli/capture-workbench.mjs';
const SAMPLE = 'public/samples/chamber_four_phones.pcapng';
const TOKEN = 'a-token-of-this-test-alone';
const OVERVIEW = [
  '--method',
  'tools/call',
  '--tool-name',
  'capture_overview',
  '--tool-arg',
  'capture_selection={"capture_ids":["chamber_four_phones"]}',
];

const seen = existsSync(INSPECTOR);
if (!seen) console.info('NOT SEEN: the MCP Inspector is not installed (npm run test:engines -- --install)');

/** Runs the Inspector and returns the answer that it prints. */
async function inspect(...args: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await promisify(execFile)(process.execPath, [INSPECTOR, '--cli', ...args], { maxBuffer: 16 * 1024 * 1024 });
  return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
}

async function expectServer(server: readonly string[]): Promise<void> {
  const { tools } = (await inspect(...server, '--method', 'tools/list')) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toContain('capture_query');
  const { content, isError } = (await inspect(...server, ...OVERVIEW)) as { content: { text: string }[]; isError: boolean };
  expect([isError, JSON.parse(content[0]!.text)]).toMatchObject([false, { status: 'ok' }]);
  const { resources } = (await inspect(...server, '--method', 'resources/list')) as { resources: { uri: string }[] };
  expect(resources.map(({ uri }) => uri)).toContain('capture-workbench://captures/chamber_four_phones');
  const { prompts } = (await inspect(...server, '--method', 'prompts/list')) as { prompts: { name: string }[] };
  expect(prompts.map(({ name }) => name)).toContain('air');
}

describe.runIf(seen)('the MCP Inspector reaches the command', () => {
  test('over standard input and output', () => expectServer([process.execPath, COMMAND, 'mcp', SAMPLE]));

  test('over HTTP, and not without the token', async () => {
    const child = spawn(process.execPath, [COMMAND, 'mcp', '--http', '0', SAMPLE], {
      env: { ...process.env, CAPTURE_WORKBENCH_TOKEN: TOKEN },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      let url: string | undefined;
      for await (const line of createInterface({ input: child.stderr })) {
        url = /http:\S+\/mcp/.exec(line)?.[0];
        if (url !== undefined) break;
      }
      const server = [url!, '--transport', 'http'];
      await expectServer([...server, '--header', `Authorization: Bearer ${TOKEN}`]);
      await expect(inspect(...server, '--method', 'tools/list')).rejects.toThrow();
    } finally {
      child.kill();
    }
  });
});

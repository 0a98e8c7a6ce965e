import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveHttp, type HttpServer } from '../../../src/cli/mcp/http/serve.ts';
import { serveMcp, type McpServer } from '../../../src/wire/mcp/server.ts';
import { fixtureParts } from '../../support/mcp-fixtures.ts';

/** The published runner of the protocol's authors, of the last line that runs on this Node. */
const RUNNER = resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js');
/** Its 32 scenarios for servers, but those below. */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'logging-set-level',
  'completion-complete',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-with-logging',
  'tools-call-error',
  'tools-call-with-progress',
  'tools-call-elicitation',
  'json-schema-2020-12',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'server-sse-polling',
  'server-sse-multiple-streams',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'resources-subscribe',
  'resources-unsubscribe',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'dns-rebinding-protection',
] as const;
/** No tool here asks the client's model for text, and 2026-07-28 deprecates that. */
const NOT_SERVED = 'tools-call-sampling';

let mcp: McpServer;
let http: HttpServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'mcp-conformance-'));
  mcp = serveMcp(fixtureParts());
  http = await serveHttp({ server: mcp, port: 0, token: null });
});
afterAll(async () => {
  await http.close();
  mcp.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Its own process, its own client: nothing of ours on that side. */
function conformance(scenario: string): Promise<{ readonly code: number | null; readonly output: string }> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [RUNNER, 'server', '--url', http.url, '--scenario', scenario], { cwd: folder });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece: Buffer) => (output += piece.toString()));
    child.on('close', (code) => {
      done({ code, output });
    });
  });
}

test.each(SCENARIOS)('the published conformance runner passes %s', async (scenario) => {
  const { code, output } = await conformance(scenario);
  expect(output).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/);
  expect(code).toBe(0);
});

test('the runner fails what is not served, so that passing means something', async () => {
  expect((await conformance(NOT_SERVED)).code).toBe(1);
});

import { expect, test } from 'vitest';
import { explainFailure } from '../../../../src/core/mcp/explain.ts';
import { WorkbenchError } from '../../../../src/base/failure.ts';
import { mcpServer } from '../../../support/mcp-server.ts';

const ORIGIN = 'http://127.0.0.1:4173';
const explain = (code: string, status?: number, url = 'http://127.0.0.1:9/mcp') =>
  explainFailure(new WorkbenchError(code, 'expected this, found that', status === undefined ? {} : { status }), url, ORIGIN);

test.each<[string, number | undefined, string]>([
  ['ENDPOINT_UNREACHABLE', undefined, 'Nothing answers at http://127.0.0.1:9/mcp'],
  ['ENDPOINT_STATUS', 403, `Add ${ORIGIN} to the origins`],
  ['ENDPOINT_STATUS', 404, 'many servers use /mcp'],
  ['ENDPOINT_STATUS', 400, 'Access-Control-Expose-Headers: Mcp-Session-Id'],
  ['ENDPOINT_STATUS', 401, 'credentials'],
  ['ENDPOINT_STATUS', 500, 'log of the server'],
  ['ENDPOINT_REDIRECTED', undefined, 'Enter the final address'],
  ['ENDPOINT_NOT_MCP', undefined, 'not an MCP endpoint'],
  ['ENDPOINT_TIMEOUT', undefined, 'did not answer'],
  ['ENDPOINT_CUT', undefined, 'ended in the middle of a response'],
  ['MCP_VERSION', undefined, '2025-06-18'],
  ['MCP_BAD_MESSAGE', undefined, 'log of the server'],
])('%s %s comes with a remedy', async (code, status, words) => {
  const { remedy, ...rest } = await explain(code, status);
  expect(rest).toEqual({ code, message: 'expected this, found that' });
  expect(remedy.join('\n')).toContain(words);
});

test('a server that answers, but not to this page, is told apart: each header that is missing is named with its value', async () => {
  const server = await mcpServer();
  const { remedy } = await explain('ENDPOINT_UNREACHABLE', undefined, server.url);
  await server.close();
  expect(remedy.slice(1)).toEqual([
    `Access-Control-Allow-Origin: ${ORIGIN}`,
    'Access-Control-Allow-Methods: GET, POST, DELETE',
    'Access-Control-Allow-Headers: Content-Type, MCP-Protocol-Version, Mcp-Session-Id, Mcp-Method, Mcp-Name',
    'Access-Control-Expose-Headers: Mcp-Session-Id',
  ]);
});

test('what is no failure of ours is told without its text', async () => {
  expect(await explainFailure(new Error('secret'), 'http://127.0.0.1:9/', ORIGIN)).toMatchObject({ code: 'MCP_FAILED', remedy: [] });
});

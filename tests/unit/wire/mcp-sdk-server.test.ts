import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { loopbackTransport } from '../../../src/core/mcp/http.ts';
import { readQuestion } from '../../../src/core/mcp/question.ts';
import { connectMcp, type McpConnection } from '../../../src/wire/mcp/client.ts';

/** The official SDK's server over Streamable HTTP, against our client. */
let http: Server;
let connection: McpConnection;
const never = new AbortController().signal;
let changes = 0;
const mcp = new McpServer({ name: 'sdk-server', version: '1.2.3' });

/** Offers a tool that answers at once, and one that asks the person first. */
function offerTools(): void {
  mcp.registerTool('add', { description: 'Adds.', inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => ({
    content: [{ type: 'text', text: String(a + b) }],
  }));
  mcp.registerTool('book', { description: 'Books a room.' }, async ({ requestId }) => {
    const answer = await mcp.server.elicitInput(
      {
        message: 'Which room?',
        requestedSchema: {
          type: 'object',
          properties: {
            room: {
              type: 'string',
              oneOf: [
                { const: 'a', title: 'Attic' },
                { const: 'b', title: 'Bath' },
              ],
            },
            seats: { type: 'integer', minimum: 1, default: 4 },
          },
          required: ['room'],
        },
      },
      { relatedRequestId: requestId },
    );
    return { content: [{ type: 'text', text: JSON.stringify([answer.action, answer.content]) }] };
  });
}

beforeAll(async () => {
  offerTools();
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => randomUUID() });
  await mcp.connect(transport);
  http = createServer((request, response) => void transport.handleRequest(request, response));
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${String((http.address() as AddressInfo).port)}/mcp`;
  const parts = { client: { name: 'capture-workbench', version: '1' }, asks: true, onListChanged: () => (changes += 1) };
  connection = await connectMcp({ transport: loopbackTransport(url), ...parts }, never);
});
afterAll(async () => {
  await connection.close();
  http.closeAllConnections();
  http.close();
});

test('tools are listed and called, and a change of the list is heard', async () => {
  expect(connection.server).toEqual({ name: 'sdk-server', version: '1.2.3' });
  expect((await connection.listTools(never)).map((tool) => (tool as { name: string }).name)).toEqual(['add', 'book']);
  expect(await connection.callTool('add', { a: 2, b: 3 }, [], never)).toMatchObject({ content: [{ type: 'text', text: '5' }] });
  const controller = new AbortController();
  const following = connection.follow(controller.signal).catch(() => false);
  await expect
    .poll(() => {
      mcp.sendToolListChanged();
      return changes;
    })
    .toBeGreaterThan(0);
  controller.abort();
  await following;
});

test('its question is a form that can be shown, and it takes the answer', async () => {
  const shown: unknown[] = [];
  const result = await connection.callTool('book', {}, [], never, (params) => {
    shown.push(readQuestion(params));
    return Promise.resolve({ action: 'accept', content: { room: 'b', seats: 2 } });
  });
  expect(shown).toMatchObject([
    {
      message: 'Which room?',
      fields: [
        { name: 'room', kind: 'choice', required: true, options: [{ title: 'Attic' }, { title: 'Bath' }] },
        { name: 'seats', kind: 'number', required: false, initial: 4 },
      ],
    },
  ]);
  expect(result).toMatchObject({ content: [{ text: '["accept",{"room":"b","seats":2}]' }] });
  const declined = await connection.callTool('book', {}, [], never, () => Promise.resolve({ action: 'decline' }));
  expect(declined).toMatchObject({ content: [{ text: '["decline",null]' }] });
});

import { afterEach, expect, test } from 'vitest';
import { echo, mcpServer, type TestMcpServer } from '../../../support/mcp-server.ts';
import { mcpBench, type McpBench } from '../../../support/mcp-bench.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const ECHO = 'mcp__lab__echo';

/** A bench in which `echo` of the server is allowed. */
async function benchOf(server: TestMcpServer): Promise<McpBench> {
  const bed = await mcpBench();
  closing.push(() => (bed.servers.disconnect('lab'), server.close()));
  await bed.servers.add('lab', server.url);
  await bed.servers.allow(ECHO, bed.tool('echo').fingerprint, true);
  return bed;
}

test.each(['modern', 'legacy'] as const)(
  'a server of the %s era asks the person during a call, as often as the form does not fit',
  async (era) => {
    const question = {
      message: 'Which room?',
      requestedSchema: { type: 'object', properties: { room: { type: 'string', enum: ['hall', 'attic'] } }, required: ['room'] },
    };
    const server = await mcpServer([echo], { era, question });
    const bed = await benchOf(server);
    const calling = bed.call(ECHO, { text: 'x' });
    await expect.poll(() => bed.servers.questions().length).toBe(1);
    const [asked] = bed.servers.questions();
    expect(asked).toMatchObject({
      server: 'lab',
      url: server.url,
      tool: 'echo',
      message: 'Which room?',
      fields: [{ name: 'room', kind: 'choice' }],
    });
    const id = asked?.id ?? '';
    expect(await bed.servers.answer(id, { action: 'accept', content: { room: 'cellar' } })).toHaveLength(1);
    expect(bed.servers.questions()).toHaveLength(1);
    expect(await bed.servers.answer(id, { action: 'accept', content: { room: 'attic' } })).toEqual([]);
    expect(bed.servers.questions()).toEqual([]);
    const result = await calling;
    expect(result).toMatchObject({ status: 'ok', structured_output: { structured: { said: 'x' } } });
    expect(result.warnings.map(({ code }) => code)).toContain('SERVER_ASKED');
    expect(server.answers).toMatchObject([{ action: 'accept', content: { room: 'attic' } }]);
    await expect(bed.servers.answer(id, { action: 'decline' })).rejects.toMatchObject({ code: 'UNKNOWN_QUESTION' });

    // A call that is cancelled takes its question back.
    const controller = new AbortController();
    const second = bed.call(ECHO, { text: 'x' }, { signal: controller.signal });
    await expect.poll(() => bed.servers.questions().length).toBe(1);
    controller.abort();
    expect((await second).errors.map(({ code }) => code)).toEqual(['CANCELLED']);
    expect(bed.servers.questions()).toEqual([]);
  },
);

test('a server that asks again and again gets an error, and the call ends', async () => {
  const form = { method: 'elicitation/create', params: { message: 'Again?', requestedSchema: { type: 'object', properties: {} } } };
  const server = await mcpServer([echo], {
    instead: ({ id, method }, response) => {
      if (method !== 'tools/call') return false;
      const result = { resultType: 'input_required', inputRequests: { a: form, b: form } };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id, result }));
      return true;
    },
  });
  const bed = await benchOf(server);
  let asked = 0;
  bed.servers.follow(() => {
    const [first] = bed.servers.questions();
    if (first === undefined) return;
    asked += 1;
    void bed.servers.answer(first.id, { action: 'decline' });
  });
  const { errors } = await bed.call(ECHO, { text: 'x' });
  expect(errors.map(({ message }) => message)).toEqual([expect.stringContaining('at most 16 questions during a call')]);
  expect(asked).toBe(16);
});

import { afterEach, expect, test } from 'vitest';
import { echo, mcpServer } from '../../../support/mcp-server.ts';
import { mcpBench } from '../../../support/mcp-bench.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

const ECHO = 'mcp__lab__echo';

test.each(['modern', 'legacy'] as const)(
  'a server of the %s era asks the person during a call, as often as the form does not fit',
  async (era) => {
    const question = {
      message: 'Which room?',
      requestedSchema: { type: 'object', properties: { room: { type: 'string', enum: ['hall', 'attic'] } }, required: ['room'] },
    };
    const server = await mcpServer([echo], { era, question });
    const bed = await mcpBench();
    closing.push(() => (bed.servers.disconnect('lab'), server.close()));
    await bed.servers.add('lab', server.url);
    await bed.servers.allow(ECHO, bed.tool('echo').fingerprint, true);
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

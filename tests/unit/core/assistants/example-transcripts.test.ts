import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleTranscript } from '../../../../src/core/assistants/examples.ts';
import { answerMessages } from '../../../../src/wire/answer-messages.ts';
import { decode } from '../../../../src/wire/decode.ts';
import { detectDialect } from '../../../../src/wire/detect.ts';
import { DIALECTS, type Dialect } from '../../../../src/wire/record.ts';
import { ASK, CONVERSATION } from '../../../support/dialect-messages.ts';
import { SAMPLE } from '../../../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.open(new Uint8Array(readFileSync(SAMPLE)), 'chamber_four_phones.pcapng');
});
afterAll(() => workbench.close());

const QUESTION = 'How many packets are there on each channel?';
const USER: Partial<Record<Dialect, unknown>> = {
  'openai-chat': { role: 'user', content: QUESTION },
  'openai-responses': { role: 'user', content: QUESTION },
  anthropic: { role: 'user', content: QUESTION },
  gemini: { role: 'user', parts: [{ text: QUESTION }] },
  bedrock: { role: 'user', content: [{ text: QUESTION }] },
  cohere: { role: 'user', content: QUESTION },
  ollama: { role: 'user', content: QUESTION },
};
const sql = 'SELECT channel, count(*) AS packets FROM chamber_four_phones GROUP BY channel ORDER BY channel';

/** The sample capture asked about in a dialect: a call that names no open capture, our answer, the right call, our answer. */
async function record(dialect: Dialect): Promise<string> {
  const messages: unknown[] = dialect in USER ? [USER[dialect]] : [];
  for (const [at, capture_id] of ['chamber_four_phone', 'chamber_four_phones'].entries()) {
    const asked = ASK[dialect](at + 1, 'capture_query', { capture_selection: { capture_id }, sql });
    const [call] = decode(dialect, asked, workbench.runner.catalog()).calls;
    const result = await workbench.runner.run(call?.invocation, { entry: 'console', scope: dialect });
    messages.push(asked, ...answerMessages(dialect, [result]));
  }
  return `${JSON.stringify(CONVERSATION[dialect](messages), null, 2)}\n`;
}

// `npx vitest run tests/unit/core/assistants/example-transcripts.test.ts -u` records them anew.
test.each(DIALECTS)('the example of %s is what the code writes today, and is read without a problem', async (dialect) => {
  const recorded = await record(dialect);
  await expect(recorded).toMatchFileSnapshot(`../../../../src/core/assistants/examples/${dialect}.json`);
  const { text, file_name } = await exampleTranscript(dialect);
  expect([JSON.parse(text), file_name]).toEqual([JSON.parse(recorded), `capture-workbench-example.${dialect}.json`]);
  expect(detectDialect(text)).toBe(dialect);
  const { calls, problems } = decode(dialect, text, workbench.runner.catalog());
  expect([problems, calls.length, calls.every(({ result }) => result !== null)]).toEqual([[], 2, true]);
});

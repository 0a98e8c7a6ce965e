import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';
import { encode, type EncodeOptions } from '../../../src/wire/encode.ts';
import { completion } from '../../support/scripted-endpoint.ts';
import { bench } from '../../support/tools.ts';

const page = readFileSync('docs/how-to/assistants.md', 'utf8');
const source = /<!-- loop -->\s*```js\n([\s\S]*?)```/.exec(page)?.[1] ?? '';

type Loop = (
  workbench: object,
  model: (request: { readonly messages: readonly { readonly role: string }[]; readonly tools: unknown }) => Promise<unknown>,
  question: string,
) => Promise<{ text: string | null; messages: readonly { role: string; content: string | null }[] }>;

test('the loop of the page for assistant builders runs as it stands there: a wrong call, a cut one, a right one, an answer', async () => {
  expect(source.trim().split('\n').length).toBeLessThanOrEqual(40);
  const url = `data:text/javascript,${encodeURIComponent(`export default ${source}`)}`;
  const { default: answer } = (await import(/* @vite-ignore */ url)) as { default: Loop };
  const { runner } = bench();
  const workbench = {
    encode: (dialect: 'openai-chat', options: EncodeOptions) => encode(dialect, runner.catalog(), options),
    decode: (dialect: 'openai-chat', transcript: unknown) => decode(dialect, transcript, runner.catalog()),
    run: (invocation: unknown, options: object) => runner.run(invocation, options),
  };
  const args = (factor: number): string => `{"capture_selection": {"capture_id": "lab"}, "factor": ${String(factor)}}`;
  const script = [args(99), '{"fac', args(3)].map(
    (text, at) =>
      JSON.parse(JSON.stringify(completion({ name: 'row_multiplier', args: text })).replace('call_0', `call_${String(at)}`)) as unknown,
  );
  const requests: unknown[] = [];
  const { text, messages } = await answer(
    workbench,
    (request) => {
      requests.push(request);
      return Promise.resolve(script.shift() ?? completion('It is 300.'));
    },
    'How many?',
  );
  expect([text, requests.length]).toEqual(['It is 300.', 4]);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant', 'tool', 'assistant', 'tool', 'assistant']);
  const answers = messages.flatMap(({ role, content }) => (role === 'tool' ? [JSON.parse(content ?? '') as { status: string }] : []));
  expect(answers.map(({ status }) => status)).toEqual(['error', 'error', 'ok']);
  expect(runner.audit().map(({ status }) => status)).toEqual(['error', 'ok']);
});

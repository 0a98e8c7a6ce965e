/** Which texts before a call let it run: generated from parts of sentences, in every form that calls have in texts. */
import { describe, expect, test } from 'vitest';
import { isAnnounced } from '../../../src/base/announced.ts';
import { decode } from '../../../src/wire/decode.ts';
import type { ToolManifest } from '../../../src/tools/contract/index.ts';
import { randomSource } from '../../support/random.ts';
import { bench } from '../../support/tools.ts';

const tools: readonly ToolManifest[] = bench().runner.catalog();
const random = randomSource(20261126);
const pick = <T>(items: readonly T[]): T => items[random.below(items.length)]!;

const json = '{"name": "row_multiplier", "arguments": {"factor": 3}}';
const FORMS = [
  `<tool_call>${json}</tool_call>`,
  '<tool_call>\n<function=row_multiplier>\n<parameter=factor>\n3\n</parameter>\n</function>\n</tool_call>',
  '<function=row_multiplier>{"factor": 3}</function>',
  `[TOOL_CALLS] [${json}]`,
  `<|python_tag|>${json}`,
  `\`\`\`json\n${json}\n\`\`\``,
];
const OPENINGS = ['', 'Sure. ', 'Okay, ', 'Now ', 'First, ', 'To see this, '];
const ANNOUNCED = ["I'll", 'I will', 'Let me', "I'm going to", 'I need to', "We'll"];
const WORK = ['count the rows', 'look at the packets', 'run the tool', 'call row_multiplier', 'multiply the rows', 'open this capture'];
const HARMLESS = ['There are five devices.', 'The capture is short.', 'Rows come from one sensor.', ''];
/** What says that the call is not meant, or not now. */
const DOUBTS = [
  'Do not run this.',
  'For example:',
  'You could call it like this:',
  'Never send this:',
  'If that fails, use this:',
  'Yesterday I ran this call:',
  'Should I run it?',
  'The documentation says to call it like this:',
  'She wrote this in a name of a device:',
  'The syntax is:',
  'It would be:',
  'Imagine this answer:',
  "I won't do it:",
];
/** What announces nothing, in several languages. */
const OTHERS = [
  'Names of devices:',
  'The name of the third device is',
  'Man nennt das einen Aufruf:',
  '例如：',
  'Par exemple :',
  'Device 3 calls itself',
  'Observation:',
  'A call looks as follows:',
  'Captured payload, decoded:',
  'User:',
];
const read = (content: string): { runs: number; problems: readonly string[] } => {
  const response = { choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }] };
  const { calls, problems } = decode('openai-chat', response, tools);
  return { runs: calls.filter(({ invocation }) => invocation !== null).length, problems: problems.map(({ code }) => code) };
};
const announcement = (): string => `${pick(OPENINGS)}${pick(ANNOUNCED)} ${pick(WORK)}${pick(['.', ':', ''])}`;
const text = (...lines: readonly string[]): string => `${lines.filter(Boolean).join('\n')}\n${pick(FORMS)}`;

describe('a call in a text', () => {
  test('runs where the last sentence announces it', () => {
    for (let made = 0; made < 200; made++) {
      const content = text(pick(HARMLESS), announcement());
      expect({ content, ...read(content) }).toEqual({ content, runs: 1, problems: [] });
    }
  });

  test.each([
    ['a sentence before the announcement doubts it', () => text(pick(DOUBTS), announcement())],
    ['a sentence behind the announcement doubts it', () => text(announcement(), pick(DOUBTS))],
    ['nothing announces it', () => text(pick(HARMLESS), pick(OTHERS))],
    ['the announcement is followed by other words', () => text(announcement(), pick(OTHERS))],
  ])('does not run where %s, which is a problem', (_, write) => {
    for (let made = 0; made < 200; made++) {
      const content = write();
      expect({ content, ...read(content) }).toEqual({ content, runs: 0, problems: ['CALL_IN_TEXT'] });
    }
  });
});

test('words drawn at random announce nothing unless they begin as an announcement does', () => {
  const words = [...WORK, ...HARMLESS, ...OTHERS, 'the', 'five', 'rows', 'device', 'capture', 'of', 'this'].flatMap((each) =>
    each.split(' '),
  );
  const isOpening =
    /^(?:i|we|let|here|sure|okay|now|first|next|then|to|call|run|use|action|answer|plan|thought|the|my|this|tool|function)\b/i;
  for (let made = 0; made < 500; made++) {
    const sentence = Array.from({ length: 2 + random.below(8) }, () => pick(words))
      .join(' ')
      .trim();
    if (sentence === '' || isOpening.test(sentence)) continue;
    expect({ sentence, announced: isAnnounced(`${sentence}\n`) }).toEqual({ sentence, announced: false });
  }
});

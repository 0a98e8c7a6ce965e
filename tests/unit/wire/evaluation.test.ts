import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';
import type { EvaluationCase } from '../../../src/wire/score.ts';
import { scoreTranscript } from '../../../src/wire/score.ts';
import { ASK } from '../../support/dialect-messages.ts';
import { ANSWERS } from '../../support/evaluation-answers.ts';
import { SAMPLE } from '../../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';

const { cases } = JSON.parse(readFileSync('public/assistants/evaluation.json', 'utf8')) as { cases: readonly EvaluationCase[] };

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.open(new Uint8Array(readFileSync(SAMPLE)), 'chamber_four_phones.pcapng');
});
afterAll(() => workbench.close());

/** The calls of an assistant as a transcript of its dialect. */
function transcriptOf(calls: (typeof ANSWERS)[string]['good']): unknown {
  const reads = new Set(workbench.runner.catalog().flatMap(({ name, scope }) => (scope === 'captures' ? [name] : [])));
  const messages = calls.map(([tool, args, selection = {}], at) =>
    ASK.anthropic(at + 1, tool, {
      ...(reads.has(tool) && { capture_selection: { capture_id: 'chamber_four_phones', ...selection } }),
      ...args,
    }),
  );
  return { messages };
}

test('there are twenty questions and more, each once, each with answers to it', () => {
  expect(cases.length).toBeGreaterThanOrEqual(20);
  expect(cases.map(({ id }) => id)).toEqual(Object.keys(ANSWERS));
});

test.each(cases.map((each) => [each.id, each] as const))(
  '%s: what answers it runs and scores 1, what does not scores less',
  async (id, given) => {
    const { good, bad } = ANSWERS[id] ?? { good: [], bad: [] };
    const tools = workbench.runner.catalog();
    expect(scoreTranscript('anthropic', transcriptOf(good), given, tools)).toMatchObject({
      score: 1,
      missing: [],
      unexpected: [],
      rejected: [],
    });
    expect(scoreTranscript('anthropic', transcriptOf(bad), given, tools).score).toBeLessThan(1);
    for (const { invocation } of decode('anthropic', transcriptOf(good), tools).calls) {
      const { errors } = await workbench.runner.run(invocation, { entry: 'console', scope: id });
      expect(errors).toEqual([]);
    }
  },
  60_000,
);

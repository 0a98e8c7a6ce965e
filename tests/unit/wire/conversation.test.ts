import { describe, expect, test } from 'vitest';
import { repair } from '../../../src/tools/repair/repair.ts';
import { answerMessages } from '../../../src/wire/answer-messages.ts';
import { decode } from '../../../src/wire/decode.ts';
import { DIALECTS, type Dialect } from '../../../src/wire/record.ts';
import { ASK, CONVERSATION } from '../../support/dialect-messages.ts';
import { bench, capture, countingIds, lookup } from '../../support/tools.ts';

const NAME = 'row_multiplier';
const selection = { capture_selection: { capture_id: 'lab' } };

/** Wrong factor, the same mended by rule, then a right one: what was answered and what the journal says. */
async function converse(dialect: Dialect, entry: string) {
  const bed = bench();
  const tools = bed.runner.catalog();
  const ready = (message: unknown): unknown => decode(dialect, message, tools).calls[0]?.invocation;
  const asked = [ASK[dialect](1, NAME, { ...selection, factor: '10' }), ASK[dialect](2, NAME, { ...selection, factor: 4 })];
  const wrong = await bed.runner.run(ready(asked[0]), { entry });
  const facts = { registry: bed.registry, catalog: tools, captures: lookup([capture()]), ids: countingIds() };
  const mended = repair(ready(asked[0]), wrong, facts);
  const repaired = await bed.runner.run(mended?.invocation, { entry });
  const right = await bed.runner.run(ready(asked[1]), { entry });
  const conversation = [asked[0], ...answerMessages(dialect, [wrong]), asked[1], ...answerMessages(dialect, [right])];
  return {
    conversation: decode(dialect, CONVERSATION[dialect](conversation), tools),
    results: [wrong, repaired, right].map(({ status, structured_output, errors }) => [status, structured_output, errors]),
    hashes: [repaired, right].map(({ metadata }) => metadata.result_hash),
    journal: bed.runner
      .audit()
      // Ids follow the dialect, and the entry point differs; everything else is equal for every caller.
      .map(({ entry: _entry, request_id: _r, tool_call_id: _t, hash: _h, prev_hash: _p, ...line }) => line),
    entries: bed.runner.audit().map((line) => line.entry),
  };
}

describe('three turns: a wrong call, its repair, a right one', async () => {
  const first = await converse('openai-chat', 'console');

  test.each(DIALECTS.flatMap((dialect) => ['page', 'console', 'plan', 'transcript', 'webmcp'].map((entry) => [dialect, entry] as const)))(
    '%s by %s: equal results and an equal journal but for the entry',
    async (dialect, entry) => {
      const { results, hashes, journal, entries } = await converse(dialect, entry);
      expect(results).toEqual(first.results);
      expect(results.map(([status]) => status)).toEqual(['error', 'ok', 'ok']);
      expect(hashes).toEqual(first.hashes);
      expect(normal(journal)).toEqual(normal(first.journal));
      expect(entries).toEqual([entry, entry, entry]);
    },
  );

  test.each(DIALECTS)('%s: the conversation with our answers in it is whole when it is read again', async (dialect) => {
    const { conversation } = await converse(dialect, 'transcript');
    expect(conversation.problems.map(({ code }) => code)).toEqual([]);
    expect(conversation.calls.map(({ result }) => result !== null)).toEqual([true, true]);
  });
});

/** Digests of the invocation cover its ids. */
const normal = (journal: readonly object[]): unknown =>
  journal.map((line) => Object.fromEntries(Object.entries(line).filter(([key]) => !/invocation|agent|trace|correlation/i.test(key))));

import { expect, test } from 'vitest';
import { forked } from '../../../src/core/assistants/conversation-record.ts';
import { askScripted, type ConversationChange } from '../../support/endpoint-conversation.ts';
import { hashesOf, RecordedConversation } from '../../support/recorded-conversation.ts';
import { sendJson, type Script } from '../../support/scripted-endpoint.ts';
import { bench, countingIds, multiplier } from '../../support/tools.ts';

/** Turns of calls by their factors; 99 is refused by the tool's schema. */
const CONVERSATIONS: readonly (readonly (readonly number[])[])[] = [
  [[3], [99], [4]],
  [
    [2, 3, 99],
    [5, 6],
  ],
  [[1], [2], [3], [2]],
  [[7, 7]],
];

/** Answers by the state of the conversation in the request alone, as a model does. */
const model =
  (turns: readonly (readonly number[])[]): Script =>
  (body, _request, response) => {
    const { messages } = body as { messages: readonly { readonly role: string }[] };
    const done = messages.filter(({ role }) => role === 'assistant').length;
    const tool_calls = turns[done]?.map((factor, at) => ({
      id: `call_${String(at)}`,
      type: 'function',
      function: { name: 'row_multiplier', arguments: JSON.stringify({ capture_selection: { capture_id: 'lab' }, factor }) },
    }));
    const message = { role: 'assistant', ...(tool_calls ? { content: null, tool_calls } : { content: 'Done.' }) };
    sendJson(response, { choices: [{ index: 0, finish_reason: tool_calls ? 'tool_calls' : 'stop', message }] });
  };

/** A tool that lists the factors of its runs. */
function listing() {
  const factors: number[] = [];
  const plain = multiplier();
  const tool = multiplier({
    run: (args, ...more) => {
      factors.push((args as { factor: number }).factor);
      return plain.run(args, ...more);
    },
  });
  return { factors, tool };
}

/** Runs until the event `last` and never continues, like a killed process; null if the conversation ended before. */
async function runUntil(last: number, script: Script, kept: RecordedConversation, change: ConversationChange) {
  let events = 0;
  let kill = (): void => undefined;
  const killed = new Promise<null>((resolve) => (kill = () => void resolve(null)));
  let at = '';
  const event = (name: string): Promise<void> => {
    if (events++ !== last) return Promise.resolve();
    at = name;
    kill();
    return new Promise(() => undefined);
  };
  const asked = askScripted(script, {
    ...change,
    gate: event,
    keep: async (progress) => {
      await event('before it is stored');
      await kept.keep(progress);
      await event('after it is stored');
    },
  });
  const ended = await Promise.race([asked, killed]);
  if (ended) await ended.server.close();
  return { at, conversation: ended?.conversation ?? null, events };
}

test.each(CONVERSATIONS.map((turns) => [JSON.stringify(turns), turns] as const))(
  'after a kill at any event of %s it goes on to the same results',
  async (_, turns) => {
    const script = model(turns);
    const expected = await runUntil(Infinity, script, new RecordedConversation(() => ''), {});
    const hashes = hashesOf(expected.conversation?.turns ?? []);
    expect(hashes).toHaveLength(turns.flat().length);
    const allowed = turns.flat().filter((factor) => factor <= 10);
    for (let last = 0; last < expected.events; last++) {
      const ids = countingIds();
      const { factors, tool } = listing();
      const kept = new RecordedConversation(() => `again-${ids.uuid()}`);
      // The journal survives too, so the ids of interrupted calls are taken.
      const bed = bench([tool]);
      const { at } = await runUntil(last, script, kept, { bed, ids });
      const stored = hashesOf(kept.record.turns);
      expect(stored).toEqual(hashes.slice(0, stored.length));
      const { conversation, server } = await askScripted(script, { bed, ids, from: kept.progress() });
      await server.close();
      expect(hashesOf(conversation.turns), `killed at event ${String(last)}, ${at}`).toEqual(hashes);
      expect(conversation).toMatchObject({ ending: 'answered', text: 'Done.' });
      // Only a call whose result was not stored yet runs a second time.
      const lost = factors.length - allowed.length;
      expect(lost).toBeLessThanOrEqual(1);
      if (at !== 'after a call' && at !== 'before it is stored') expect(factors).toEqual(allowed);
    }
  },
);

test('a call that waits for approval when the process is killed asks again, and runs once', async () => {
  const ids = countingIds();
  const kept = new RecordedConversation(() => `again-${ids.uuid()}`);
  const script = model([[3]]);
  let waits = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (waits = resolve));
  const questions: unknown[] = [];
  const changing = { effect: 'state_change', category: 'mutation' } as const;
  const process = () =>
    bench([multiplier({ manifest: changing })], {
      approve({ tool_call_id }) {
        waits();
        // The first process ends before the person answers.
        return questions.push(tool_call_id) === 1 ? new Promise(() => undefined) : Promise.resolve({ kind: 'approved', by: 'Ada' });
      },
    });
  void askScripted(script, { bed: process(), ids, keep: kept.keep });
  await waiting;
  expect(kept.record).toMatchObject({ end: null, turns: [{ calls: [], pending: [{ name: 'row_multiplier' }] }] });
  const bed = process();
  const { conversation, server } = await askScripted(script, { bed, ids, from: kept.progress() });
  await server.close();
  expect(conversation).toMatchObject({ ending: 'answered', turns: [{ calls: [{ ran: { status: 'ok' } }] }] });
  expect(new Set(questions).size).toBe(2);
  expect(bed.runner.audit().map(({ status, approver }) => [status, approver])).toEqual([['ok', 'Ada']]);
});

test('an ended conversation forks from each of its steps, and its own steps stay', async () => {
  const turns = [[3], [99], [4, 5]];
  const ids = countingIds();
  const kept = new RecordedConversation(() => `again-${ids.uuid()}`);
  const bed = bench();
  const whole = await askScripted(model(turns), { bed, ids, keep: kept.keep });
  await whole.server.close();
  kept.end(whole.conversation);
  const before = JSON.stringify(kept.record);
  for (let steps = 0; steps <= turns.length; steps++) {
    const fork = forked(kept.record, steps, `fork-${String(steps)}`);
    expect([fork.id, fork.fork, fork.end?.ending]).toEqual([`fork-${String(steps)}`, { of: 'one', steps }, 'paused']);
    const other = await askScripted(model([...turns.slice(0, steps), [9]]), { bed, ids, from: kept.progress(fork) });
    await other.server.close();
    expect(other.conversation.ending).toBe('answered');
    const shared = hashesOf(kept.record.turns.slice(0, steps));
    expect(hashesOf(other.conversation.turns).slice(0, shared.length)).toEqual(shared);
    expect(hashesOf(other.conversation.turns)).toHaveLength(shared.length + 1);
  }
  expect(JSON.stringify(kept.record)).toBe(before);
});

test('a result whose stored copy has another digest is not taken', async () => {
  const kept = new RecordedConversation(() => 'again');
  const { conversation, server } = await askScripted(model([[3]]), { keep: kept.keep });
  await server.close();
  kept.end(conversation);
  const { record } = kept;
  const [call] = record.turns[0]?.calls ?? [];
  expect(kept.progress(record).turns[0]?.calls[0]?.result).toMatchObject({ status: 'ok' });
  if (call?.ran) call.ran.result_hash = 'f'.repeat(64);
  expect(kept.progress(record).turns[0]?.calls[0]).not.toHaveProperty('result');
});

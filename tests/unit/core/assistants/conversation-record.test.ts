import { expect, test } from 'vitest';
import { recordedEnd, recordedTurns } from '../../../../src/core/assistants/conversation-record.ts';
import { Conversations } from '../../../../src/core/assistants/conversations.ts';
import { ask, type PlannerParts } from '../../../../src/core/assistants/planners.ts';
import { writeSession } from '../../../../src/core/keeping/sessions.ts';
import { conversationSchema, type ConversationRecord } from '../../../../src/session/conversation.ts';
import { readSession } from '../../../../src/session/document.ts';

const NOTHING = { steps: 0, calls: 0, ms: 0 };
const record = (id: string): ConversationRecord => ({
  ...{ id, asked: { planner: 'plan', text: '', capture_ids: [] }, limits: NOTHING, used: NOTHING, turns: [], end: null },
});

test('whatever a planner answers, its record can be read again', () => {
  const long = 'x'.repeat(4_194_305);
  const fault = { code: long, message: long };
  const call = { id: 'a', name: long, invocation: null, fault };
  const repaired = { invocation: null, why: new Array<string>(1001).fill('') };
  const pending = new Array<typeof call>(100_001).fill({ ...call, name: 'short', fault: { code: '', message: '' } });
  const turns = recordedTurns([{ text: long, calls: [{ ...call, repaired, shown: null }], pending }]);
  const end = recordedEnd({ ending: 'failed', text: long, code: 'C'.repeat(200), turns: [], used: NOTHING });
  expect(conversationSchema.safeParse({ ...record('a'), turns, end }).error?.issues).toBeUndefined();
});

test('a session contains the newest conversations even if more of them run at once', () => {
  const conversations = new Conversations([], () => undefined);
  for (let at = 0; at < 12; at++) {
    conversations.start(String(at));
    conversations.put(record(String(at)));
  }
  const session = writeSession({
    ...{ app_version: '', name: 'Session', saved_at: new Date(0).toISOString(), captures: [], merges: [], embedded: new Set() },
    ...{ work: { selected: [], invocation: '', sql: '' }, runs: [], journals: [], conversations: conversations.records() },
  });
  const read = readSession(session);
  expect(read.ok && read.value.conversations?.map(({ id }) => id)).toEqual(['2', '3', '4', '5', '6', '7', '8', '9', '10', '11']);
});

test('a person who stops a conversation does not wait for a write that does not end', async () => {
  const stop = new AbortController();
  const conversations = new Conversations([], () => undefined);
  const parts = {
    conversations,
    runner: { catalog: () => [] },
    captures: { get: () => undefined, list: () => [] },
    restored: () => Promise.resolve(),
    resultOf: () => undefined,
    flush: () => new Promise<void>(() => undefined),
  } as unknown as PlannerParts;
  const text = '{"role":"assistant","tool_calls":[]}';
  const asked = ask({ planner: 'transcript', text, capture_ids: [] }, { signal: stop.signal }, parts);
  setTimeout(() => {
    stop.abort();
  }, 10);
  expect((await asked).ending).toBe('cancelled');
  expect(conversations.list()).toMatchObject([{ state: 'ended', code: 'CANCELLED' }]);
});

import { progressOf, recordedTurns } from '../../src/core/assistants/conversation-record.ts';
import { conversationSchema, type ConversationRecord } from '../../src/session/conversation.ts';
import type { Conversation, Progress } from '../../src/planner/planner.ts';
import type { ToolResult } from '../../src/tools/contract/index.ts';
import { LIMITS } from '../../src/planner/planner.ts';

const asJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** Stores a conversation as JSON, and its results apart by call id, as a session does. */
export class RecordedConversation {
  #record: string;
  readonly #results = new Map<string, string>();
  readonly #newId: () => string;

  constructor(newId: () => string) {
    this.#newId = newId;
    this.#record = '';
    this.#write({ turns: [], used: { steps: 0, calls: 0, ms: 0 } }, null);
  }

  keep = (progress: Progress): Promise<void> => {
    this.#write(progress, null);
    return Promise.resolve();
  };

  end({ turns, used, ending, text, code }: Conversation): void {
    this.#write({ turns, used }, { ending, text, code });
  }

  get record(): ConversationRecord {
    return conversationSchema.parse(JSON.parse(this.#record));
  }

  progress(record = this.record): Progress {
    const resultOf = (id: string): ToolResult | undefined => {
      const text = this.#results.get(id);
      return text === undefined ? undefined : (JSON.parse(text) as ToolResult);
    };
    return progressOf(record, resultOf, { keepsPending: true, newId: this.#newId });
  }

  #write({ turns, used }: Progress, end: ConversationRecord['end']): void {
    for (const { calls } of turns)
      for (const { result } of calls) if (result) this.#results.set(result.tool_call_id, JSON.stringify(result));
    const asked = { planner: 'endpoint', text: 'How many, times three?', capture_ids: ['lab'], model: 'small' } as const;
    this.#record = JSON.stringify(asJson({ id: 'one', asked, limits: LIMITS, used, turns: recordedTurns(turns), end }));
  }
}

/** Digest and status of every call that ran, in order. */
export const hashesOf = (turns: Progress['turns'] | ConversationRecord['turns']): readonly string[] =>
  turns.flatMap(({ calls }) => calls.flatMap(({ ran }) => (ran ? [`${ran.status} ${String(ran.result_hash)}`] : [])));

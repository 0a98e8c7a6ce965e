import { askEndpoint } from '../../src/core/assistants/ask-endpoint.ts';
import { chatPlanner } from '../../src/planner/chat.ts';
import { converse, type LoopParts } from '../../src/planner/loop.ts';
import type { Drafted, Limits } from '../../src/planner/planner.ts';
import { repair } from '../../src/tools/repair/repair.ts';
import { scriptedEndpoint, type Script } from './scripted-endpoint.ts';
import { bench, capture, countingIds, lookup, testClock, type TestBench } from './tools.ts';

export interface ConversationChange extends Pick<LoopParts, 'from' | 'keep'> {
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  readonly wait_ms?: number;
  readonly most_bytes?: number;
  readonly now?: () => number;
  readonly pause?: undefined;
  /** The runner of an earlier conversation, with its ids. */
  readonly bed?: TestBench;
  readonly ids?: ReturnType<typeof countingIds>;
  /** Called before every request and before and after every call; the conversation waits for it. */
  readonly gate?: (at: 'request' | 'before a call' | 'after a call') => Promise<void>;
}

/** A question to a scripted server, as the page asks it. The caller closes the server. */
export async function askScripted(script: Script, change: ConversationChange = {}) {
  const server = await scriptedEndpoint(script);
  const { bed = bench(), ids = countingIds(), gate = () => Promise.resolve(), from, keep, limits, signal: stop, ...exchange } = change;
  const facts = { registry: bed.registry, catalog: bed.runner.catalog(), captures: lookup([capture()]), ids };
  const pauses: number[] = [];
  const pause = (ms: number): Promise<void> => (pauses.push(ms), Promise.resolve());
  const drafts: Drafted[] = [];
  const planner = chatPlanner(
    'small',
    async (body, signal, stream) => {
      await gate('request');
      return askEndpoint(`${server.url}/v1/chat/completions`, body, { wait_ms: 120_000, pause, ...exchange, signal, stream });
    },
    () => `plan-${ids.uuid()}`,
  );
  const still = testClock();
  const conversation = await converse(
    planner,
    { question: 'How many, times three?', tools: bed.runner.catalog(), captures: [capture()] },
    {
      async run(invocation, signal) {
        await gate('before a call');
        const result = await bed.runner.run(invocation, { signal, entry: 'planner', interactive: true });
        await gate('after a call');
        return result;
      },
      repair: (invocation, result) => repair(invocation, result, facts),
      onDraft: (draft) => drafts.push(draft),
      // Limits of time never pass, waits between drafts pass soon.
      clock: { now: () => still.now(), after: (ms, act) => (ms > 1000 ? still.after(ms, act) : (queueMicrotask(act), () => undefined)) },
      from,
      ...(keep && { keep }),
      ...(limits && { limits }),
      signal: stop,
    },
  );
  return { conversation, bed, ids, pauses, drafts, server, asked: server.asked as Record<string, unknown>[] };
}

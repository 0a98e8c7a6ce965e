import { askEndpoint } from '../../src/core/assistants/ask-endpoint.ts';
import { chatPlanner } from '../../src/planner/chat.ts';
import { converse } from '../../src/planner/loop.ts';
import type { Drafted, Limits } from '../../src/planner/planner.ts';
import { repair } from '../../src/tools/repair/repair.ts';
import { scriptedEndpoint, type Script } from './scripted-endpoint.ts';
import { bench, capture, countingIds, lookup, testClock } from './tools.ts';

export interface ConversationChange {
  readonly limits?: Limits;
  readonly signal?: AbortSignal;
  readonly wait_ms?: number;
  readonly most_bytes?: number;
  readonly now?: () => number;
  readonly pause?: undefined;
}

/** A question to a scripted server, as the page asks it. The caller closes the server. */
export async function askScripted(script: Script, change: ConversationChange = {}) {
  const server = await scriptedEndpoint(script);
  const bed = bench();
  const ids = countingIds();
  const facts = { registry: bed.registry, catalog: bed.runner.catalog(), captures: lookup([capture()]), ids };
  const pauses: number[] = [];
  const pause = (ms: number): Promise<void> => (pauses.push(ms), Promise.resolve());
  const drafts: Drafted[] = [];
  const planner = chatPlanner(
    'small',
    (body, signal, stream) => askEndpoint(`${server.url}/v1/chat/completions`, body, { wait_ms: 5000, pause, ...change, signal, stream }),
    () => `plan-${ids.uuid()}`,
  );
  const still = testClock();
  const conversation = await converse(
    planner,
    { question: 'How many, times three?', tools: bed.runner.catalog(), captures: [capture()] },
    {
      run: (invocation, signal) => bed.runner.run(invocation, { signal, entry: 'planner' }),
      repair: (invocation, result) => repair(invocation, result, facts),
      onDraft: (draft) => drafts.push(draft),
      // Limits of time never pass, waits between drafts pass soon.
      clock: { now: () => still.now(), after: (ms, act) => (ms > 1000 ? still.after(ms, act) : (queueMicrotask(act), () => undefined)) },
      ...change,
    },
  );
  return { conversation, bed, pauses, drafts, server, asked: server.asked as Record<string, unknown>[] };
}

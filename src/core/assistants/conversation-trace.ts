import { WorkbenchError } from '../../base/failure.ts';
import type { Times } from '../../planner/planner.ts';
import { traceOf, type TracedAnswer, type TracedCall, type TracedConversation } from '../../planner/trace.ts';
import type { ConversationRecord } from '../../session/conversation.ts';
import { sha256Hex } from '../calls/digest.ts';

type Call = ConversationRecord['turns'][number]['calls'][number];
type MaybeTimes = { readonly [K in keyof Times]?: Times[K] | undefined };

/** Writes the conversation as trace spans without message contents. Throws `NO_TIMES` if the version that stored it recorded no times. */
export async function conversationTrace(record: ConversationRecord): Promise<{ readonly file_name: string; readonly text: string }> {
  const trace = await traceOf(timed(record), sha256Hex);
  return { file_name: `capture-workbench-trace.${record.id}.json`, text: `${JSON.stringify(trace, null, 2)}\n` };
}

function timed({ id, asked, turns, end }: ConversationRecord): TracedConversation {
  const isModel = asked.planner === 'endpoint' || asked.planner === 'built_in';
  const answers = turns.map(({ thought, calls }): TracedAnswer => {
    const times = timesOf(thought);
    return { ...times, calls: calls.map((call) => tracedCall(call, times)) };
  });
  const last = end?.thought && { ...timesOf(end.thought), error: end.code, calls: [] };
  const all = last ? [...answers, last] : answers;
  const spans = all.flatMap((answer) => [answer, ...answer.calls]);
  if (spans.length === 0) throw noTimes();
  return {
    id,
    agent: 'capture-workbench',
    model: asked.model || asked.planner,
    ...(!isModel && { provider: 'capture-workbench' }),
    started_ms: Math.min(...spans.map(({ started_ms }) => started_ms)),
    ended_ms: Math.max(...spans.map(({ ended_ms }) => ended_ms)),
    error: end?.code ?? null,
    answers: all,
  };
}

/** A call that did not run has no times of its own, so its span begins and ends when the planner had proposed it. */
function tracedCall({ id, name, ran, fault }: Call, { ended_ms }: Times): TracedCall {
  const times = ran ? timesOf(ran) : { started_ms: ended_ms, ended_ms };
  const error = ran ? (ran.status === 'error' ? 'TOOL_ERROR' : null) : (fault?.code ?? 'NOT_RUN');
  return { id, name, ...times, error };
}

function timesOf({ started_ms, ended_ms }: MaybeTimes = {}): Times {
  if (started_ms === undefined || ended_ms === undefined) throw noTimes();
  return { started_ms, ended_ms };
}

const noTimes = (): WorkbenchError =>
  new WorkbenchError('NO_TIMES', 'expected a conversation with the times of its steps, found one without a step or of an earlier version');

import type { Bus } from '../base/bus.ts';
import { planOfQuestion, questionChoices } from '../core/assistants/questions.ts';
import { schemasOf } from '../core/assistants/schemas.ts';
import { answerTo } from '../core/assistants/transcripts.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { ToolManifest } from '../tools/contract/index.ts';
import { answerMessages } from '../wire/answer-messages.ts';
import { answerText } from '../wire/answers.ts';
import { tokensOf } from '../wire/schema-totals.ts';
import { encodeCall } from '../wire/call.ts';
import { dialectOf } from '../wire/decode.ts';
import type { AssistantsPort, ConversationEntry, PlannerTools } from '../workbench/assistants.ts';
import type { PageCalls } from '../workbench/page.ts';
import type { PageEvent } from '../workbench/port.ts';
import type { ToolServers, ServersView } from '../workbench/servers.ts';
import type { Mirror } from '../workbench/snapshot.ts';

/** The port of the assistants dialog. The core runs calls and reads transcripts; pure conversions run on the page. */
export function pageAssistants(
  core: PageCalls,
  mirror: Mirror,
  bus: Bus<PageEvent>,
  list: () => readonly CaptureInfo[],
  catalog: () => readonly ToolManifest[],
): AssistantsPort {
  const captures = { list, get: (id: string) => list().find(({ capture_id }) => capture_id === id) };
  const runner = { catalog };
  const toolsOf = (planner: string) => (mirror.read('page.plannerTools') as PlannerTools | undefined)?.[planner];
  return {
    ...core.assistants,
    answers: (dialect, results) => JSON.stringify(answerMessages(dialectOf(dialect), results.map(answerTo)), null, 2),
    callText: (dialect, invocation) => JSON.stringify(encodeCall(dialectOf(dialect), invocation), null, 2),
    schemas: (dialect, choice) => schemasOf(dialect, choice, { runner, captures }),
    answerTokens: (result) => tokensOf(answerText(result)),
    questions: (capture_ids) => questionChoices({ captures }, capture_ids),
    planOf: (question, capture_ids) => planOfQuestion({ captures, runner }, question, capture_ids),
    toolCount: (planner) => toolsOf(planner)?.count ?? 0,
    mayRead: (planner) => toolsOf(planner)?.reads ?? false,
    conversations: () => (mirror.read('page.conversations') as readonly ConversationEntry[] | undefined) ?? [],
    servers: __LOCAL_MODEL__ ? () => pageServers(core, mirror, bus) : null,
  };
}

async function pageServers(core: PageCalls, mirror: Mirror, bus: Bus<PageEvent>): Promise<ToolServers> {
  await core.servers.start();
  const view = (): ServersView => (mirror.read('page.servers') as ServersView | null) ?? { list: [], unreadable: null, questions: [] };
  return {
    ...core.servers,
    list: () => view().list,
    unreadable: () => view().unreadable,
    questions: () => view().questions,
    follow: (listener) => bus.on('servers', listener),
  };
}

import type { ToolResult } from '../../tools/contract/index.ts';
import type { ToolRegistry } from '../../tools/registry.ts';
import type { Runner, RunOptions } from '../../tools/runner/ports.ts';
import type { AssistantDesk } from '../../ui/assistant-desk.ts';
import { answerMessages } from '../../wire/answer-messages.ts';
import { answerText } from '../../wire/answers.ts';
import { tokensOf } from '../../wire/brief.ts';
import { dialectOf } from '../../wire/decode.ts';
import { exampleTranscript } from './examples.ts';
import {
  allowReading,
  ask,
  MODEL_AGENTS,
  planOfQuestion,
  plannerChoices,
  questionChoices,
  toolsFor,
  type PlannerParts,
} from './planners.ts';
import { schemasOf } from './schemas.ts';
import { answerTo, readCalls, withOwnIds } from './transcripts.ts';

export interface AssistantParts extends Omit<PlannerParts, 'run'> {
  readonly runner: Pick<Runner, 'validate' | 'catalog' | 'audit'>;
  readonly registry: Pick<ToolRegistry, 'adopt' | 'withdraw'>;
  readonly onPolicy: (listener: () => void) => unknown;
  readonly run: (entry: 'transcript' | 'planner', invocation: unknown, options: RunOptions) => Promise<ToolResult>;
}

/** What the dialog of assistants is made of: loaded when it is opened. */
export function assistantDesk(parts: AssistantParts): AssistantDesk {
  const { runner, repair, run } = parts;
  return {
    readTranscript: (text, dialect) => readCalls(text, dialect, { tools: () => runner.catalog(), runner, repair }),
    runCall: (invocation, options) =>
      run('transcript', withOwnIds(invocation, runner.audit()), { ...options, interactive: true, trust: 'untrusted' }),
    answers: (dialect, results) => JSON.stringify(answerMessages(dialectOf(dialect), results.map(answerTo)), null, 2),
    schemas: (dialect, choice) => schemasOf(dialect, choice, parts),
    example: exampleTranscript,
    answerTokens: (result) => tokensOf(answerText(result)),
    planners: () => plannerChoices(parts),
    questions: (capture_ids) => questionChoices(parts, capture_ids),
    planOf: (question, capture_ids) => planOfQuestion(parts, question, capture_ids),
    toolCount: (planner) => toolsFor(parts, planner).length,
    mayRead: (planner) => toolsFor(parts, planner).some(({ effect }) => effect === 'read_only'),
    allowReading: (planner) => {
      allowReading(parts, planner);
    },
    ask: (asked, options) => ask(asked, options, parts),
    servers: __LOCAL_MODEL__ ? async () => (await import('../mcp/page-servers.ts')).pageServers({ ...parts, models: MODEL_AGENTS }) : null,
  };
}

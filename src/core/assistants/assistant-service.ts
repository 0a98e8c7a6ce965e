import type { CallChange, ToolResult } from '../../tools/contract/index.ts';
import { isRecord } from '../../tools/contract/json-schema.ts';
import type { Runner, RunOptions } from '../../tools/runner/ports.ts';
import type { AssistantsPort } from '../../workbench/assistants.ts';
import { conversationTrace } from './conversation-trace.ts';
import { exampleTranscript } from './examples.ts';
import { allowReading, ask, conversation, plannerChoices, resume, type PlannerParts } from './planners.ts';
import { readCalls, withOwnIds } from './transcripts.ts';

export interface AssistantParts extends Omit<PlannerParts, 'run'> {
  readonly runner: Pick<Runner, 'validate' | 'catalog' | 'audit'>;
  readonly run: (entry: 'transcript' | 'planner', invocation: unknown, options: RunOptions) => Promise<ToolResult>;
}

export type AssistantService = Pick<
  AssistantsPort,
  'readTranscript' | 'runCall' | 'example' | 'planners' | 'allowReading' | 'ask' | 'resume' | 'conversation' | 'traceFile'
>;

const requestIdOf = (invocation: unknown): string =>
  isRecord(invocation) && typeof invocation['request_id'] === 'string' ? invocation['request_id'] : '';

/** Planners and transcripts; loaded when the assistants dialog is opened. */
export function assistantService(dependencies: AssistantParts): AssistantService {
  const { runner, repair, run } = dependencies;
  /** Repairs that were applied to calls of transcripts, by request id; the results of those calls list them. */
  const repaired = new Map<string, readonly CallChange[]>();
  return {
    async readTranscript(text, dialect) {
      const reading = await readCalls(text, dialect, { tools: () => runner.catalog(), runner, repair });
      for (const call of reading.calls) if (call.repaired) repaired.set(requestIdOf(call.repaired.invocation), call.repaired.changes);
      return reading;
    },
    runCall: (invocation, options) => {
      const repairs = repaired.get(requestIdOf(invocation));
      return run('transcript', withOwnIds(invocation, runner.audit()), { ...options, repairs, interactive: true, trust: 'untrusted' });
    },
    example: exampleTranscript,
    planners: () => plannerChoices(dependencies),
    allowReading: (planner) => {
      allowReading(dependencies, planner);
    },
    ask: (asked, options) => ask(asked, options, dependencies),
    resume: (id, at, options) => resume(id, at, options, dependencies),
    conversation: (id) => Promise.resolve().then(() => conversation(id, dependencies)),
    traceFile: (id) => Promise.resolve().then(() => conversationTrace(dependencies.conversations.get(id))),
  };
}

import type { ToolResult } from '../../tools/contract/index.ts';
import type { Runner, RunOptions } from '../../tools/runner/ports.ts';
import type { AssistantDesk } from '../../workbench/assistants.ts';
import { exampleTranscript } from './examples.ts';
import { allowReading, ask, plannerChoices, type PlannerParts } from './planners.ts';
import { readCalls, withOwnIds } from './transcripts.ts';

export interface AssistantParts extends Omit<PlannerParts, 'run'> {
  readonly runner: Pick<Runner, 'validate' | 'catalog' | 'audit'>;
  readonly run: (entry: 'transcript' | 'planner', invocation: unknown, options: RunOptions) => Promise<ToolResult>;
}

export type AssistantService = Pick<AssistantDesk, 'readTranscript' | 'runCall' | 'example' | 'planners' | 'allowReading' | 'ask'>;

/** Planners and transcripts: loaded when the dialog of assistants is opened. */
export function assistantService(dependencies: AssistantParts): AssistantService {
  const { runner, repair, run } = dependencies;
  return {
    readTranscript: (text, dialect) => readCalls(text, dialect, { tools: () => runner.catalog(), runner, repair }),
    runCall: (invocation, options) =>
      run('transcript', withOwnIds(invocation, runner.audit()), { ...options, interactive: true, trust: 'untrusted' }),
    example: exampleTranscript,
    planners: () => plannerChoices(dependencies),
    allowReading: (planner) => {
      allowReading(dependencies, planner);
    },
    ask: (asked, options) => ask(asked, options, dependencies),
  };
}

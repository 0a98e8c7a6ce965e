import type { ToolResult } from '../../tools/contract/index.ts';
import type { Runner, RunOptions } from '../../tools/runner/ports.ts';
import type { AssistantDesk } from '../../ui/assistant-desk.ts';
import type { ToolDesk } from '../../ui/tool-desk.ts';
import { answerMessages } from '../../wire/answer-messages.ts';
import { dialectOf } from '../../wire/decode.ts';
import { answerTo, readCalls, withOwnIds } from './transcripts.ts';

export interface AssistantParts {
  readonly runner: Pick<Runner, 'validate' | 'catalog' | 'audit'>;
  readonly repair: ToolDesk['repair'];
  readonly run: (entry: 'transcript', invocation: unknown, options: RunOptions) => Promise<ToolResult>;
}

/** What the dialog of assistants is made of: loaded when it is opened. */
export function assistantDesk({ runner, repair, run }: AssistantParts): AssistantDesk {
  return {
    readTranscript: (text, dialect) => readCalls(text, dialect, { tools: () => runner.catalog(), runner, repair }),
    runCall: (invocation, options) =>
      run('transcript', withOwnIds(invocation, runner.audit()), { ...options, interactive: true, trust: 'untrusted' }),
    answers: (dialect, results) => JSON.stringify(answerMessages(dialectOf(dialect), results.map(answerTo)), null, 2),
  };
}

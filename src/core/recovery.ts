import type { AuditEntry, ToolPolicy, ToolResult } from '../tools/contract/index.ts';
import type { ConversationRecord } from '../session/conversation.ts';
import type { WorkState } from '../workbench/port.ts';
import type { OpenedVerification } from '../workbench/verification.ts';
import type { Calling } from './calling.ts';
import type { KeptCapture } from './captures/captures.ts';
import type { RecoverableMerge } from './captures/merges.ts';
import type { CoreBase, Data } from './data.ts';

/** A call and its result as JSON: text if it is short, otherwise a blob, which takes no memory of the page. */
export interface KeptRun {
  readonly id: string;
  readonly invocation: unknown;
  readonly result: string | Blob;
}

/** The state that the page holds for a core restart. Everything survives except resolving keys, which never leave the core. */
export interface Recovery {
  readonly captures: readonly KeptCapture[];
  readonly merges: readonly RecoverableMerge[];
  readonly runs: readonly KeptRun[];
  readonly journal: readonly AuditEntry[];
  readonly policy: ToolPolicy | undefined;
  readonly work: WorkState | undefined;
  /** Conversations with planners; absent if there were none. */
  readonly conversations?: readonly ConversationRecord[];
  /** Ids of removed conversations. */
  readonly removed_conversations?: readonly string[];
  /** Verifications of the sessions that were opened. */
  readonly verification: OpenedVerification | null;
}

/** Progress of restoring an earlier core's state; both promises settle even if something fails. */
export interface Restored {
  /** Settles when calls and their results are restored. */
  readonly runs: Promise<void>;
  /** Settles when captures and views are also restored, or marked with the reason why not. */
  readonly all: Promise<void>;
}

export const NOTHING_TO_RESTORE: Restored = { runs: Promise.resolve(), all: Promise.resolve() };

/** Opens the captures of a core that ended under their own ids, and restores its calls. The activity list shows failures. */
export function restore(recovery: Recovery, { activities, host }: CoreBase, { captures, merges }: Data, calling: Calling): Restored {
  const report = (error: unknown): void => {
    host.report(error);
  };
  // List captures and views before the first await, so that the first snapshot contains them: this core may end at any time too.
  const read = activities
    .run('Reading the captures again: the core was restarted', {}, async (inner) => {
      merges.adopt(recovery.merges);
      await captures.adopt(recovery.captures, inner);
      await merges.restoreWaiting(inner);
    })
    .catch(report);
  const runs = runsOf(recovery).then((found) => {
    calling.runs.add(...found);
  }, report);
  return { runs, all: Promise.all([runs, read]).then(() => undefined) };
}

const runsOf = ({ runs }: Recovery): Promise<{ readonly invocation: unknown; readonly result: ToolResult }[]> =>
  Promise.all(
    runs.map(async ({ invocation, result }) => ({
      invocation,
      result: JSON.parse(typeof result === 'string' ? result : await result.text()) as ToolResult,
    })),
  );

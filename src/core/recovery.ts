import type { AuditEntry, ToolPolicy, ToolResult } from '../tools/contract/index.ts';
import type { ConversationRecord } from '../session/conversation.ts';
import type { WorkState } from '../workbench/port.ts';
import type { OpenedVerification } from '../workbench/verification.ts';
import type { Calling } from './calling.ts';
import type { KeptCapture } from './captures/captures.ts';
import type { RecoverableMerge } from './captures/merges.ts';
import type { CoreBase, Data } from './data.ts';

/** A call and its result as JSON: as text if it is short, otherwise as a blob, which takes no memory of the page. */
export interface KeptRun {
  readonly id: string;
  readonly invocation: unknown;
  readonly result: string | Blob;
}

/** The state that the page stores for a restart of the core. It contains everything except resolving keys, which never leave the core. */
export interface Recovery {
  readonly captures: readonly KeptCapture[];
  readonly merges: readonly RecoverableMerge[];
  readonly runs: readonly KeptRun[];
  readonly journal: readonly AuditEntry[];
  readonly policy: ToolPolicy | undefined;
  readonly work: WorkState | undefined;
  /** Conversations with planners; absent if there are none. */
  readonly conversations?: readonly ConversationRecord[];
  /** Ids of conversations that a person removed. */
  readonly removed_conversations?: readonly string[];
  /** Verifications of the sessions that were opened. */
  readonly verification: OpenedVerification | null;
}

/** Promises that settle when the state of the previous core is restored, or if that fails. */
export interface Restored {
  /** Settles when calls and their results are restored. */
  readonly runs: Promise<void>;
  /** Settles when captures and merged views are restored too, or marked with the reason why they could not be. */
  readonly all: Promise<void>;
}

export const NOTHING_TO_RESTORE: Restored = { runs: Promise.resolve(), all: Promise.resolve() };

/** Opens the captures of a core that ended, under the same ids, and restores its calls. The activity list shows failures. */
export function restore(recovery: Recovery, { activities, host }: CoreBase, { captures, merges }: Data, calling: Calling): Restored {
  const report = (error: unknown): void => {
    host.report(error);
  };
  // List captures and views before anything asynchronous, so that the first snapshot has them: this core may end at any time too.
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

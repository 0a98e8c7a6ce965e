import type { Approval, ApprovalRequest } from '../tools/runner/ports.ts';
import type { ApprovalPort, ApprovalQuestion } from '../ui/workbench.ts';

export interface Approvals {
  /** Puts the question before the person; settles with the answer. */
  ask(request: ApprovalRequest): Promise<Approval>;
  /** For the views alone: no script may answer for the person, so it goes by no event that scripts hear. */
  readonly port: ApprovalPort;
}

const PERSON = 'user:local';

export function createApprovals(parts: {
  /** Exact number of rows of a selection. */
  readonly countRows: (rows: ApprovalRequest['rows'], signal: AbortSignal) => Promise<number>;
  /** Where a call that writes files will put them, in words. */
  readonly place: () => string;
}): Approvals {
  const listeners = new Set<(question: ApprovalQuestion | null) => void>();
  let open: ApprovalQuestion | null = null;
  const show = (question: ApprovalQuestion | null): void => {
    open = question;
    for (const listener of listeners) listener(question);
  };
  return {
    ask: (request) =>
      new Promise((resolve) => {
        const counting = new AbortController();
        const settle = (approval: Approval): void => {
          if (open !== question) return;
          counting.abort();
          show(null);
          resolve(approval);
        };
        const { manifest, rows, actor, entry, risk, reason, check, signal } = request;
        const count = rows.captures.length === 0 ? Promise.resolve(null) : parts.countRows(rows, counting.signal);
        // Whoever looks at it hears of a failure; whoever answers first need not.
        count.catch(() => undefined);
        const question: ApprovalQuestion = {
          tool: manifest,
          arguments: request.arguments,
          captures: rows.captures,
          time_range: rows.time_base === 'epoch' ? rows.time_range : null,
          rows: count,
          place: manifest.requires.includes('exporter') ? parts.place() : 'Inside the workbench.',
          actor,
          entry,
          risk,
          reason,
          check,
          approve: () => {
            settle({ kind: 'approved', by: PERSON });
          },
          modify: (changed) => {
            settle({ kind: 'modified', by: PERSON, arguments: changed });
          },
          reject: () => {
            settle({ kind: 'rejected', by: PERSON });
          },
        };
        show(question);
        if (signal?.aborted) question.reject();
        else {
          signal?.addEventListener(
            'abort',
            () => {
              question.reject();
            },
            { once: true },
          );
        }
      }),
    port: {
      current: () => open,
      follow: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
}

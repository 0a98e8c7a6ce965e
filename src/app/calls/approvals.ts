import type { Approval, ApprovalRequest } from '../../tools/runner/ports.ts';
import type { ApprovalPort, ApprovalQuestion } from '../../ui/workbench.ts';

export interface Approvals {
  /** Puts the question before the person, after those that wait already; settles with the answer to this one. */
  ask(request: ApprovalRequest): Promise<Approval>;
  /** For the views alone: no script may answer for the person, so it goes by no event that scripts hear. */
  readonly port: ApprovalPort;
}

const PERSON = 'user:local';

const placeOf = ({ server }: ApprovalRequest['manifest']): string | undefined =>
  server && `The server ${server.name} at ${server.url}, which gets the arguments below.`;

export function createApprovals(parts: {
  /** Exact number of rows of a selection. */
  readonly countRows: (rows: ApprovalRequest['rows'], signal: AbortSignal) => Promise<number>;
  /** Where a call that writes files will put them, in words. */
  readonly place: (args: ApprovalRequest['arguments']) => string;
}): Approvals {
  const listeners = new Set<(question: ApprovalQuestion | null, waiting: number) => void>();
  /** In the order of asking; the first one is before the person. */
  const queue: ApprovalQuestion[] = [];
  const waiting = (): number => Math.max(0, queue.length - 1);
  const tell = (): void => {
    for (const listener of listeners) listener(queue[0] ?? null, waiting());
  };
  return {
    ask: (request) =>
      new Promise((resolve) => {
        const counting = new AbortController();
        const settle = (approval: Approval): void => {
          const place = queue.indexOf(question);
          if (place < 0) return;
          queue.splice(place, 1);
          counting.abort();
          request.signal?.removeEventListener('abort', withdraw);
          resolve(approval);
          tell();
        };
        const withdraw = (): void => {
          settle({ kind: 'rejected', by: PERSON });
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
          place: placeOf(manifest) ?? (manifest.requires.includes('exporter') ? parts.place(request.arguments) : 'Inside the workbench.'),
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
          reject: withdraw,
        };
        queue.push(question);
        tell();
        if (signal?.aborted) withdraw();
        else signal?.addEventListener('abort', withdraw, { once: true });
      }),
    port: {
      current: () => queue[0] ?? null,
      waiting,
      follow: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
    },
  };
}

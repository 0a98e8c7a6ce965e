import { WorkbenchError } from '../../base/failure.ts';
import type { Approval, ApprovalRequest } from '../../tools/runner/ports.ts';
import type { ApprovalPort, ApprovalQuestion } from '../../workbench/port.ts';

export interface Approvals {
  /** Adds an approval request to the queue; resolves with the person's decision. */
  readonly ask: (request: ApprovalRequest) => Promise<Approval>;
  /** Lets someone other than the person at the page, such as the user of an MCP client, decide the approval requests of one call. */
  readonly route: (tool_call_id: string, decide: Decide) => () => void;
  /** The interface with which the page answers approval requests. Only the page gets it, because scripts must not answer for the person. */
  readonly port: ApprovalPort;
}

type Decide = (question: ApprovalQuestion) => Promise<Approval>;

interface Pending {
  readonly question: ApprovalQuestion;
  readonly request: ApprovalRequest;
  readonly rows: Promise<number | null>;
  readonly settle: (approval: Approval) => void;
}

const PERSON = 'user:local';

const placeOf = ({ server }: ApprovalRequest['manifest']): string | undefined =>
  server && `The server ${server.name} at ${server.url}, which gets the arguments below.`;

export function createApprovals(dependencies: {
  /** Counts the rows of a selection exactly. */
  readonly countRows: (rows: ApprovalRequest['rows'], signal: AbortSignal) => Promise<number>;
  /** Describes, for the approval dialog, where a call that writes files will put them. */
  readonly place: (args: ApprovalRequest['arguments']) => string;
  readonly changed: () => void;
}): Approvals {
  /** Oldest first; the page shows the first one. */
  let pending: readonly Pending[] = [];
  let questions: readonly ApprovalQuestion[] = [];
  let serial = 0;
  const routes = new Map<string, Decide>();
  const set = (next: readonly Pending[]): void => {
    pending = next;
    questions = next.map(({ question }) => question);
    dependencies.changed();
  };
  const find = (id: string): Pending => {
    const found = pending.find(({ question }) => question.id === id);
    if (found === undefined)
      throw new WorkbenchError('UNKNOWN_APPROVAL', 'expected a call that waits for approval, found none with this id');
    return found;
  };
  const askPerson = (request: ApprovalRequest, question: ApprovalQuestion): Promise<Approval> =>
    new Promise((resolve) => {
      const counting = new AbortController();
      const withdraw = (): void => {
        entry.settle({ kind: 'rejected', by: PERSON });
      };
      const rows = request.rows.captures.length === 0 ? Promise.resolve(null) : dependencies.countRows(request.rows, counting.signal);
      // Prevents an unhandled rejection when the person answers before the count is complete; callers of `rows` still get the error.
      rows.catch(() => undefined);
      const entry: Pending = {
        question,
        request,
        rows,
        settle: (approval) => {
          if (!pending.includes(entry)) return;
          counting.abort();
          request.signal?.removeEventListener('abort', withdraw);
          resolve(approval);
          set(pending.filter((other) => other !== entry));
        },
      };
      set([...pending, entry]);
      if (request.signal?.aborted) withdraw();
      else request.signal?.addEventListener('abort', withdraw, { once: true });
    });
  return {
    ask(request) {
      const question = questionOf(request, `approval-${String(++serial)}`, dependencies.place);
      return routes.get(request.tool_call_id)?.(question) ?? askPerson(request, question);
    },
    route(tool_call_id, decide) {
      routes.set(tool_call_id, decide);
      return () => routes.delete(tool_call_id);
    },
    port: {
      list: () => questions,
      rows: async (id) => find(id).rows,
      check: (id, changed) => Promise.resolve().then(() => find(id).request.check(changed)),
      answer: (id, answer) =>
        Promise.resolve().then(() => {
          find(id).settle({ ...answer, by: PERSON });
        }),
    },
  };
}

function questionOf(request: ApprovalRequest, id: string, place: (args: ApprovalRequest['arguments']) => string): ApprovalQuestion {
  const { manifest, rows, actor, entry, risk, reason } = request;
  return {
    id,
    tool: manifest,
    arguments: request.arguments,
    captures: rows.captures,
    time_range: rows.time_base === 'epoch' ? rows.time_range : null,
    place: placeOf(manifest) ?? (manifest.requires.includes('exporter') ? place(request.arguments) : 'Inside the workbench.'),
    actor,
    entry,
    risk,
    reason,
  };
}

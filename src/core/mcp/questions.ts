import { WorkbenchError } from '../../base/failure.ts';
import { answerErrors, readQuestion } from './question.ts';
import type { QuestionAnswer, ServerQuestion } from '../../workbench/servers.ts';

/** Forms of tool servers that wait for the person. */
export interface ServerQuestions {
  /**
   * Queues a form, given as the parameters of `elicitation/create`. Resolves with the person's answer, with `cancel` if the call or the
   * server withdraws it, or with a text that says why it cannot be shown.
   */
  readonly ask: (
    from: Pick<ServerQuestion, 'server' | 'url' | 'tool'>,
    params: unknown,
    signal: AbortSignal,
  ) => Promise<QuestionAnswer | string>;
  readonly list: () => readonly ServerQuestion[];
  /** Returns errors of the content, in which case the question stays. */
  readonly answer: (id: string, answer: QuestionAnswer) => Promise<readonly string[]>;
}

/** How long a form waits for the person, ms. Afterwards the answer is `cancel`. */
const PATIENCE_MS = 10 * 60_000;

export function createQuestions(changed: () => void): ServerQuestions {
  const waiting = new Map<string, { readonly question: ServerQuestion; readonly settle: (answer: QuestionAnswer) => void }>();
  let serial = 0;
  let list: readonly ServerQuestion[] = [];
  const tell = (): void => {
    list = [...waiting.values()].map(({ question }) => question);
    changed();
  };
  return {
    ask: (from, params, signal) =>
      new Promise((resolve) => {
        const asked = readQuestion(params);
        if (typeof asked === 'string') {
          resolve(asked);
          return;
        }
        const id = `question-${String(++serial)}`;
        const settle = (answer: QuestionAnswer): void => {
          if (!waiting.delete(id)) return;
          clearTimeout(timer);
          signal.removeEventListener('abort', withdraw);
          resolve(answer);
          tell();
        };
        const withdraw = (): void => {
          settle({ action: 'cancel' });
        };
        const timer = setTimeout(withdraw, PATIENCE_MS);
        waiting.set(id, { question: { id, ...from, ...asked }, settle });
        signal.addEventListener('abort', withdraw, { once: true });
        if (signal.aborted) withdraw();
        else tell();
      }),
    list: () => list,
    answer: (id, answer) =>
      Promise.resolve().then(() => {
        const found = waiting.get(id);
        if (found === undefined)
          throw new WorkbenchError('UNKNOWN_QUESTION', 'expected a question that waits for an answer, found none with this id');
        const errors = answer.action === 'accept' ? answerErrors(found.question, answer.content) : [];
        if (errors.length === 0) found.settle(answer);
        return errors;
      }),
  };
}

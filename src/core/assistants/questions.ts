import { WorkbenchError } from '../../base/failure.ts';
import { obstacle, planOf, questions, type Question } from '../../planner/questions.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { CaptureLookup } from '../../tools/definition.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { QuestionChoice } from '../../workbench/assistants.ts';

export const chosen = ({ captures }: { readonly captures: CaptureLookup }, ids: readonly string[]): CaptureInfo[] =>
  ids.flatMap((id) => captures.get(id) ?? []);

export const questionChoices = (parts: { readonly captures: CaptureLookup }, ids: readonly string[]): readonly QuestionChoice[] =>
  questions.map((question) => ({
    id: question.id,
    title: question.title,
    about: question.about,
    obstacle: obstacle(question, chosen(parts, ids)),
  }));

/** Converts a question in words to a plan of calls, which a person can edit before it runs. */
export const planOfQuestion = (
  parts: { readonly captures: CaptureLookup; readonly runner: Pick<Runner, 'catalog'> },
  id: string,
  ids: readonly string[],
): unknown => planOf(questionOf(id), chosen(parts, ids), parts.runner.catalog());

function questionOf(id: string): Question {
  const question = questions.find((each) => each.id === id);
  if (question === undefined) throw new WorkbenchError('UNKNOWN_QUESTION', 'expected a question from the list, found another');
  return question;
}

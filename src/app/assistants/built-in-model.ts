import { WorkbenchError } from '../../base/failure.ts';
import type { AskModel } from '../../planner/built-in.ts';

/** The part of `LanguageModel` (Chrome's Prompt API) that this module uses. */
interface LanguageModel {
  availability(): Promise<'unavailable' | 'downloadable' | 'downloading' | 'available'>;
  create(options: { initialPrompts: readonly { role: 'system'; content: string }[]; signal: AbortSignal }): Promise<{
    prompt(text: string, options: { responseConstraint: object; signal: AbortSignal }): Promise<string>;
    destroy(): void;
  }>;
}

const model = (): LanguageModel | undefined => (globalThis as { readonly LanguageModel?: LanguageModel }).LanguageModel;

/** Why the browser's built-in model cannot be used; null if it can. The page never starts the download of a model. */
export async function builtInObstacle(): Promise<string | null> {
  const found = model();
  if (found === undefined) return 'This browser has no built-in model for pages.';
  const availability = await found.availability().catch(() => 'unavailable');
  if (availability === 'available') return null;
  return availability === 'unavailable'
    ? 'The built-in model does not run on this machine.'
    : 'The built-in model of this browser is not downloaded; the workbench does not download it.';
}

/** Puts a question to the built-in model, in a new session each time, because the prompt contains the earlier messages. */
export const askBuiltIn: AskModel = async (system, prompt, schema, signal) => {
  const found = model();
  if (found === undefined) throw new WorkbenchError('PLANNER_UNAVAILABLE', 'expected a built-in model, found none');
  const session = await found.create({ initialPrompts: [{ role: 'system', content: system }], signal });
  try {
    return await session.prompt(prompt, { responseConstraint: schema, signal });
  } finally {
    session.destroy();
  }
};

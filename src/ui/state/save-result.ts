import type { ResultView } from '../../workbench/results.ts';
import { saveBlob } from '../kit/save-text.ts';
import { isAbort, messageOf } from './workbench.svelte.ts';
import type { AppState } from './app.svelte.ts';

/** Saves the complete result as a JSON file; a failure is shown in the activity list. */
export async function saveResult({ port, workbench }: Pick<AppState, 'port' | 'workbench'>, result: ResultView): Promise<void> {
  const title = 'Saving the result';
  try {
    saveBlob(await port.later(title, () => port.results.file(result.tool_call_id)), 'result.json');
  } catch (error) {
    if (!isAbort(error)) workbench.notice(title, messageOf(error));
  }
}

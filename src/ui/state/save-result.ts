import { blobInTurns } from '../../base/blob-in-turns.ts';
import { throwIfAborted } from '../../base/failure.ts';
import { jsonPieces } from '../../base/json-text.ts';
import type { ToolResult } from '../../tools/contract/index.ts';
import { saveBlob } from '../widgets/save-text.ts';
import { turn } from '../widgets/turn.ts';
import { isAbort, messageOf } from './workbench.svelte.ts';
import type { AppState } from './app.svelte.ts';

/** Saves a result as it is, a long one in turns of the thread; what goes wrong is told. */
export async function saveResult({ port, workbench }: Pick<AppState, 'port' | 'workbench'>, result: ToolResult): Promise<void> {
  const title = 'Saving the result';
  try {
    const file = await port.later(title, async ({ signal }) => {
      const rest = async (): Promise<void> => {
        await turn();
        throwIfAborted(signal, 'saving the result');
      };
      return blobInTurns([...(await jsonPieces(result, rest, 2)), '\n'], rest, 'application/json');
    });
    saveBlob(file, 'result.json');
  } catch (error) {
    if (!isAbort(error)) workbench.notice(title, messageOf(error));
  }
}

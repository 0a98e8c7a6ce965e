import type { AppState } from '../../state/app.svelte.ts';
import type { Completer } from '../../kit/completion.ts';
import { FUNCTIONS_SQL, type SqlFunction, sqlOffers } from '../../../statements/complete.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Completions in a statement, from the open captures and the engine's function catalog. */
export function sqlAssist(app: AppState): Completer {
  let functions: readonly SqlFunction[] | null = null;
  async function known(): Promise<readonly SqlFunction[]> {
    if (functions !== null || app.workbench.engine !== 'ready') return functions ?? [];
    try {
      const { rows } = await app.port.rows(FUNCTIONS_SQL);
      functions = rows.map(([name, parameters, description]) => ({
        name: String(name),
        parameters: textOf(parameters),
        description: textOf(description),
      }));
    } catch {
      // Without the engine's functions, columns and tables are still offered.
      functions = [];
    }
    return functions;
  }
  return async ({ doc }, pos, asked) => sqlOffers(doc.toString(), pos, asked, app.workbench.captures, await known());
}

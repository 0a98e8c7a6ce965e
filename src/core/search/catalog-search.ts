import type { CaptureLookup, CatalogSearch } from '../../tools/definition.ts';
import { FOUND_KINDS } from '../../tools/definition.ts';
import type { Runner } from '../../tools/runner/ports.ts';

/** Searches the tools that a caller may run, the open captures and the manual. The code for it loads with the first search. */
export function catalogSearch(runner: () => Pick<Runner, 'catalog'>, captures: Pick<CaptureLookup, 'list'>): CatalogSearch {
  return {
    async search(text, { actor, limit, kinds = FOUND_KINDS }) {
      const { rankedSearch } = await import('./ranked.ts');
      // Treat an agent as one for which no person approves calls, so that tools that need approval are left out.
      const agent = actor.startsWith('agent:') ? { id: actor.slice('agent:'.length) } : undefined;
      return rankedSearch(text, { tools: runner().catalog(agent), captures: captures.list() }, limit, kinds);
    },
  };
}

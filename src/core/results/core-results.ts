import { once } from '../../base/once.ts';
import { PAGE_CALLS } from '../../workbench/page.ts';
import type { ResultsPort } from '../../workbench/results.ts';
import type { Calling } from '../calling.ts';
import type { CoreBase, Data } from '../data.ts';
import type { ReportDependencies } from './report.ts';
import type { Restored } from '../recovery.ts';

/** Collects what writing a report needs from the core. */
export const reportDependencies = (
  { environment }: CoreBase,
  { engine, opened }: Data,
  { runner, runs, keys, journals }: Calling,
): ReportDependencies => ({
  callOf: (id) => runs.callOf(id),
  captures: () => opened.list(),
  tools: () => runner.catalog(),
  query: (sql, options = {}) => engine.query(sql, options),
  keyNames: () => keys.list().map(({ name }) => name),
  auditHead: () => journals.head(),
  workbench: { version: environment.version, commit: environment.commit },
});

/** Provides the core's results in slices. The code for it is loaded on first use; requests wait until earlier results are restored. */
export function resultsOf(base: CoreBase, data: Data, calling: Calling, restored: Restored): ResultsPort {
  const load = once(async () =>
    (await import('./results.ts')).createResults({
      ...reportDependencies(base, data, calling),
      store: calling.runs.results,
      tableFile: async (names, rows, options) => (await import('../exports/table-file.ts')).tableFile(names, rows, options),
    }),
  );
  type Slice = (...args: readonly unknown[]) => Promise<unknown>;
  const lazy =
    (name: string): Slice =>
    async (...args) => {
      const [results] = await Promise.all([load(), restored.runs]);
      return (results as unknown as Record<string, Slice>)[name]?.(...args);
    };
  const names = PAGE_CALLS.flatMap((path) => (path.startsWith('results.') ? [path.slice('results.'.length)] : []));
  return Object.fromEntries(names.map((name) => [name, lazy(name)])) as unknown as ResultsPort;
}

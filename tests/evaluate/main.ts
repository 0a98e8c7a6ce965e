import { nodeWorkbench } from '../support/node-workbench.ts';
import type { Row } from './evaluate.ts';
import { evaluateSet } from './evaluate.ts';
import { report } from './report.ts';
import { labelledSets, recordingsIn, sceneSets } from './sets.ts';

/** Runs the tool over every labelled recording and answers the figures as Markdown. */
export async function evaluateAll(options: {
  readonly data: string;
  readonly version: string;
  readonly only: string;
  readonly say: (line: string) => void;
}): Promise<string> {
  const workbench = await nodeWorkbench();
  const rows: Row[] = [];
  try {
    for (const make of [...labelledSets(recordingsIn(options.data)), ...sceneSets()]) {
      const set = make();
      if (!set.name.includes(options.only)) continue;
      const own = await evaluateSet(workbench, set, options.version);
      for (const row of own) options.say(report([row]).split('\n')[2] ?? '');
      rows.push(...own);
    }
  } finally {
    await workbench.close();
  }
  return report(rows);
}

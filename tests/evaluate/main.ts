import type { ModelEdition } from '../../src/tools/linkage/editions.ts';
import { nodeWorkbench } from '../support/node-workbench.ts';
import { PLANS, planOf } from '../support/scene/plans.ts';
import { makeScene } from '../support/scene/scene.ts';
import { chamberSets } from './chamber.ts';
import type { Row } from './evaluate.ts';
import { evaluateHeard, evaluateSet } from './evaluate.ts';
import { editionOf } from './heard.ts';
import { report } from './report.ts';
import { labelledSets, recordingsIn } from './sets.ts';

/** The first seed on which nothing was set; the model was looked at with seed 1 only. */
const HELD_OUT = 11;
/** In a crowd most packets are missed: ten frames of an address have to do. */
const SCENE_MINIMUM = 10;
const WINDOW_S = 300;

/**
 * Runs the model over every labelled recording and simulated scene and answers the figures as Markdown.
 *
 * @param version of `bluetooth_address_analyzer`
 * @param seeds how many crowds are drawn per scene
 * @param only  part of the names of the sets
 */
export async function evaluateAll(options: {
  readonly data: string;
  readonly version: string;
  readonly only: string;
  readonly seeds: number;
  readonly say: (line: string) => void;
}): Promise<string> {
  const { version, say } = options;
  const edition = editionOf(version);
  const recordings = recordingsIn(options.data);
  const workbench = await nodeWorkbench();
  const rows: Row[] = [];
  const jobs: { readonly name: string; readonly run: () => Promise<Row[]> }[] = [
    ...labelledSets(recordings).map(({ name, make }) => ({ name, run: () => evaluateSet(workbench, make(), version) })),
    ...chamberSets(recordings).map(({ name, make }) => ({ name, run: () => evaluateHeard(make(), edition) })),
    ...Object.keys(PLANS).flatMap((plan) => Array.from({ length: options.seeds }, (_, n) => sceneJob(plan, HELD_OUT + n, edition))),
  ];
  try {
    for (const { name, run } of jobs) {
      if (!name.includes(options.only)) continue;
      const own = await run();
      for (const row of own) say(report([row]).split('\n')[2] ?? '');
      rows.push(...own);
    }
  } finally {
    await workbench.close();
  }
  return report(rows);
}

function sceneJob(name: string, seed: number, edition: ModelEdition) {
  const title = `scene ${name}, seed ${String(seed)}`;
  return {
    name: title,
    run: () => {
      const plan = planOf(name, seed);
      const { frames, addresses, streams } = makeScene(plan);
      return evaluateHeard({ name: title, frames, addresses, streams, windows: [WINDOW_S], minimum: SCENE_MINIMUM }, edition, plan);
    },
  };
}

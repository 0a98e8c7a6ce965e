import type { RotationModel } from '../../../src/tools/linkage/rotation.ts';
import { editionOf } from '../heard.ts';
import type { WorldResult } from './measure.ts';
import { measureWorld, MODES } from './measure.ts';
import type { WorldRow } from './report.ts';
import { worldReport } from './report.ts';
import { WORLDS } from './world.ts';

/** Seeds from here on are held out: nothing was set on them. Seeds from 1 on are for development. */
const HELD_OUT = 100;

/**
 * Runs the model over the worlds of the second generator and returns the figures as Markdown.
 *
 * @param only part of the names of the worlds
 * @param seeds how many seeds of each world
 * @param heldOut whether to draw seeds on which nothing was set
 * @param first the first seed, instead of the one that `heldOut` means
 */
export async function evaluateWorlds(options: {
  readonly version: string;
  readonly only: string;
  readonly seeds: number;
  readonly heldOut: boolean;
  readonly first?: number;
  readonly modes?: readonly RotationModel[];
  readonly say: (line: string) => void;
}): Promise<string> {
  const { version, only, seeds, heldOut, first = heldOut ? HELD_OUT : 1, modes = MODES, say } = options;
  const edition = editionOf(version);
  const rows: WorldRow[] = [];
  for (const world of WORLDS.filter(({ name }) => name.includes(only))) {
    const results: WorldResult[] = [];
    for (let n = 0; n < seeds; n++) results.push(await measureWorld(world, first + n, modes, edition));
    rows.push({ world, results });
    say(worldReport(rows.slice(-1), modes).split('\n')[2] ?? '');
  }
  return worldReport(rows, modes);
}

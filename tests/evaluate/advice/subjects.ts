import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { everyCapture } from '../../support/every-capture.ts';
import { sceneCapture } from '../../support/scene/capture.ts';
import { PLANS, planOf } from '../../support/scene/plans.ts';
import { makeScene } from '../../support/scene/scene.ts';
import { labelledSets, recordingsIn } from '../sets.ts';

/** Files that are opened together and walked once. */
export interface Subject {
  readonly name: string;
  readonly kind: 'recording' | 'scene';
  /** Not looked at while the advice was written. */
  readonly heldOut: boolean;
  readonly files: () => readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
}

/** Scenes of these seeds were looked at. */
const SEEN_SEEDS = [21, 22];
/** The first seed on which nothing was set. */
const HELD_OUT_SEED = 31;

/**
 * Every capture of packets, every labelled set of recordings as one selection, and simulated scenes. Of the recordings, every third in
 * the order of their names is held out; of the scenes, the seeds from 31 on.
 *
 * @param seeds scenes of each plan that are held out
 */
export function subjects(data: string, seeds: number): Subject[] {
  const singles = everyCapture().map((path) => ({
    name: path.startsWith(data) ? relative(data, path) : path,
    files: () => [{ name: basename(path), bytes: new Uint8Array(readFileSync(path)) }],
  }));
  const sets = labelledSets(recordingsIn(data)).map(({ name, make }) => ({ name, files: () => make().files }));
  const recordings = [...singles, ...sets].map((each, at): Subject => ({ ...each, kind: 'recording', heldOut: at % 3 === 2 }));
  const scenes = Object.keys(PLANS).flatMap((plan) => [
    ...SEEN_SEEDS.map((seed) => sceneOf(plan, seed, false)),
    ...Array.from({ length: seeds }, (_, at) => sceneOf(plan, HELD_OUT_SEED + at, true)),
  ]);
  return [...recordings, ...scenes];
}

const sceneOf = (plan: string, seed: number, heldOut: boolean): Subject => ({
  name: `scene ${plan}, seed ${String(seed)}`,
  kind: 'scene',
  heldOut,
  files: () => [{ name: `${plan}_${String(seed)}.pcapng`, bytes: sceneCapture(makeScene(planOf(plan, seed))) }],
});

import type { ModelEdition } from '../../src/tools/linkage/editions.ts';
import { classify } from '../../src/tools/linkage/classify.ts';
import type { NodeWorkbench } from '../support/node-workbench.ts';
import type { ScenePlan } from '../support/scene/scene.ts';
import type { Candidate } from './baselines.ts';
import { combined, levelAndKind, nearestInTime } from './baselines.ts';
import type { HeardSet } from './heard.ts';
import { candidatesIn, linkObserved, observeFrames } from './heard.ts';
import { candidatesOf, MINIMUM, runTool } from './methods.ts';
import { oracle } from './oracle.ts';
import type { Calibration, Claim, Forecast, Score } from './score.ts';
import { calibrationOf, scoreLinks } from './score.ts';
import type { LabelledSet } from './sets.ts';
import type { TrueStream } from './truth.ts';

export interface Row {
  readonly set: string;
  readonly window: number;
  readonly frames: number;
  readonly addresses: number;
  readonly methods: readonly { readonly name: string; readonly score: Score }[];
  readonly calibration: Calibration;
  readonly forecasts: readonly Forecast[];
  /** Share of labelled addresses whose class is the one their sender uses. */
  readonly classAccuracy: number;
  readonly elapsed_ms: number;
}

/** Opens a set, runs the tool and the baselines over it at each of its windows, and closes it again. */
export async function evaluateSet(workbench: NodeWorkbench, set: LabelledSet, version: string): Promise<Row[]> {
  const captures = [];
  for (const file of set.files) captures.push(await workbench.open(file.bytes, file.name));
  const candidates = await candidatesOf(workbench.engine, captures, MINIMUM);
  const rows: Row[] = [];
  for (const window of set.windows) {
    const tool = await runTool(workbench, captures, version, window, MINIMUM);
    const score = (claims: readonly Claim[]): Score => scoreLinks(claims, set.streams, candidates, window);
    const forecasts = forecastsOf(tool.forecasts, set.streams, candidates);
    rows.push({
      set: set.name,
      window,
      frames: captures.reduce((sum, capture) => sum + capture.row_count, 0),
      addresses: candidates.length,
      methods: [{ name: 'model', score: score(tool.claims) }, ...baselines(candidates, window, score)],
      calibration: calibrationOf(forecasts),
      forecasts,
      classAccuracy: classAccuracy(tool.classes, set.streams, candidates),
      elapsed_ms: tool.elapsed_ms,
    });
  }
  for (const { capture_id } of captures) await workbench.captures.close(capture_id);
  return rows;
}

/** The same over frames that are observed without the way through files, and for a scene the oracle beside it. */
export async function evaluateHeard(set: HeardSet, edition: ModelEdition, plan?: ScenePlan): Promise<Row[]> {
  const candidates = candidatesIn(set);
  const rows: Row[] = [];
  for (const window of set.windows) {
    const began = performance.now();
    const observation = await observeFrames(set);
    const found = await linkObserved(observation, edition, window, set.minimum);
    const elapsed_ms = performance.now() - began;
    const score = (claims: readonly Claim[]): Score => scoreLinks(claims, set.streams, candidates, window);
    const forecasts = forecastsOf(found.forecasts, set.streams, candidates);
    const methods = [{ name: 'model', score: score(found.claims) }, ...baselines(candidates, window, score)];
    if (plan !== undefined)
      methods.push({ name: 'oracle', score: score(await oracle(observation, set.streams, plan, window, set.minimum)) });
    const classes = new Map(classify(observation, set.minimum).map(({ address, type }) => [address, type]));
    rows.push({
      set: set.name,
      window,
      frames: set.frames.length,
      addresses: candidates.length,
      methods,
      calibration: calibrationOf(forecasts),
      forecasts,
      classAccuracy: classAccuracy(classes, set.streams, candidates),
      elapsed_ms,
    });
  }
  return rows;
}

function baselines(candidates: readonly Candidate[], window: number, score: (claims: readonly Claim[]) => Score) {
  return [
    { name: 'nearest in time', score: score(nearestInTime(candidates, window)) },
    { name: 'level and kind', score: score(levelAndKind(candidates, window)) },
    { name: 'combined', score: score(combined(candidates, window)) },
  ];
}

/** Probabilities of pairs that touch a labelled address; pairs across two streams of one emitter are left out. */
export function forecastsOf(claims: readonly Claim[], streams: readonly TrueStream[], seen: readonly Candidate[]): Forecast[] {
  const heard = new Set(seen.map((each) => each.address));
  const stream = new Map<string, TrueStream>();
  for (const each of streams) for (const address of each.addresses) stream.set(address, each);
  return claims.flatMap(({ from, to, probability }) => {
    const a = stream.get(from);
    const b = stream.get(to);
    if ((a === undefined && b === undefined) || (a !== b && a?.emitter === b?.emitter)) return [];
    const own = a !== undefined && a === b ? a.addresses.filter((address) => heard.has(address)) : [];
    const adjacent = own.includes(from) && own.indexOf(to) === own.indexOf(from) + 1;
    return [{ probability, happened: adjacent }];
  });
}

/** Labelled phones use resolvable addresses, or (Find My) static-looking ones; of simulated streams the kind says it. */
function classAccuracy(classes: ReadonlyMap<string, string>, streams: readonly TrueStream[], candidates: readonly Candidate[]): number {
  const often = new Set(candidates.map((candidate) => candidate.address));
  const labelled = streams.flatMap(({ addresses, kind }) =>
    addresses.filter((address) => often.has(address)).map((address) => ({ address, kind })),
  );
  const right = labelled.filter(({ address, kind }) => senderClasses(address, kind).includes(classes.get(address) ?? ''));
  return labelled.length === 0 ? 1 : right.length / labelled.length;
}

function senderClasses(address: string, kind: string | undefined): readonly string[] {
  if (kind === 'laptop') return ['nrpa'];
  if (kind === 'beacon') return ['public', 'random_static'];
  return [/^[C-F]/.test(address) ? 'random_static' : 'rpa'];
}

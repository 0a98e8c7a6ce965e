import type { NodeWorkbench } from '../support/node-workbench.ts';
import type { Candidate } from './baselines.ts';
import { combined, levelAndKind, nearestInTime } from './baselines.ts';
import { candidatesOf, MINIMUM, runTool } from './methods.ts';
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
  const minimum = set.minimum ?? MINIMUM;
  const candidates = await candidatesOf(workbench.engine, captures, minimum);
  const rows: Row[] = [];
  for (const window of set.windows) {
    const tool = await runTool(workbench, captures, version, window, minimum);
    const score = (claims: readonly Claim[]): Score => scoreLinks(claims, set.streams, candidates, window);
    const forecasts = forecastsOf(tool.forecasts, set.streams, candidates);
    rows.push({
      set: set.name,
      window,
      frames: captures.reduce((sum, capture) => sum + capture.row_count, 0),
      addresses: candidates.length,
      methods: [
        { name: version, score: score(tool.claims) },
        { name: 'nearest in time', score: score(nearestInTime(candidates, window)) },
        { name: 'level and kind', score: score(levelAndKind(candidates, window)) },
        { name: 'combined', score: score(combined(candidates, window)) },
      ],
      calibration: calibrationOf(forecasts),
      forecasts,
      classAccuracy: classAccuracy(tool.classes, set.streams, candidates),
      elapsed_ms: tool.elapsed_ms,
    });
  }
  for (const { capture_id } of captures) await workbench.captures.close(capture_id);
  return rows;
}

/** Probabilities of pairs that touch a labelled address; pairs across two streams of one emitter are left out. */
function forecastsOf(claims: readonly Claim[], streams: readonly TrueStream[], seen: readonly Candidate[]): Forecast[] {
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

/** Labelled senders use resolvable addresses, or (Find My) static-looking ones. */
function classAccuracy(classes: ReadonlyMap<string, string>, streams: readonly TrueStream[], candidates: readonly Candidate[]): number {
  const often = new Set(candidates.map((candidate) => candidate.address));
  const labelled = streams.flatMap((stream) => stream.addresses).filter((address) => often.has(address));
  const right = labelled.filter((address) => classes.get(address) === (/^[C-F]/.test(address) ? 'random_static' : 'rpa'));
  return labelled.length === 0 ? 1 : right.length / labelled.length;
}

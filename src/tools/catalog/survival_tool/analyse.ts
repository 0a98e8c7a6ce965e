/** Computes every figure of an analysis, and the facts from which the verdict is made. */
import type { SurvivalInput, SurvivalTable } from '../../../kernels/contract.ts';
import type { ToolCapabilities } from '../../definition.ts';
import { adjustedByHolm } from '../../multiplicity.ts';
import type { Rows } from './data.ts';
import type { Lifetimes, Lives } from './lifetimes.ts';
import type { Arguments, Curve, Survival, Term } from './schema.ts';

export type Figures = Omit<Survival, 'verdict'>;

export interface Analysis {
  readonly figures: Figures;
  /** For each group, the time after which its curve is undefined; null if there is none. */
  readonly emptied: readonly (number | null)[];
  /** Smallest number of events that a group is expected to have; Infinity without groups. */
  readonly least_expected: number;
  /** p of the test that groups are censored equally; null without groups or censored rows. */
  readonly censoring_p: number | null;
  readonly repeated: string | null;
}

const MOST_POINTS = 200;
const MOST_TICKS = 6;

const highest = (values: Float64Array): number => values.reduce((most, value) => Math.max(most, value), 0);

/** Up to six times from 0 on, at multiples of 1, 2 or 5 times a power of ten; long times in seconds at whole minutes or hours. */
function ticks(end: number, seconds: boolean): Float64Array {
  const unit = !seconds || end < 120 ? 1 : end < 7200 ? 60 : 3600;
  const raw = end / unit / (MOST_TICKS - 1);
  if (!(raw > 0)) return Float64Array.of(0);
  const power = Number(`1e${raw.toExponential().split('e')[1] ?? '0'}`);
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power * unit;
  return Float64Array.from({ length: Math.floor(end / step) + 1 }, (_, at) => Number((at * step).toPrecision(12)));
}

export async function analyseRows(args: Arguments, rows: Rows, capabilities: ToolCapabilities): Promise<Analysis> {
  const { kernels, signal, progress } = capabilities;
  const { entry, exit, event, group, groups, strata, strata_count, dropped, repeated } = rows;
  const dummies = groups.slice(1).map((_, at) => Float64Array.from(group, (own) => Number(own === at + 1)));
  const at = ticks(highest(exit), false);
  const input: SurvivalInput = {
    ...{ entry, exit, event, groups: group, group_count: groups.length, strata, strata_count, at, alpha: args.alpha },
    covariates: [...rows.covariates, ...dummies],
  };
  const table = await kernels.survival(input, { signal, onProgress: progress });
  const censored = event.some((own) => own === 0) && groups.length > 1;
  const flipped = censored ? await kernels.survival({ ...input, event: event.map((own) => 1 - own), covariates: [] }, { signal }) : null;
  const names = [...args.covariates, ...groups.slice(1).map((name) => `${args.group ?? ''}=${name}`)];
  const figures: Figures = {
    time_unit: 'duration',
    sample_count: exit.length,
    event_count: event.reduce((sum, own) => sum + own, 0),
    rows_dropped: dropped,
    curves: table.curves.map((_, place) => curveOf(table, place, { name: groups[place] ?? 'all', end: endOf(rows, place), at })),
    tests: testsOf(table),
    terms: termsOf(table.hazards, names, args.comparisons),
  };
  return {
    ...{ figures, emptied: table.curves.map(({ emptied }) => emptied), repeated },
    least_expected: Math.min(Infinity, ...(table.ranks?.groups ?? []).map(({ expected }) => expected)),
    censoring_p: flipped?.ranks?.log_rank.p ?? null,
  };
}

/**
 * Analyses how long addresses are used. A median's interval goes from the bound for the shortest to that for the longest possible lives.
 */
export async function analyseLives(args: Arguments, found: Lifetimes, { kernels, signal, progress }: ToolCapabilities): Promise<Analysis> {
  const at = ticks(highest(found.lives.exit), true);
  const run = ({ entry, exit, event, group }: Lives): Promise<SurvivalTable> =>
    kernels.survival(
      {
        ...{ entry, exit, event, groups: group, group_count: found.groups.length, strata: null, strata_count: 1, at },
        alpha: args.alpha,
        covariates: [],
      },
      { signal, onProgress: progress },
    );
  const [table, shortest, longest] = [await run(found.lives), await run(found.shortest), await run(found.longest)];
  const curves = found.groups.map((name, place): Curve => {
    const own = curveOf(table, place, { name, end: endOf(found.lives, place), at });
    const { value } = table.curves[place]!.median;
    const [low, high] = [shortest.curves[place]!.median.low, longest.curves[place]!.median.high];
    return {
      ...own,
      ...found.sizes[place]!,
      median: { ...(value !== null && { value }), ...(low !== null && { low }), ...(high !== null && { high }) },
    };
  });
  const figures: Figures = {
    time_unit: 'seconds',
    sample_count: found.sizes.reduce((sum, { rows }) => sum + rows, 0),
    event_count: found.sizes.reduce((sum, { events }) => sum + events, 0),
    rows_dropped: { missing: 0, infinite: 0, no_time: 0 },
    curves: curves.filter(({ rows }) => rows > 0),
    tests: testsOf(table),
    terms: [],
    lifetimes: found.figures,
  };
  return { figures, emptied: table.curves.map(({ emptied }) => emptied), least_expected: Infinity, censoring_p: null, repeated: null };
}

const endOf = ({ exit, group }: Pick<Lives, 'exit' | 'group'>, place: number): number =>
  exit.reduce((most, time, row) => (group[row] === place ? Math.max(most, time) : most), 0);

function curveOf(
  { curves, ranks }: SurvivalTable,
  place: number,
  { name, end, at }: { readonly name: string; readonly end: number; readonly at: Float64Array },
): Curve {
  const { rows, events, times, survival, error, low, high, at_risk, deaths, median, counts } = curves[place]!;
  const step = Math.max(1, Math.ceil(times.length / (MOST_POINTS - 1)));
  const shown = Array.from(times.keys()).filter((k) => k % step === 0 || k === times.length - 1);
  const known = (value: number): boolean => Number.isFinite(value);
  return {
    ...{ group: name, rows, events, watched: end, last_survival: survival.at(-1) ?? 1 },
    ...(ranks && { expected_events: ranks.groups[place]!.expected }),
    median: {
      ...(median.value !== null && { value: median.value }),
      ...(median.low !== null && { low: median.low }),
      ...(median.high !== null && { high: median.high }),
    },
    points: shown.map((k) => ({
      ...{ time: times[k]!, survival: survival[k]! },
      ...(known(error[k]!) && { standard_error: error[k]! }),
      ...(known(low[k]!) && { low: low[k]! }),
      ...(known(high[k]!) && { high: high[k]! }),
      ...{ at_risk: at_risk[k]!, events: deaths[k]! },
    })),
    at_risk: Array.from(at, (time, k) => ({ time, rows: counts[k]! })),
  };
}

type Test = Survival['tests'][number];

function testsOf({ ranks, hazards }: SurvivalTable): Test[] {
  const test = (
    name: Test['test'],
    own: { statistic: number | null; df: readonly number[]; p: number | null; log10_p: number | null } | null | undefined,
  ): Test[] =>
    !own || own.statistic === null
      ? []
      : [
          {
            ...{ test: name, statistic: own.statistic, df: own.df[0]! },
            ...(own.p !== null && { p: own.p }),
            ...(own.log10_p !== null && { log10_p: Math.min(0, own.log10_p) }),
          },
        ];
  return [
    ...test('log_rank', ranks?.log_rank),
    ...test('peto_peto', ranks?.peto_peto),
    ...test('likelihood_ratio', hazards?.likelihood_ratio),
    ...test('wald', hazards?.wald),
    ...test('score', hazards?.score),
    ...test('proportional_hazards', hazards?.proportional),
  ];
}

function termsOf(hazards: SurvivalTable['hazards'], names: readonly string[], comparisons: number): Term[] {
  if (hazards === null) return [];
  const adjusted = adjustedByHolm(hazards.terms.map((own) => own?.p ?? 1)).map((p) => Math.min(1, p * comparisons));
  return names.map((term, at): Term => {
    const own = hazards.terms[at] ?? null;
    if (own === null)
      return { term, left_out: hazards.unbounded.includes(at) ? ('infinite' as const) : ('constant_or_dependent' as const) };
    const { value: ratio, low, high } = own.ratio;
    return {
      term,
      ...([ratio, low, high].every(Number.isFinite) && { hazard_ratio: ratio, confidence_interval: [low, high] }),
      ...{ coefficient: own.coefficient, standard_error: own.error, z: own.z },
      ...(own.p !== null && { p: own.p, adjusted_p: adjusted[at]! }),
      ...(own.log10_p !== null && { log10_p: Math.min(0, own.log10_p) }),
      ...(own.proportional && own.proportional.p !== null && { proportional_p: own.proportional.p }),
    };
  });
}

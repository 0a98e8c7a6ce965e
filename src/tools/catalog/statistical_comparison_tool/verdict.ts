/**
 * The conclusion of a comparison: which test the data permit, and what it says. Summary, plots and hints repeat it, so that none of them
 * relies on a test that the data contradict.
 */
import type { CountsCompared, JudgedTest, NumbersCompared, RowDependence, SampleFigures } from '../../../kernels/contract.ts';
import { adjustedByBenjaminiHochberg, adjustedByHolm } from '../../multiplicity.ts';
import { beforeWords, onRowsBefore, tooFewClusters, tooFewRows, withinWords } from '../dependent-rows.ts';
import type { Rows } from './data.ts';
import type { Arguments, Comparison, Verdict } from './schema.ts';
import { sentenceOf } from './words.ts';

export type TestName = Verdict['test'];
export type Judged = JudgedTest<TestName>;
type Effect = NonNullable<Verdict['effect']>;

export interface Evidence {
  readonly rows: Pick<Rows, 'groups' | 'categories' | 'cluster'>;
  readonly sizes: readonly number[];
  readonly tests: readonly Judged[];
  readonly dependence: RowDependence | null;
  /** Whether the values within each group are sorted, in which case their order shows nothing about dependence. */
  readonly sorted: boolean;
  readonly reversal: Comparison['reversal'];
  readonly numbers: NumbersCompared | null;
  readonly counts: CountsCompared | null;
}

/** The test that the data permit; `doubt`: why a significant result of it would not be trusted. */
interface Licence {
  readonly test: TestName;
  readonly reason: string;
  readonly doubt?: string;
}

const DOUBT = 0.05;
/** With this many rows in a group, the mean is nearly normal, unless one row dominates. */
const MANY = 30;
/** One row dominates a group if it contributes this share of the sum of squares. */
const CARRIED = 0.3;
const LEAST_CARRIED = 10;
/** With this many rows in each group, Brunner and Munzel's test keeps its error rate. */
const LEAST_SUPERIOR = 10;
/** With a skewness above this times the root of the number of rows, the t test of a mean does not keep its error rate. */
const SKEWED = 0.2;
/** With smaller expected counts, chi-square is not accurate (Cochran, Ann. Math. Stat. 23, 1952). */
const LEAST_EXPECTED = 5;

export function verdictOf(args: Arguments, evidence: Evidence): Verdict {
  const licence = licensed(args, evidence);
  const own = evidence.tests.find(({ test }) => test === licence.test);
  const independent = evidence.tests.filter(({ test }) => test !== 'hac' && test !== 'cluster');
  const asked = args.margin === undefined ? own?.p : own?.equivalence;
  const adjusted = adjustedP(args, own?.p ?? null);
  const equivalence = adjustedP(args, own?.equivalence ?? null);
  const below = (p: number | null): boolean => p !== null && p < args.alpha;
  // A doubt is reported only where a test would be significant, including tests that assume independent rows.
  const loose = independent.some(({ p }) => below(adjustedP(args, p)));
  const { reversal } = evidence;
  const doubt =
    licence.doubt !== undefined && (below(adjusted) || below(equivalence) || loose)
      ? licence.doubt
      : reversal && (below(adjusted) || below(equivalence))
        ? `the difference has the other sign within the values of ${reversal.column}`
        : undefined;
  const conclusion: Verdict['conclusion'] = nothingVaries(evidence)
    ? 'untested'
    : doubt !== undefined
      ? 'undecided'
      : below(equivalence)
        ? 'equivalent'
        : below(adjusted)
          ? 'differs'
          : 'not_shown';
  const effect = effectOf(licence.test, own, evidence);
  const shown = conclusion === 'differs' ? adjusted : args.margin === undefined ? adjusted : equivalence;
  const draft = {
    ...{ conclusion, test: licence.test, reason: licence.reason, about: aboutOf(args, licence.test) },
    ...(doubt !== undefined && { doubt }),
    ...(own && figuresOf(own)),
    ...(asked !== undefined && shown !== null && { adjusted_p: shown }),
    ...(effect && { effect }),
    comparisons: Math.max(args.comparisons, args.other_p_values.length + 1),
  };
  return { ...draft, sentence: sentenceOf(args, draft, evidence) };
}

/** Whether no test has a statistic, or all values are equal. */
function nothingVaries({ tests, numbers }: Evidence): boolean {
  const [a, b] = numbers?.samples ?? [];
  const constant = a !== undefined && b !== undefined && (a.sd ?? 0) === 0 && (b.sd ?? 0) === 0 && a.mean === b.mean;
  return constant || tests.every(({ p }) => p === null);
}

/** p adjusted for the other tests that the caller reports; tests with unknown p count as p = 1. */
function adjustedP({ comparisons, other_p_values: others, adjustment }: Arguments, p: number | null): number | null {
  if (p === null) return null;
  const unknown = Math.max(0, comparisons - 1 - others.length);
  // Only the number of unknown tests matters: p = 1 comes last in any order.
  const family = [p, ...others, ...new Array<number>(unknown).fill(1)];
  const [own = 1] = adjustment === 'holm' ? adjustedByHolm(family) : adjustedByBenjaminiHochberg(family);
  return own;
}

export function figuresOf({ statistic, df, p, log10_p, estimate, standard_error, interval, equivalence }: Judged) {
  const optional = { statistic, df, p, log10_p, estimate, standard_error, equivalence_p: equivalence };
  return {
    ...(Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== null)) as { [K in keyof typeof optional]?: number }),
    ...(interval && { confidence_interval: [...interval] }),
  };
}

function licensed(args: Arguments, evidence: Evidence): Licence {
  const base = evidence.numbers ? licensedNumbers(args, evidence, evidence.numbers) : licensedCounts(args, evidence);
  return dependentLicence(evidence, base) ?? base;
}

function dependentLicence(evidence: Evidence, base: Licence): Licence | null {
  const { dependence, tests, rows, sizes } = evidence;
  const count = sizes.reduce((sum, size) => sum + size, 0);
  if (dependence === null) return null;
  const { serial, clusters, effective } = dependence;
  const follows = !evidence.sorted && onRowsBefore(serial, count);
  const clustered = clusters !== null && rows.cluster !== null && clusters.count < count;
  if (!follows && !clustered) return null;
  const before = beforeWords(serial);
  const within = withinWords(rows.cluster?.column ?? '');
  const reason = follows && clustered ? `${within}, and ${before}` : clustered ? within : before;
  const candidates = tests.filter(({ test }) => (test === 'hac' && follows) || (test === 'cluster' && clustered));
  const [own] = [...candidates].sort((a, b) => (b.p ?? 1) - (a.p ?? 1));
  if (own === undefined)
    return { ...base, reason: `${reason}; ${base.reason}`, doubt: `${reason}, which no test for more than two by two values allows for` };
  const carried = carriedRow(evidence.numbers?.samples ?? []) ? 'one row carries the spread of a group' : undefined;
  const short = candidates.map(({ test, df }) =>
    test === 'cluster' ? tooFewClusters(rows.cluster?.column ?? '', clusters?.count ?? 0, df ?? 0) : tooFewRows(count, effective),
  );
  const doubt = [...short, carried].find((each) => each !== undefined);
  // If a dependence was found by chance, p would be too small, so use the larger p.
  const plain = tests.find(({ test }) => test === base.test);
  if (!clustered && (plain?.p ?? 0) > (own.p ?? 1))
    return {
      test: base.test,
      reason: `${base.reason}; ${before}, which would make p smaller`,
      ...((doubt ?? base.doubt) && { doubt: doubt ?? base.doubt }),
    };
  return { test: own.test, reason, ...(doubt !== undefined && { doubt }) };
}

const carriedRow = (samples: readonly SampleFigures[]): boolean =>
  samples.some(({ count, largest_share }) => count >= LEAST_CARRIED && largest_share > CARRIED && !(count < MANY && largest_share < 0.5));

function notNormal(samples: readonly SampleFigures[]): boolean {
  const few = samples.some(({ count, normality }) => count < MANY && (normality?.p ?? 1) < DOUBT / samples.length);
  return few || carriedRow(samples);
}

function licensedNumbers(args: Arguments, { tests, sizes }: Evidence, { samples, spreads }: NumbersCompared): Licence {
  const possible = (name: TestName): boolean => tests.some(({ test, p }) => test === name && p !== null);
  const odd = notNormal(samples);
  const oddWords = 'the values are far from normal for so few rows, or one row carries them';
  const asked = args.test !== 'auto' && possible(args.test) ? args.test : undefined;
  if (samples.length === 1) {
    const [{ skewness, count }] = samples as [SampleFigures];
    const skewed = Math.abs(skewness ?? 0) > SKEWED * Math.sqrt(count);
    // Differences within pairs are symmetric under the hypothesis; values of one sample need not be.
    const lopsided = skewed && args.design === 'one_sample';
    if (lopsided && asked !== 'sign' && possible('student'))
      return { test: 'student', reason: 'it is about the mean', doubt: 'the values are skewed, which so few rows do not make up for' };
    if ((odd || skewed) && asked !== 'sign' && asked !== 'wilcoxon' && possible('wilcoxon')) return { test: 'wilcoxon', reason: oddWords };
    if (asked) return { test: asked, reason: 'test names it' };
    if (possible('student')) return { test: 'student', reason: 'the data do not speak against a mean of normal values' };
    return { test: 'sign', reason: 'the values have no spread' };
  }
  const unequal = (spreads?.p ?? 1) < DOUBT;
  if (!possible('welch')) return { test: 'mann_whitney', reason: 'a group has no spread of its own' };
  const small = sizes.some((size) => size < LEAST_SUPERIOR);
  const free: TestName = small && possible('permutation') ? 'permutation' : 'brunner_munzel';
  const robust: TestName = unequal ? (possible(free) ? free : 'mann_whitney') : 'mann_whitney';
  const licensedBy = odd ? robust : 'welch';
  const against = (asked === 'student' || asked === 'mann_whitney') && unequal;
  const meansOfOdd = (asked === 'student' || asked === 'welch') && odd;
  if (asked && !against && !meansOfOdd) return { test: asked, reason: 'test names it' };
  if (odd) return { test: licensedBy, reason: unequal ? `${oddWords}, and the groups differ in spread` : oddWords };
  return { test: 'welch', reason: unequal ? 'the groups differ in spread' : 'it takes no spreads as equal' };
}

function licensedCounts(args: Arguments, { counts, tests }: Evidence): Licence {
  const possible = (name: TestName): boolean => tests.some(({ test, p }) => test === name && p !== null);
  if (args.design === 'one_proportion') return { test: 'binomial', reason: 'it is exact' };
  const least = counts?.expected ? Math.min(...counts.expected) : 0;
  const asked = args.test !== 'auto' && possible(args.test) ? args.test : undefined;
  if (least >= LEAST_EXPECTED) {
    if (asked) return { test: asked, reason: 'test names it' };
    return { test: 'chi_square', reason: 'every count that is expected is 5 or more' };
  }
  const few = 'fewer than 5 rows are expected in a cell';
  if (possible('fisher')) return { test: 'fisher', reason: few };
  if (possible('permutation')) return { test: 'permutation', reason: few };
  return { test: 'chi_square', reason: 'no other test is within reach', doubt: few };
}

const MEANS: ReadonlySet<TestName> = new Set(['student', 'welch', 'hac', 'cluster', 'permutation']);

function aboutOf({ design }: Arguments, test: TestName): Verdict['about'] {
  if (design === 'one_proportion') return 'share';
  if (design === 'two_proportions') return 'share_difference';
  if (design === 'contingency') return test === 'hac' || test === 'cluster' ? 'share_difference' : 'association';
  if (MEANS.has(test)) return design === 'one_sample' ? 'mean' : 'mean_difference';
  if (test === 'brunner_munzel') return 'superiority';
  return test === 'sign' ? 'median' : 'shift';
}

/** The effect to report with a test; for a test of dependent rows, only one whose interval allows for dependence. */
function effectOf(test: TestName, own: Judged | undefined, { counts }: Evidence): Effect | undefined {
  if (own?.effect)
    return {
      measure: MEANS.has(test) ? 'hedges_g' : 'rank_biserial',
      value: own.effect.value,
      ...(own.effect.interval && { confidence_interval: [...own.effect.interval] }),
    };
  if (counts === null || test === 'hac' || test === 'cluster') return undefined;
  const [measure, found] = counts.difference
    ? (['share_difference', counts.difference] as const)
    : (['cramers_v', counts.cramers_v] as const);
  return found ? { measure, value: found.value, ...(found.interval && { confidence_interval: [...found.interval] }) } : undefined;
}

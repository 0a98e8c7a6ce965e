import type { GroupDependence } from '../../../kernels/contract.ts';
import { pWords } from '../../p-words.ts';
import { beforeWords, onRowsBefore, tooFewRows, withinWords } from '../dependent-rows.ts';
import type { Analysis, Arguments } from './schema.ts';

/**
 * The conclusion of an analysis of variance: which test its assumptions permit, and what that test says. Summary, plot and hints repeat it,
 * so that none of them relies on a test that the data contradict.
 */
export type Verdict = Analysis['verdict'];
type Test = Verdict['test'];
type Effect = Verdict['effects'][number];

/** Greenhouse and Geisser's correction is too strict above this epsilon (Girden, ANOVA: Repeated Measures, 1992). */
const STRICT_BELOW = 0.75;

const NAMES: Readonly<Record<Test, string>> = {
  classic: 'F test',
  welch: 'Welch’s test',
  kruskal_wallis: 'Kruskal and Wallis’s test of ranks',
  greenhouse_geisser: 'F test, corrected by Greenhouse and Geisser',
  huynh_feldt: 'F test, corrected by Huynh and Feldt',
  hac: 't tests of each group against all others, by errors for dependent rows',
  cluster: 't tests of each group against all others, by errors by cluster',
};

/** What is known about the order of the rows and about their clusters, on which the verdict depends. */
export interface RowEvidence extends GroupDependence {
  /** Whether the values of each group are sorted; their order then shows nothing about dependence. */
  readonly sorted: boolean;
  /** The column whose values are the clusters, within which rows depend on each other. Undefined if there are no clusters. */
  readonly cluster: string | undefined;
}

interface Licensed {
  readonly test: Test;
  readonly reason: string;
  /** Whether every test of this design needs the assumption that is in doubt. */
  readonly provisional?: boolean;
  /** The reason not to trust a significant result of this test; undefined if there is none. */
  readonly doubt?: string | undefined;
  /** Names the groups that could not be tested, although their means may differ too; undefined if all were tested. */
  readonly partial?: string | undefined;
}

/**
 * Decides the verdict.
 * @param output    the analysis without its verdict
 * @param evidence  null if the tool version assumes that rows are independent
 */
export function verdictOf(args: Arguments, output: Omit<Analysis, 'verdict'>, evidence: RowEvidence | null): Verdict {
  const base = licensed(args, output);
  const { test, provisional = false, ...licence } = dependentLicence(args, output, evidence, base);
  const effects = output.table
    .filter(({ f }) => f !== undefined)
    .map(({ source, df, f, p, log10_p, omega_sq }) => {
      const residual = output.table.at(-1)?.df ?? 0;
      const figures = figuresOf(test, output) ?? { statistic: f, df: [df, residual], p, log10_p };
      return effectOf(args, source, figures, omega_sq);
    });
  const found = effects.filter(({ differs }) => differs);
  // Report a doubt about the permitted test only if some test is significant, including tests that assume independent rows.
  const loose = [figuresOf(base.test, output)?.p ?? output.table[0]?.p ?? 1, output.table[0]?.p ?? 1].some((p) => below(args, p));
  const some = found.length > 0 ? undefined : licence.partial;
  const doubt = found.length > 0 || loose ? (licence.doubt ?? some) : undefined;
  const reason = licence.partial === undefined || some !== undefined ? licence.reason : `${licence.reason} (${licence.partial})`;
  const conclusion = effects.every(({ p }) => p === undefined)
    ? 'untested'
    : doubt !== undefined
      ? 'undecided'
      : found.length === 0
        ? 'not_shown'
        : provisional
          ? 'provisional'
          : 'differs';
  return {
    conclusion,
    test,
    reason,
    ...(doubt !== undefined && { doubt }),
    effects,
    comparisons: args.comparisons,
    sentence: sentenceOf(args, output, { conclusion, test, reason, doubt, effects }),
  };
}

const below = ({ alpha, comparisons }: Arguments, p: number): boolean => Math.min(1, p * comparisons) < alpha;

type Figures = Pick<Effect, 'statistic' | 'df' | 'p' | 'log10_p'>;

function effectOf({ alpha, comparisons }: Arguments, source: string, figures: Figures, omega_sq: number | undefined): Effect {
  const adjusted_p = figures.p === undefined ? undefined : Math.min(1, figures.p * comparisons);
  const present = Object.entries({ ...figures, adjusted_p, omega_sq }).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries(present) as Partial<Effect>),
    source,
    df: figures.df,
    differs: adjusted_p !== undefined && adjusted_p < alpha,
  };
}

function licensed({ design, alpha }: Arguments, output: Omit<Analysis, 'verdict'>): Licensed {
  const p = (name: string): number | undefined => output.assumptions.find(({ test }) => test === name)?.p;
  if (design === 'repeated') return spherical(output, p('mauchly'), alpha);
  const spreads = p('brown_forsythe');
  if (spreads === undefined) return { test: 'classic', reason: 'too few rows per group to compare spreads' };
  if (spreads >= alpha) return { test: 'classic', reason: 'the data do not speak against equal spreads' };
  const differ = design === 'two_way' ? 'the cells differ in spread' : 'the groups differ in spread';
  if (design === 'two_way')
    return { test: 'classic', reason: `${differ}, and this design has no test without equal spreads`, provisional: true };
  if (output.alternatives.some(({ test, p: own }) => test === 'welch' && own !== undefined)) return { test: 'welch', reason: differ };
  return { test: 'kruskal_wallis', reason: `${differ}, and a group has none of its own, which Welch’s test needs` };
}

/** Explains that the order of the rows may have caused what a test of independent rows finds; undefined if it cannot have. */
function orderDoubt(args: Arguments, output: Omit<Analysis, 'verdict'>, { ordered, sorted }: RowEvidence, test: Test): string | undefined {
  const held = ordered?.[test as keyof typeof ordered] ?? null;
  const found = figuresOf(test, output)?.p ?? output.table[0]?.p;
  if (sorted || held === null || found === undefined || !below(args, found) || below(args, held)) return undefined;
  return 'groups follow each other in the order of the rows, which too few rows tell from a difference';
}

/** Chooses the test that allows for dependent rows; returns the given test if rows are independent. */
function dependentLicence(args: Arguments, output: Omit<Analysis, 'verdict'>, evidence: RowEvidence | null, base: Licensed): Licensed {
  if (evidence === null) return base;
  const { sample_count: rows, alternatives, groups } = output;
  const { serial, effective, clusters, cluster = '', sorted } = evidence;
  const follows = !sorted && onRowsBefore(serial, rows);
  const clustered = clusters !== null && clusters.count < rows;
  const order = orderDoubt(args, output, evidence, base.test);
  if (!follows && !clustered) return { ...base, doubt: order };
  const reason = [...(clustered ? [withinWords(cluster)] : []), ...(follows ? [beforeWords(serial)] : [])].join(', and ');
  const p = (name: Test): number => alternatives.find(({ test }) => test === name)?.p ?? 1;
  const name = (at: number): string => groups[at]?.group ?? '';
  const lacks = [
    ...(clustered ? [lackOf(clusters.untested, groups.length, name, `too few ${cluster} values to tell`)] : []),
    ...(follows ? [lackOf(evidence.hac.untested, groups.length, name, 'too few independent rows are left')] : []),
  ];
  const [all] = lacks.filter((lack) => lack?.all);
  const few = follows && all === undefined ? tooFewRows(rows, effective) : undefined;
  const [part] = lacks.filter((lack) => lack !== undefined);
  const test = clustered && (!follows || p('cluster') >= p('hac')) ? 'cluster' : 'hac';
  return { test, reason, doubt: all?.words ?? few ?? order, partial: part?.words };
}

const MOST_NAMED = 5;

/** Names the groups that were not tested, with the reason; undefined if all were. */
function lackOf(untested: readonly number[], count: number, name: (at: number) => string, why: string) {
  if (untested.length === 0) return undefined;
  const all = untested.length >= (count === 2 ? 1 : count);
  const more = untested.length > MOST_NAMED ? ` and ${String(untested.length - MOST_NAMED)} more` : '';
  const where = untested.slice(0, MOST_NAMED).map((at) => name(at).slice(0, 40));
  return { all, words: all ? why : `${why} of ${where.join(', ')}${more}` };
}

function spherical(output: Omit<Analysis, 'verdict'>, mauchly: number | undefined, alpha: number): Licensed {
  const strict = output.sphericity_corrections?.find(({ method }) => method === 'greenhouse_geisser');
  if (strict === undefined) return { test: 'classic', reason: 'two values have one difference, which cannot vary unequally' };
  if (mauchly !== undefined && mauchly >= alpha) return { test: 'classic', reason: 'the data do not speak against sphericity' };
  const reason = mauchly === undefined ? 'sphericity cannot be tested' : 'differences between values vary unequally';
  const milder = output.sphericity_corrections?.some(({ method, p }) => method === 'huynh_feldt' && p !== undefined);
  return { test: strict.epsilon >= STRICT_BELOW && milder === true ? 'huynh_feldt' : 'greenhouse_geisser', reason };
}

/** The figures of a test; undefined for the classic F test, whose figures are in the table. */
function figuresOf(test: Test, output: Omit<Analysis, 'verdict'>): Figures | undefined {
  const alternative = output.alternatives.find((own) => own.test === test);
  if (alternative) return { statistic: alternative.statistic, df: alternative.df, p: alternative.p, log10_p: alternative.log10_p };
  const correction = output.sphericity_corrections?.find(({ method }) => method === test);
  return correction && { statistic: output.table[0]?.f, df: correction.df, p: correction.p, log10_p: correction.log10_p };
}

function sentenceOf(
  { response, factors, design, comparisons, alpha }: Arguments,
  { groups, subjects }: Omit<Analysis, 'verdict'>,
  { conclusion, test, reason, doubt, effects }: Pick<Verdict, 'conclusion' | 'test' | 'reason' | 'effects'> & { doubt: string | undefined },
): string {
  const [first = '', second = ''] = factors;
  const between =
    design === 'two_way' ? `${first} and ${second}` : `${String(groups.length)} ${design === 'repeated' ? 'values' : 'groups'} of ${first}`;
  const within = subjects ? ` within ${String(subjects.used)} subjects` : '';
  if (conclusion === 'untested')
    return `The means of ${response} over ${between}${within} cannot be tested: nothing varies within the groups.`;
  const shown = effects.filter(({ differs }) => conclusion === 'not_shown' || conclusion === 'undecided' || differs);
  const figures = shown
    .map(({ source, adjusted_p }) => `${design === 'two_way' ? `${source} ` : ''}${pWords(adjusted_p, alpha)}`)
    .join(', ');
  const because = test === 'classic' && conclusion !== 'provisional' ? '' : `, because ${reason}`;
  const adjusted = comparisons > 1 ? `, adjusted for ${String(comparisons)} tests` : '';
  const basis = `${NAMES[test]}${because}: ${figures}${adjusted}`;
  if (doubt !== undefined) return `Undecided whether the means of ${response} differ between ${between}: ${doubt} (${basis}).`;
  if (conclusion === 'not_shown') return `No difference in ${response} between ${between}${within} is shown (${basis}).`;
  const by = design === 'two_way' ? `by ${shown.map(({ source }) => source).join(', ')}` : `between ${between}${within}`;
  return `The means of ${response} differ ${by}${conclusion === 'provisional' ? ', provisionally' : ''} (${basis}).`;
}

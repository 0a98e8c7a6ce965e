import type { Repeated } from '../../../kernels/contract.ts';
import type { ToolWarning } from '../../contract/index.ts';
import type { ToolCapabilities } from '../../definition.ts';
import type { KeyColumn, Outcome } from './data.ts';
import { complete, failed, MOST_COMPARED, refused, tooFew, unusable } from './data.ts';
import { describeGroups, describePairs, judged, shares, tested } from './describe.ts';
import { outcome } from './outcome.ts';
import type { Analysis, Arguments } from './schema.ts';

/** Maximum number of levels of a factor within subjects, because time and memory grow with the pairs of levels. */
const MOST_LEVELS = 100;
const MOST_CELLS = 2_000_000;

/** Analyses the variance of a response between the levels of one factor that all subjects went through. */
export async function repeated(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const { response, keys, missing, infinite } = await complete(args, [...args.factors, args.subject ?? ''], capabilities);
  const [factor, subject] = keys as readonly [KeyColumn, KeyColumn];
  const levels = factor.names.length;
  if (levels < 2) return tooFew('values of the factor with a finite response', levels, 2, 'factors');
  if (levels > MOST_LEVELS) return failed(refused(['factors', 0], `at most ${String(MOST_LEVELS)} values`, String(levels)));
  if (levels * subject.names.length > MOST_CELLS)
    return failed(refused(['subject'], `at most ${String(MOST_CELLS)} subjects times values`, `${String(subject.names.length)} subjects`));
  const table = balanced(response, factor, subject);
  if (table.subjects < 2) return tooFew('subjects with every value of the factor', table.subjects, 2, 'subject');
  const compared = levels <= MOST_COMPARED;
  const post_hoc = compared
    ? [...new Set(args.post_hoc)].flatMap((method) => (method === 'holm' || method === 'bonferroni' ? [method] : []))
    : [];
  const analysis = await capabilities.kernels.repeated(
    { response: table.response, starts: table.starts, subjects: table.subjects, levels, alpha: args.alpha, post_hoc },
    { signal: capabilities.signal, onProgress: capabilities.progress },
  );
  const total = analysis.levels.sum_sq + analysis.subjects.sum_sq + analysis.residual.sum_sq;
  const fault = unusable(args, total);
  if (fault) return failed(fault);
  const incomplete = response.length - table.rows;
  const subjects = { used: table.subjects, dropped: subject.names.length - table.subjects };
  const output = described(args, analysis, factor.names, { total, counts: table.counts });
  return outcome(
    args,
    { ...output, rows_dropped: { missing, infinite, incomplete }, subjects },
    {
      selected: response.length + missing + infinite,
      compared,
      warnings: subjects.dropped > 0 ? [withoutSome(subjects.dropped, incomplete)] : [],
      evidence: null,
    },
  );
}

interface Balanced {
  /** The values, ordered by cell: subject by subject, and within a subject level by level. */
  readonly response: Float64Array;
  readonly starts: Uint32Array;
  readonly subjects: number;
  readonly rows: number;
  /** Number of rows of each level. */
  readonly counts: readonly number[];
}

/** Keeps the rows of those subjects that have a row for every level. */
function balanced(response: Float64Array, factor: KeyColumn, subject: KeyColumn): Balanced {
  const levels = factor.names.length;
  const sizes = new Uint32Array(levels * subject.names.length);
  const cellOf = (row: number): number => (subject.ids[row] ?? 0) * levels + (factor.ids[row] ?? 0);
  for (let row = 0; row < response.length; row++) sizes[cellOf(row)]! += 1;
  const whole = subject.names.map((_, at) => sizes.subarray(at * levels, (at + 1) * levels).every((size) => size > 0));
  const kept = whole.flatMap((each, at) => (each ? [at] : []));
  const starts = new Uint32Array(kept.length * levels + 1);
  const next = new Uint32Array(sizes.length);
  kept.forEach((own, place) => {
    for (let level = 0; level < levels; level++) {
      const [cell, at] = [own * levels + level, place * levels + level];
      next[cell] = starts[at]!;
      starts[at + 1] = starts[at]! + sizes[cell]!;
    }
  });
  const ordered = new Float64Array(starts[kept.length * levels] ?? 0);
  response.forEach((value, row) => {
    if (whole[subject.ids[row] ?? 0] === true) ordered[next[cellOf(row)]!++] = value;
  });
  const counts = factor.names.map((_, level) => kept.reduce((sum, own) => sum + sizes[own * levels + level]!, 0));
  return { response: ordered, starts, subjects: kept.length, rows: ordered.length, counts };
}

function described(
  args: Arguments,
  analysis: Repeated,
  names: readonly string[],
  { total, counts }: { readonly total: number; readonly counts: readonly number[] },
): Omit<Analysis, 'rows_dropped' | 'verdict'> {
  const { levels, subjects, residual, mauchly, greenhouse_geisser, huynh_feldt } = analysis;
  const { test, ...effect } = levels;
  return {
    design: args.design,
    sample_count: counts.reduce((sum, count) => sum + count, 0),
    table: [
      { source: args.factors[0] ?? '', ...effect, ...tested(test), ...shares(effect, residual, total, subjects.mean_sq) },
      { source: args.subject ?? '', ...subjects },
      { source: 'residual', ...residual },
    ],
    // Compute means and spreads over subjects, after averaging the rows of each subject.
    groups: describeGroups(
      analysis.groups.map((group, at) => ({ ...group, count: counts[at] ?? 0 })),
      names,
    ),
    post_hoc: describePairs(analysis.comparisons, names),
    assumptions: mauchly === null ? [] : [judged('mauchly', mauchly)],
    alternatives: [judged('friedman', analysis.friedman)],
    sphericity_corrections: [
      ...(greenhouse_geisser === null ? [] : [corrected('greenhouse_geisser', greenhouse_geisser)]),
      ...(huynh_feldt === null ? [] : [corrected('huynh_feldt', huynh_feldt)]),
    ],
  };
}

function corrected<Name extends string>(method: Name, { epsilon, test }: NonNullable<Repeated['huynh_feldt']>) {
  const { f: _f, ...tails } = tested(test);
  return { method, epsilon, df: [...test.df], ...tails };
}

const withoutSome = (subjects: number, rows: number): ToolWarning => ({
  code: 'SUBJECTS_INCOMPLETE',
  message: `${String(subjects)} subjects lack a value of the factor and were left out, with ${String(rows)} rows`,
  field: 'arguments.subject',
  details: { subjects, rows },
});

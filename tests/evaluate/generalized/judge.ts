import type { GeneralizedInput } from '../../../src/kernels/contract.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { confidenceOf } from '../../../src/tools/catalog/generalized_linear_tool/confidence.ts';
import { Input, type Verdict } from '../../../src/tools/catalog/generalized_linear_tool/schema.ts';
import { eventsPerTerm, verdictOf } from '../../../src/tools/catalog/generalized_linear_tool/verdict.ts';
import type { Fitted } from '../../../src/tools/catalog/generalized_linear_tool/run.ts';
import { exponentFor } from '../../../src/tools/model-rows/blocks.ts';

/** Rows of a fit, made instead of read. */
export interface Made {
  readonly family: GeneralizedInput['family'];
  readonly penalty?: GeneralizedInput['penalty'];
  readonly intercept?: boolean;
  readonly y: readonly number[];
  readonly x: readonly (readonly number[])[];
  readonly weights?: readonly number[] | null;
  readonly offset?: readonly number[] | null;
  readonly clusters?: readonly number[];
  readonly precision?: GeneralizedInput['precision'];
}

export function inputOf({
  family,
  penalty = 'none',
  intercept = true,
  y,
  x,
  weights,
  offset,
  clusters,
  precision = 'auto',
}: Made): GeneralizedInput {
  const numeric = [...x, y];
  const all = [...numeric, ...(weights ? [weights] : []), ...(offset ? [offset] : []), ...(clusters ? [clusters] : [])];
  const exponents = all.map((values, at) => (at < x.length ? exponentFor(Math.max(...values.map(Math.abs))) : 0));
  const data = new Float64Array(all.length * y.length);
  all.forEach((values, at) => data.set(values, at * y.length));
  const columns = numeric.map((_, column) => ({ kind: 'product' as const, factors: [{ column, power: 1 }] }));
  const first = intercept ? 1 : 0;
  return {
    ...{ family, penalty, precision, alpha: 0.05, per: 1, predict_at: [] },
    blocks: [{ rows: y.length, data }],
    design: {
      columns: [...(intercept ? [{ kind: 'product' as const, factors: [] }] : []), ...columns],
      ...{ intercept, exponents, weight: weights ? numeric.length : null },
      pivots: [...(intercept ? [0] : []), ...numeric.map((values, at) => (intercept ? values[0]! * 2 ** exponents[at]! : 0))],
    },
    offset: offset ? numeric.length + (weights ? 1 : 0) : null,
    terms: x.map((_, at) => [at + first]),
    cluster: clusters ? all.length - 1 : null,
  };
}

const kernels = kernelInstance();

/** The verdict of the tool over made rows, and its confidence. */
export async function judge(made: Made): Promise<{ readonly verdict: Verdict; readonly confidence: number }> {
  const names = made.x.map((_, at) => `x${String(at)}`);
  const family = made.family === 'binomial' ? 'logistic' : 'poisson';
  const args = Input.parse({ family, target: 'y', features: names, penalty: made.penalty ?? 'none' });
  const fitted = {
    rows: { rows: made.y.length, weighted: made.y.length, events: made.y.reduce((sum, value) => sum + value, 0), success: '1' },
    table: await kernels.generalized(inputOf(made)),
    names: ['intercept', ...names],
    terms: names.map((name, at) => ({ name, columns: [at + 1] })),
    cluster: made.clusters ? { column: 'device', asked: false } : null,
  } as unknown as Fitted;
  const verdict = verdictOf(args, fitted);
  const adjusted_p = Math.min(1, ...verdict.effects.map((own) => own.adjusted_p ?? 1));
  const inputs = { conclusion: verdict.conclusion, adjusted_p, alpha: args.alpha, events_per_term: eventsPerTerm(args, fitted) };
  return { verdict, confidence: confidenceOf(inputs) };
}

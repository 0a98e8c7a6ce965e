/** Schemas of the tool's arguments and result. A figure that cannot be computed from the data is absent from the result. */
import { ratio, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { modelArguments } from '../model-arguments.ts';
import { alpha } from '../significance.ts';

const column = (what: string) => text(1, 128).describe(what);

export const Input = z.strictObject({
  family: z
    .enum(['logistic', 'poisson'])
    .describe('logistic: the odds that a row of two possible values has one of them; poisson: the mean of a count.')
    .meta({ examples: ['logistic'] }),
  target: column(
    'Name of the column to explain: true and false, or any two values, for logistic; whole numbers of 0 and above for poisson.',
  ).meta({
    examples: ['crc_ok'],
  }),
  success: text(0, 256)
    .optional()
    .describe('The value of the target whose odds are modelled, with logistic; true, 1 or the last of the two values when absent.')
    .meta({ examples: ['true'] }),
  features: z
    .array(column('Name of a column; not numeric ones need an entry in categorical.'))
    .min(1)
    .max(64)
    .describe('Names of the columns that explain it, each once and none of them the target.')
    .meta({ examples: [['rssi', 'channel']] }),
  categorical: modelArguments.categorical,
  terms: modelArguments.terms,
  intercept: modelArguments.intercept,
  offset: column(
    'Name of the numeric column that is added to the linear predictor, such as the logarithm of the time that a count covers; none when absent.',
  )
    .optional()
    .meta({ examples: ['ln_seconds'] }),
  weights: column('Name of the numeric column of frequencies, 0 and above: a row counts as that many equal rows; 1 each when absent.')
    .optional()
    .meta({ examples: ['packets'] }),
  penalty: z
    .enum(['none', 'firth'])
    .default('none')
    .describe(
      'none: maximum likelihood; firth: Firth’s penalised likelihood, whose estimates are finite where rows are separated and less biased where they are few; none when absent.',
    )
    .meta({ examples: ['none'] }),
  alpha,
  cluster_by: modelArguments.cluster_by,
  comparisons: modelArguments.comparisons,
  precision: z
    .enum(['auto', 'double', 'exact'])
    .default('auto')
    .describe('Arithmetic of the last steps: exact is double-double, auto takes it for small or ill-conditioned data; auto when absent.')
    .meta({ examples: ['auto'] }),
  predict_at: modelArguments.predict_at,
  max_rows: modelArguments.max_rows,
});

const figure = (what: string, unit: string) => z.number().describe(what).meta({ 'x-unit': unit });
const p = (what = 'p-value, a ratio.') => ratio().describe(what).meta({ 'x-unit': 'ratio' }).optional();
const log10p = () =>
  z.number().max(0).describe('Decimal logarithm of p, also where p itself is below the range.').meta({ 'x-unit': 'unitless' }).optional();
const bounds = (what: string, unit: string) => z.array(figure('Bound.', unit)).min(2).max(2).describe(what).optional();
const rows = (what: string) => z.number().min(0).describe(what).meta({ 'x-unit': 'rows' });
const RATIO = 'Ratio of the odds (logistic) or of the means (poisson) per unit of the term.';

const conclusion = ['related', 'undecided', 'not_shown'] as const;

const TESTS = [
  'likelihood_ratio',
  'penalized_likelihood_ratio',
  'wald',
  'quasi_likelihood',
  'hac',
  'cluster',
  'hac_and_cluster',
  'none',
] as const;

const tested = {
  statistic: figure('Its statistic.', 'unitless').optional(),
  p: p(),
  log10_p: log10p(),
};

const verdict = z
  .strictObject({
    conclusion: z
      .enum(conclusion)
      .describe('related: a term is; undecided: none is, but the data cannot tell of one, for a reason in doubt; not_shown: neither.'),
    test: z
      .enum(TESTS)
      .describe(
        'likelihood_ratio: the fit without the term; penalized_likelihood_ratio: the same with Firth’s penalty; wald: estimate over error, with very many rows; quasi_likelihood: F over the dispersion, where counts spread more than Poisson; hac, cluster, hac_and_cluster: t with errors for rows that depend on those before, on rows of one value of a column (CR2), or on both; none: rows are separated.',
      ),
    reason: text(1, 400).describe('Why it is this test, in words.'),
    doubt: text(1, 400).describe('Why a term is undecided, in words.').optional(),
    effects: z
      .array(
        z.strictObject({
          term: text(1, 600).describe('The term; a factor as a whole where the test takes its levels together.'),
          ...tested,
          df: z.number().min(0).describe('Degrees of freedom of the test.').meta({ 'x-unit': 'unitless' }).optional(),
          adjusted_p: p('p after Holm over the effects, times comparisons.'),
          ratio: figure(RATIO, 'ratio').optional(),
          ratio_interval: bounds('Interval of the ratio by the test, low then high.', 'ratio'),
          effective_rows: rows('Independent rows, or clusters, that say as much; absent where rows are independent.').optional(),
          conclusion: z.enum(conclusion).describe('related: adjusted_p is below alpha and nothing is in doubt.'),
        }),
      )
      .max(264)
      .describe('What the test says of each term but the intercept.'),
    comparisons: whole().min(1).describe('Number of fits that the p-values are adjusted for.').meta({ 'x-unit': 'unitless' }),
    sentence: text(1, 2000).describe('The conclusion as a sentence.'),
  })
  .describe('The conclusion, by the test that the data license.');

export const Output = z.strictObject({
  verdict,
  family: z.enum(['logistic', 'poisson']).describe('The model that was fitted.'),
  modelled_value: text(0, 256).describe('Value of the target whose odds are modelled; absent for counts.').optional(),
  sample_count: whole().describe('Rows that were used.').meta({ 'x-unit': 'rows' }),
  weighted_count: rows('Rows that they count for, by the weights.'),
  event_count: rows('Rows of the modelled value, or sum of the counts, by the weights.'),
  rows_dropped: z
    .strictObject({
      missing: whole().describe('Rows that lack a value.').meta({ 'x-unit': 'rows' }),
      infinite: whole().describe('Rows with an infinite value.').meta({ 'x-unit': 'rows' }),
      unweighted: whole().describe('Rows whose weight is 0.').meta({ 'x-unit': 'rows' }),
    })
    .describe('Selected rows that were left out, by reason.'),
  coefficients: z
    .array(
      z.strictObject({
        term: text(1, 600).describe('The term; intercept for the constant.'),
        estimate: figure('Its coefficient: natural logarithm of the ratio.', 'per unit').optional(),
        standard_error: figure('Standard error for independent rows.', 'per unit').optional(),
        z: figure('Wald statistic, estimate over standard error.', 'unitless').optional(),
        p: p('Two-sided p-value of z: the verdict takes another test.'),
        log10_p: log10p(),
        confidence_interval: bounds('Interval of the coefficient, low then high.', 'per unit'),
        interval_kind: z
          .enum(['profile', 'wald'])
          .describe('profile: values that the likelihood ratio does not reject; wald: by estimate and standard error.')
          .optional(),
        ratio: figure(RATIO, 'ratio').optional(),
        ratio_interval: bounds('Interval of the ratio, low then high.', 'ratio'),
        left_out: z
          .enum(['constant', 'dependent', 'infinite', 'separated'])
          .describe(
            'Why it has no figures: constant: no spread; dependent: follows from the terms before; infinite: it tells values of the target apart without fault; separated: another term does.',
          )
          .optional(),
      }),
    )
    .max(266)
    .describe('Every term of the model, for independent rows; never empty.'),
  whole_model: z
    .strictObject({ ...tested, df: z.number().min(0).describe('Degrees of freedom.').meta({ 'x-unit': 'unitless' }) })
    .describe('Likelihood-ratio test of all terms together.')
    .optional(),
  deviance: figure('Twice the log likelihood that a perfect fit has more.', 'unitless').optional(),
  null_deviance: figure('The same of the constant alone.', 'unitless').optional(),
  df_residual: figure('Rows by the weights less terms.', 'unitless').optional(),
  log_likelihood: figure('Natural logarithm of the likelihood, penalised with firth.', 'unitless').optional(),
  aic: figure('Akaike’s criterion.', 'unitless').optional(),
  bic: figure('Bayesian criterion.', 'unitless').optional(),
  dispersion: figure('Pearson’s statistic over the residual degrees of freedom: near 1 where counts are Poisson.', 'ratio').optional(),
  overdispersion: z.strictObject(tested).describe('Dean’s test that counts spread no more than Poisson, upper tail.').optional(),
  separation: z
    .strictObject({
      kind: z
        .enum(['complete', 'quasi_complete'])
        .describe('complete: the terms tell every row’s value; quasi_complete: they tell the values of some rows.'),
      terms: z
        .array(
          z.strictObject({
            term: text(1, 600).describe('The term.'),
            direction: z.enum(['up', 'down']).describe('Whether its coefficient grows beyond every bound or falls.'),
          }),
        )
        .max(266)
        .describe('Terms whose coefficients have no finite maximum of the likelihood.'),
    })
    .describe('Whether rows are separated; absent where they are not.')
    .optional(),
  predictions: z
    .array(
      z.strictObject({
        fit: figure('Probability, or mean count, with the offset of the place.', 'ratio or count'),
        interval: bounds('Interval of it for independent rows, low then high.', 'ratio or count'),
      }),
    )
    .max(100)
    .describe('One per place of predict_at, in its order; empty where nothing was estimated.'),
  condition_number: z
    .number()
    .min(1)
    .describe('Ratio of the singular values of the terms at unit length; large where terms nearly depend on each other.')
    .meta({ 'x-unit': 'unitless' }),
  iterations: whole().describe('Steps of the fit.').meta({ 'x-unit': 'steps' }),
  penalty: z.enum(['none', 'firth']).describe('The likelihood that was maximised.'),
  precision: z.enum(['double', 'exact']).describe('Arithmetic of the last steps.'),
});

export type Arguments = z.output<typeof Input>;
export type Output = z.output<typeof Output>;
export type Verdict = Output['verdict'];
export type Effect = Verdict['effects'][number];

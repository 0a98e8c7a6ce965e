import type { Postcondition } from '../../definition.ts';
import type { Fit } from './schema.ts';

type Figures = Pick<Fit, 'coefficients' | 'standard_errors' | 'df_residual' | 'sample_count' | 'confidence_intervals'>;

/** Conditions that the figures of both versions of the tool meet. */
export const postconditions: readonly Postcondition<unknown, Figures>[] = [
  {
    id: 'terms-have-errors',
    description: 'Every coefficient has a standard error.',
    holds: ({ coefficients, standard_errors }) => Object.keys(coefficients).join() === Object.keys(standard_errors).join(),
  },
  {
    id: 'degrees-add-up',
    description: 'Rows are the terms and what is left.',
    holds: ({ coefficients, df_residual, sample_count }) => Object.keys(coefficients).length + df_residual === sample_count,
  },
  {
    id: 'intervals-hold-estimates',
    description: 'Every interval contains its estimate.',
    holds: ({ coefficients, confidence_intervals }) =>
      Object.entries(confidence_intervals).every(
        ([name, [low = NaN, high = NaN]]) => low <= (coefficients[name] ?? NaN) && (coefficients[name] ?? NaN) <= high,
      ),
  },
];

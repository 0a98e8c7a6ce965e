import type { Postcondition } from '../../definition.ts';
import type { Analysis } from './schema.ts';

type Counted = Pick<Analysis, 'groups' | 'sample_count' | 'table' | 'subjects'>;

/** Conditions that the figures of every version of this tool meet. */
export const postconditions: readonly Postcondition<unknown, Counted>[] = [
  {
    id: 'rows-add-up',
    description: 'The groups hold every row that was used.',
    holds: ({ groups, sample_count }) => groups.reduce((sum, { count }) => sum + count, 0) === sample_count,
  },
  {
    id: 'degrees-add-up',
    description: 'Degrees of freedom are the rows, or the means of subjects, less one.',
    holds: ({ table, sample_count, subjects, groups }) =>
      table.reduce((sum, { df }) => sum + df, 0) === (subjects ? subjects.used * groups.length : sample_count) - 1,
  },
];

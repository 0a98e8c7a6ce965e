import { describe } from 'vitest';
import { LATEST } from '../../../evaluate/repair/latest.ts';
import { habitsAreRepaired } from './habits.ts';

/** The runner takes such a call as it is, or only the engine or the tool shows what is wrong. */
const ACCEPTED = [
  'filter with columns in capitals',
  'filter in brackets',
  'filter of Mongo',
  'filter with is not null in words',
  'columns except one',
  'columns squared',
  'columns of a kind',
  'columns like a pattern',
];
/** Not every call of these kinds is repaired. */
const SOME = [
  'empty members beside',
  'task of a queue',
  'call of a hook',
  'regression_type for operation',
  'normalise_features for normalize',
  'rank correlation in full',
  'selection called data',
  'filter with a cast',
];

describe('calls broken in the latest ways', () => {
  habitsAreRepaired(LATEST, 2, [...ACCEPTED, ...SOME]);
});

import { describe } from 'vitest';
import { LATEST } from '../../../evaluate/repair/latest.ts';
import { habitsAreRepaired } from './habits.ts';

/** The runner takes such a call as it is, only the tool shows what is wrong, or hardly any call has something to break. */
const ACCEPTED = [
  'filter with columns in capitals',
  'filter in brackets',
  'filter of Mongo',
  'columns except one',
  'columns squared',
  'columns of a kind',
];
describe('calls broken in the latest ways', () => {
  habitsAreRepaired(LATEST, 2, ACCEPTED);
});

import { describe } from 'vitest';
import { SEEN } from '../../../evaluate/repair/seen.ts';
import { habitsAreRepaired } from './habits.ts';

/** The runner takes such a call as it is. */
const ACCEPTED = ['kebab name'];

describe('calls broken in ways that the repairs were built with', () => {
  habitsAreRepaired(SEEN, 3, ACCEPTED);
});

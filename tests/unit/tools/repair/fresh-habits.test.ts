import { describe } from 'vitest';
import { FRESH } from '../../../evaluate/repair/fresh.ts';
import { habitsAreRepaired } from './habits.ts';

/** The runner takes such a call as it is. */
const ACCEPTED = ['JSON with line breaks in the texts', 'comparison turned round', 'brackets around each condition'];
/** Not every call of these kinds is repaired. */
const SOME = ['tags all the way down', 'texts in quotes twice'];

describe('calls broken in the newest ways', () => {
  habitsAreRepaired(FRESH, 3, [...ACCEPTED, ...SOME]);
});

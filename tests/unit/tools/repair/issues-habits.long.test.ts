import { describe } from 'vitest';
import { ISSUES } from '../../../evaluate/repair/issues.ts';
import { habitsAreRepaired } from './habits.ts';

describe('calls broken in the ways of issue threads', () => {
  habitsAreRepaired(ISSUES, 2, []);
});

import { describe } from 'vitest';
import { REPORTED } from '../../../evaluate/repair/reported.ts';
import { habitsAreRepaired } from './habits.ts';

/** Hardly any call has a switch that is off. */
const RARE = ['a switch without its contrary'];

describe('calls broken in the reported ways', () => {
  habitsAreRepaired(REPORTED, 2, RARE);
});

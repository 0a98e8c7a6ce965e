import { describe } from 'vitest';
import { FRESH } from '../../../evaluate/repair/fresh.ts';
import { habitsAreRepaired } from './habits.ts';

/** Only the tool shows that there is no such column. */
const REFUSED_LATER = ['all columns but one', 'the first columns'];
/** Not every call of these kinds is repaired yet. */
const SOME = [
  'slash command with names and values',
  'step of a workflow file',
  'fetch of a page',
  'request in Python',
  'maps of Go',
  'server-sent event',
  'keys with the name of the tool',
  'a number under a bound',
  'a window as a chain',
  'tree of a parser',
  'filter on several lines',
];

describe('calls broken in the newest ways', () => {
  habitsAreRepaired(FRESH, 3, [...REFUSED_LATER, ...SOME]);
});

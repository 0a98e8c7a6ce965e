import { describe } from 'vitest';
import { HELD_OUT } from '../../../evaluate/repair/held-out.ts';
import { habitsAreRepaired } from './habits.ts';

/** The runner takes such a call as it is, or only the engine shows what is wrong with its statement. */
const ACCEPTED = [
  'byte order mark',
  'SQL in a fence',
  'misspelt table',
  'another table',
  'SQL on a column that does not exist',
  'a second statement',
  'a placeholder in SQL',
  'JSON with line breaks in the texts',
  'comparison turned round',
  'brackets around each condition',
  'bucket of pandas',
];
/** Not every call of these kinds is repaired. */
const SOME = ['a tuple in a text', 'kind of the address behind it', 'tags all the way down', 'texts in quotes twice', 'k for thousands'];

describe('calls broken in ways that the repairs were changed after', () => {
  habitsAreRepaired(HELD_OUT, 2, [...ACCEPTED, ...SOME]);
});

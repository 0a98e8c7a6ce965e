import { describe } from 'vitest';
import { REPORTED } from '../../../evaluate/repair/reported.ts';
import { habitsAreRepaired } from './habits.ts';

/** Hardly any call has a switch that is off. */
const RARE = ['a switch without its contrary'];
/** Not every call of these kinds is repaired yet; none runs as another question. */
const SOME = [
  'typed parameters of DeepSeek V3.2',
  'tags of MiniMax in a message',
  'one call in the parallel tool',
  'call of OpenAI as Python prints it',
  'command of mcporter',
  'state of a graph',
  'columns numbered',
  'a switch with its verb',
  'capture in an object',
  'channels by their index',
  'filter of XPath',
  'filter of FIQL',
  'filter of SPARQL',
  'filter of awk',
  'filter of Rust',
  'filter of MATLAB',
  'filter of Airtable',
  'filter with a capital for every word',
];

describe('calls broken in the reported ways', () => {
  habitsAreRepaired(REPORTED, 2, [...RARE, ...SOME]);
});

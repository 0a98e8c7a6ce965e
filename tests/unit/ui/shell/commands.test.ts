import { expect, it } from 'vitest';
import { findCommands } from '../../../../src/ui/shell/command.ts';

const command = (group: string, title: string) => ({ id: title, group, title, run: () => undefined });
const commands = [command('Go to', 'SQL'), command('New call', 'Analysis of variance'), command('Captures', 'Open sample capture')];
const titles = (text: string): string[] => findCommands(commands, text).map(({ title }) => title);

it('finds by every word, in any order, in group and title', () => {
  expect(titles('')).toHaveLength(3);
  expect(titles('call VARIANCE')).toEqual(['Analysis of variance']);
  expect(titles('sample open')).toEqual(['Open sample capture']);
  expect(titles('nothing like it')).toEqual([]);
});

it('finds by other words that people use for it, behind those that are called so', () => {
  const others = [
    { ...command('Captures', 'Merge captures on one clock'), also: 'offset sensors align' },
    command('Calls', 'Set an offset'),
    command('Go to', 'SQL'),
  ];
  expect(findCommands(others, 'offset').map(({ title }) => title)).toEqual(['Set an offset', 'Merge captures on one clock']);
  expect(findCommands(others, 'merge sensors').map(({ title }) => title)).toEqual(['Merge captures on one clock']);
});

it('puts titles that begin with the word first', () => {
  expect(titles('a')[0]).toBe('Analysis of variance');
});

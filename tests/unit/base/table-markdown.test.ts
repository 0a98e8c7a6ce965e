import { expect, it } from 'vitest';
import { tableMarkdown } from '../../../src/base/table-markdown.ts';

it('writes a table in which names from the air stay text', () => {
  const columns = [
    { title: 'name', detail: 'VARCHAR' },
    { title: 'n', align: 'end' as const },
  ];
  const rows = [
    ['a|b\\ [x](y)', -1.5],
    ['line\r\n  break', null],
    ['\u202e<b>*_', true],
    [{ a: 1 }, undefined],
  ];
  expect(tableMarkdown(columns, rows).split('\n')).toEqual([
    '| name (VARCHAR) | n |',
    '| --- | ---: |',
    '| a\\|b\\\\ \\[x\\](y) | -1.5 |',
    '| line break |  |',
    '| ⟨U+202E⟩\\<b\\>\\*\\_ | true |',
    '| {"a":1} |  |',
    '',
  ]);
});

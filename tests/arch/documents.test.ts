import { expect, test } from 'vitest';
import { GENERATED, judgeLinks, readDocuments, writtenWords } from './support/documents.ts';
import { lines } from './support/tree.ts';

const documents = readDocuments();

test('every link of a document leads to a file and a heading that exist', () => {
  expect(lines(judgeLinks(documents))).toEqual([]);
});

test('a link to a missing file and one to a missing heading are seen', () => {
  const planted = new Map([['docs/a.md', '# One thing\n[a](#one-thing) [b](b.md) [c](a.md#two)\n[d](https://example.org/x.md)']]);
  expect(lines(judgeLinks(planted, (path) => path === 'docs/a.md'))).toEqual([
    'docs/a.md:2 links to b.md, which is not there',
    'docs/a.md:2 links to the heading a.md#two, which is not there',
  ]);
});

test('the index of the documents lists every page', () => {
  const index = documents.get('docs/README.md') ?? '';
  const pages = [...documents.keys()]
    .filter((path) => /^docs\/(?!decisions\/|README)/.test(path))
    .map((path) => path.slice('docs/'.length));
  expect(pages.filter((page) => !index.includes(`(${page})`))).toEqual([]);
});

test('hand-written documents stay short enough to be read: at most 14,000 words', () => {
  expect(writtenWords(documents)).toBeLessThanOrEqual(14_000);
});

test('code, generated pages, decisions and tables of measurements are not counted', () => {
  const planted = new Map([
    ['docs/a.md', 'four words are here | - |\n```\nno prose\n```'],
    ['docs/b.md', '<!-- Written by `npm run x`. -->\nmany words'],
    ['docs/decisions/1.md', 'many words'],
    ['docs/measurements.md', 'two words\n\n| a | table |\n<!-- x: npm run x -->\n\nmany words\n\n<!-- /x -->\n'],
  ]);
  expect(writtenWords(planted)).toBe(6);
  expect([...documents.values()].filter((text) => GENERATED.test(text)).length).toBeGreaterThan(2);
});

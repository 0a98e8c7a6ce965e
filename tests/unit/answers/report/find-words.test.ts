import { expect, test } from 'vitest';
import { WordFinder } from '../../../../src/answers/report/find-words.ts';
import { randomSource } from '../../../support/random.ts';

const finder = (words: readonly string[], alone: readonly string[] = []): WordFinder<string> => {
  const made = new WordFinder<string>();
  for (const word of words) made.add(word, alone.includes(word), word);
  return made;
};
const found = (words: readonly string[], text: string, alone: readonly string[] = []): string =>
  finder(words, alone).replace(text, (word) => `[${word}]`);

test.each([
  [['Ann'], 'ANN, Joann and ann', '[Ann], Jo[Ann] and [Ann]'],
  [['Living', 'Living Room'], 'Living room, living roof', '[Living Room], [Living] roof'],
  [['aab', 'ab'], 'aaab', 'a[aab]'],
  [['Straße', 'İx'], 'STRASSE straße İx ix', 'STRASSE [Straße] [İx] ix'],
  [['Maſs', 'ΟΔΟΣ'], 'MASS οδος οδοσ', '[Maſs] [ΟΔΟΣ] [ΟΔΟΣ]'],
  [['🙂'], '🙂🙂 \ud83d', '[🙂][🙂] \ud83d'],
  [['\ud83d', 'a\ud83d'], 'a🙂', 'a🙂'],
  [[''], 'nothing', 'nothing'],
])('%j in %j', (words, text, expected) => {
  expect(found(words, text)).toBe(expected);
});

test('a word added as alone is not found within another word', () => {
  expect(found(['TV'], 'TV, tv2, MTV, _tv, 𝒜tv, tv𝒜, tv', ['TV'])).toBe('[TV], tv2, MTV, _tv, 𝒜tv, tv𝒜, [TV]');
});

test('the result equals that of one regular expression with the longest words first', () => {
  const chance = randomSource(7);
  const text = (length: number): string => Array.from({ length }, () => 'aAbB1_ é'.charAt(chance.below(8))).join('');
  for (let round = 0; round < 300; round++) {
    const words = [
      ...new Map(Array.from({ length: 12 }, () => text(1 + chance.below(5))).map((word) => [word.toLowerCase(), word])).values(),
    ];
    const alone = words.filter(({ length }) => length < 3);
    const parts = [...words]
      .sort((a, b) => b.length - a.length)
      .map((word) => (alone.includes(word) ? String.raw`(?<![\p{L}\p{N}_])${word}(?![\p{L}\p{N}_])` : word));
    const given = text(80);
    const expected = given.replaceAll(new RegExp(parts.join('|'), 'giu'), (each) => `[${each}]`);
    const own = finder(words, alone).replace(given, (word) => `[${word}]`);
    expect(own.toLowerCase()).toBe(expected.toLowerCase());
  }
});

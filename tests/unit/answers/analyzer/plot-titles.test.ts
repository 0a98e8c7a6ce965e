import { describe, expect, it } from 'vitest';
import { graphTitle, matrixTitle } from '../../../../src/answers/analyzer/plot-titles.ts';

const square = (...pairs: readonly [number, number, number]): number[][] => [
  [1, pairs[0], pairs[1]],
  [pairs[0], 1, pairs[2]],
  [pairs[1], pairs[2], 1],
];

describe('the title of a matrix', () => {
  it('counts each pair once and states how many are links', () => {
    expect(matrixTitle(square(0.9, 0.2, 0.62))).toBe('2 of 3 pairs are links: probability of one device 0.50 or more, at most 0.90');
    expect(matrixTitle(square(0.9, 0.5, 0.62))).toBe('All 3 pairs are links: probability of one device 0.50 or more, at most 0.90');
    expect(
      matrixTitle([
        [1, 0.87],
        [0.87, 1],
      ]),
    ).toBe('The pair is a link: probability 0.87 of one device');
  });

  it('does not call a pair below the threshold a link', () => {
    expect(matrixTitle(square(0.4, 0.1, 0.2))).toBe('No pair reaches a probability of 0.50 of one device; the likeliest has 0.40');
    expect(matrixTitle([[1]])).toBe('No pair of addresses');
    expect(matrixTitle([])).toBe('No pair of addresses');
  });
});

describe('the title of the graph', () => {
  const edge = (probability: number) => ({ weak: probability < 0.5, probability });
  it('counts links, drawn pairs below the threshold, and addresses', () => {
    expect(graphTitle([edge(0.98), edge(0.6)], 4)).toBe('2 links among 4 addresses, the likeliest 0.98');
    expect(graphTitle([edge(0.98), edge(0.3)], 3)).toBe('1 link and 1 pair below 0.50 among 3 addresses, the likeliest 0.98');
    expect(graphTitle([edge(0.3)], 2)).toBe('No link: 1 pair below 0.50 among 2 addresses, probability 0.30');
  });
});

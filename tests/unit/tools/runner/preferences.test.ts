import { describe, expect, it, test } from 'vitest';
import { adviseCalls } from '../../../../src/tools/runner/advice.ts';
import { align } from '../../../../src/tools/runner/preferences.ts';
import { advisor, draft, registry } from './hint-facts.ts';

const calls = adviseCalls([draft('slow_tool'), draft('fast_tool')], advisor());
const aligned = (...preferences: string[]) => align(calls, preferences, registry);
const said = (...preferences: string[]) =>
  aligned(...preferences).alignment.map(({ action, alignment, score }) => `${action} ${alignment} ${String(score)}`);
const order = (...preferences: string[]) => aligned(...preferences).calls.map(({ action }) => action.action);

describe('preferences of the person', () => {
  it('leave calls as they are where there are none, of either', () => {
    expect(align(calls, [], registry)).toEqual({ calls, alignment: [] });
    expect(align([], ['fast'], registry)).toEqual({ calls: [], alignment: [] });
  });

  it('put calls first that they name, and report how each agrees', () => {
    expect(aligned('speedy')).toEqual({
      calls: [calls[1], calls[0]],
      alignment: [
        { action: 'fast-tool-now', preference: 'speedy', alignment: 'strong', score: 1, explanation: 'Shares the words: speedy.' },
      ],
    });
    expect(order('avoid speedy')).toEqual(['slow-tool-now', 'fast-tool-now']);
    expect(said('avoid speedy')).toEqual(['fast-tool-now conflict -1']);
    expect(said('dont speedy')).toEqual(['fast-tool-now conflict -0.5']);
  });

  test.each([
    ['speedy figures', 'fast-tool-now strong 0.5'],
    ['speedy figures charts', 'fast-tool-now moderate 0.3333'],
    ['speedy figures charts tables', 'fast-tool-now moderate 0.25'],
    ['speedy figures charts tables lanes', 'fast-tool-now weak 0.2'],
  ])('%s: the share of words that a call shares is its score', (preference, line) => {
    expect(said(preference)).toEqual([line]);
  });

  test.each([
    'no speedy',
    'not speedy',
    'never speedy',
    'avoid speedy',
    'without speedy',
    'don’t speedy',
    "don't speedy",
    'skip speedy',
    'EXCEPT speedy',
  ])('%s turns the sense around', (preference) => {
    expect(said(preference)).toEqual(['fast-tool-now conflict -1']);
  });

  test.each(['fast', 'faster', 'quick', 'quickly', 'soon', 'cheap', 'brief'])('%s orders calls by the time that they take', (word) => {
    const slowest = adviseCalls([draft('slow_tool'), draft('describe_capture')], advisor());
    const { alignment } = align(slowest, [`${word} answers`], registry);
    expect(alignment.map(({ action, score, explanation }) => [action, score, explanation])).toEqual([
      ['slow-tool-now', 0.9604, 'It takes about 101 ms.'],
      ['describe-capture-now', 0.998, 'It takes about 5 ms.'],
    ]);
    expect(align(slowest, [`not ${word}`], registry).alignment[0]).toMatchObject({ score: -0.9604, alignment: 'conflict' });
  });

  it('count words of a name once, in any case, without plural and filler', () => {
    expect(said('SPEEDY speedy speedy')).toEqual(['fast-tool-now strong 1']);
    expect(said('please use the speedy tools of my calls, always')).toEqual(['fast-tool-now strong 1']);
    expect(said('speedy-s')).toEqual(['fast-tool-now strong 1']);
    expect(said('tests')).toEqual(['slow-tool-now strong 1']);
    expect(said('tes')).toEqual(['slow-tool-now neutral 0']);
    expect(said('testss')).toEqual(['slow-tool-now neutral 0']);
    expect(said('slow', 'now')).toEqual(['slow-tool-now strong 1', 'slow-tool-now strong 1', 'fast-tool-now strong 1']);
    expect(said('analysis')).toEqual(['slow-tool-now strong 1', 'fast-tool-now strong 1']);
    expect(said('multiply', 'read')).toHaveLength(4);
  });

  it('that no rule relates to a call are neutral to the first', () => {
    for (const preference of ['short answers', 'please', ''])
      expect(aligned(preference).alignment).toEqual([
        {
          action: 'slow-tool-now',
          preference,
          alignment: 'neutral',
          score: 0,
          explanation: 'No rule relates this preference to a suggested call.',
        },
      ]);
    expect(order('short answers')).toEqual(['slow-tool-now', 'fast-tool-now']);
  });

  it('add up, and sixteen lines are reported', () => {
    expect(order('speedy', 'slow', 'slow')).toEqual(['slow-tool-now', 'fast-tool-now']);
    expect(order('slow', 'speedy', 'speedy')).toEqual(['fast-tool-now', 'slow-tool-now']);
    expect(aligned(...Array.from({ length: 20 }, () => 'speedy')).alignment).toHaveLength(16);
    expect(aligned(`speedy ${'x'.repeat(200)}`).alignment[0]?.preference).toHaveLength(128);
  });
});

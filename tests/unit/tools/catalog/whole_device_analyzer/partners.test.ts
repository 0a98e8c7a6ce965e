import { describe, expect, it } from 'vitest';
import { Partners } from '../../../../../src/tools/catalog/whole_device_analyzer/partners.ts';

const ALONE = 0.4;

/** Odds of every pair of `emitters` after the messages have settled, for likelihood ratios of the pairs. */
function oddsOf(emitters: number, ratio: (a: number, b: number) => number, more = 0.1): (a: number, b: number) => number {
  const edges = Array.from({ length: emitters }, (_, a) => Array.from({ length: a }, (__, b) => ({ a, b, beside: true }))).flat();
  const partners = new Partners(edges, emitters, more);
  const weights = Float64Array.from(edges, ({ a, b }) => ratio(a, b) / ((emitters - 1) * partners.mean(ALONE)));
  for (let round = 0; round < 40; round++) partners.sweep(weights, ALONE);
  return (a, b) => {
    const at = edges.findIndex((edge) => (edge.a === a && edge.b === b) || (edge.a === b && edge.b === a));
    return weights[at]! * partners.allowance(at);
  };
}

describe('partners', () => {
  it('are as probable as the mean says where nothing tells pairs apart', () => {
    const odds = oddsOf(60, () => 1);
    const mean = new Partners([], 60, 0.1).mean(ALONE);
    expect((59 * odds(1, 0)) / (1 + odds(1, 0))).toBeCloseTo(mean, 1);
  });

  it('are likelier where all others are excluded', () => {
    const among = oddsOf(20, () => 1)(1, 0);
    const alone = oddsOf(20, (a, b) => (a + b === 1 ? 1 : 1e-6))(1, 0);
    expect(alone).toBeGreaterThan(3 * among);
  });

  it('are less probable beside a partner that is sure, the more so the rarer devices of three parts are', () => {
    const ratio = (a: number, b: number): number => (a + b === 1 ? 1e6 : a + b === 2 && a * b === 0 ? 50 : 0.1);
    const rare = oddsOf(20, ratio, 0.05)(2, 0);
    expect(rare).toBeLessThan(oddsOf(20, ratio, 1)(2, 0) / 5);
    expect(oddsOf(20, ratio)(1, 0)).toBeGreaterThan(1e3);
  });

  it('stay three parts of one device where the evidence says so', () => {
    const odds = oddsOf(20, (a, b) => (a < 3 && b < 3 ? 1e6 : 0.1));
    expect(Math.min(odds(1, 0), odds(2, 0), odds(2, 1))).toBeGreaterThan(100);
  });

  it('are finite for any number of sure pairs', () => {
    expect(oddsOf(90, () => 1e12)(1, 0)).toBeGreaterThan(0);
    expect(Number.isFinite(oddsOf(90, () => 1e12)(1, 0))).toBe(true);
  });

  it('leave as many emitters alone as the share says', () => {
    const partners = new Partners([], 10, 0.1);
    expect(partners.countAlone(new Float64Array(), ALONE)).toBe(10);
  });
});

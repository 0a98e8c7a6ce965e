import { describe, expect, it } from 'vitest';
import { nearestInTime } from '../../evaluate/baselines.ts';
import { calibrationOf, scoreLinks } from '../../evaluate/score.ts';
import { chamberTruth } from '../../evaluate/truth.ts';

const streams = [
  { emitter: 'phone', addresses: ['A1', 'A2', 'A3'] },
  { emitter: 'phone', addresses: ['F1', 'F2'] },
  { emitter: 'other', addresses: ['B1', 'B2'] },
];
const seen = ['A1', 'A2', 'A3', 'F1', 'F2', 'B1', 'B2', 'X1'].map((address, at) => ({
  address,
  first: 1000 * (at % 3),
  last: 1000 * (at % 3) + 990,
}));

describe('scoring', () => {
  it('owes neighbours of one stream, forgives links between two streams of one phone, and counts the rest', () => {
    const claim = (from: string, to: string, probability = 0.9) => ({ from, to, probability });
    const claims = [claim('A1', 'A2'), claim('A2', 'F1'), claim('A1', 'B2'), claim('B1', 'X1'), claim('A2', 'A3', 0.4)];
    const score = scoreLinks(claims, streams, seen, 60);
    expect(score).toMatchObject({ owed: 3, found: 1, wrong: 2 });
    expect(score.precision).toBeCloseTo(1 / 3);
    expect(score.recall).toBeCloseTo(1 / 3);
  });

  it('measures calibration as the mean distance of bins', () => {
    const forecasts = [...Array(1000).keys()].map((n) => ({ probability: 0.7, happened: n % 10 < 7 }));
    expect(calibrationOf(forecasts).error).toBeLessThan(0.01);
    expect(calibrationOf(forecasts.map((each) => ({ ...each, probability: 0.9 }))).error).toBeCloseTo(0.2, 2);
  });

  it('reads the truth of a session by stream and time', () => {
    const truth = chamberTruth('tests/fixtures/captures/pact/ground-truth.tsv', 'iPhone 11-1');
    expect(truth.map((stream) => stream.addresses.length)).toEqual([7, 6]);
    expect(truth[1]?.addresses[0]).toBe('CC:34:99:79:B1:14');
  });

  it('links each address to the next one in time', () => {
    const at = (address: string, first: number, last: number) => ({ address, first, last, frames: 99, random: true, rssi: -50, kind: '' });
    expect(nearestInTime([at('40:A', 0, 10), at('40:B', 11, 20), at('40:C', 10.5, 20), at('C0:D', 10.1, 20)], 60)).toEqual([
      { from: '40:A', to: '40:C', probability: 1 },
    ]);
  });
});

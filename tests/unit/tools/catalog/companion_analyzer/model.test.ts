import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../../../../src/tools/catalog/companion_analyzer/candidates.ts';
import { logPresence } from '../../../../../src/tools/catalog/companion_analyzer/likelihoods.ts';
import { scoreCompanions } from '../../../../../src/tools/catalog/companion_analyzer/model.ts';
import { PARAMETERS } from '../../../../../src/tools/catalog/companion_analyzer/parameters.ts';
import { statementOf, verdictOf } from '../../../../../src/tools/catalog/companion_analyzer/words.ts';

const device = (presence: number, level: number, ...places: number[]): Candidate => ({
  members: [0],
  by: 'fixed_address',
  linked: 1,
  coincidences: 0,
  stays: places.map((place) => ({ place, packets: 50, first_us: 0, last_us: 1, presence, level })),
});
const crowd = Array.from({ length: 300 }, (_, at) => device(0.05 + 0.1 * (at % 4), -90 + (at % 40), at % 3));
const fixed = Array.from({ length: 60 }, (_, at) => device(1, -90 + (at % 40), at % 3));
const PLACES = [0, 1, 2];

function scoreOf(candidate: Candidate, others: readonly Candidate[] = []) {
  const found = [...crowd, ...fixed, ...others, candidate];
  const { scored, rates } = scoreCompanions(found, new Map([[candidate.by, found.length]]), PLACES);
  return { rates, ...scored.find((each) => each.candidate === candidate)! };
}

describe('the score of a device that recurs', () => {
  it('calls one beyond chance that is there all the time in every place', () => {
    expect(verdictOf(scoreOf(device(1, -70, 0, 1, 2)))).toBe('beyond_chance');
  });

  it('does not take something fixed that two of three places hear for a companion', () => {
    const reaching = [device(1, -80, 0, 1), device(0.9, -85, 1, 2)];
    expect(scoreOf(device(1, -70, 0, 1), reaching).probability).toBeLessThan(0.3);
  });

  it('does not take a person for a companion who is met shortly in every place', () => {
    expect(scoreOf(device(0.05, -70, 0, 1, 2)).probability).toBeLessThan(0.1);
  });

  it('does not count how steadily a device sends again in each place', () => {
    const steady = (...places: number[]): number => logPresence(device(1, -70, ...places).stays, [2, 2, 2, 2, 4], PARAMETERS);
    expect(steady(0, 1, 2)).toBeGreaterThan(3 * steady(0));
  });

  it('does not take a tracker for something fixed because other fixed devices are heard in several places', () => {
    const reaching = Array.from({ length: 12 }, (_, at) => device(1, -85, at % 3, (at + 1) % 3));
    const among = (candidate: Candidate): number => {
      const found = [...crowd, ...fixed, ...reaching, candidate];
      const { scored } = scoreCompanions(
        found,
        new Map([
          ['fixed_address', found.length],
          ['tracker_address', 20],
        ]),
        PLACES,
      );
      return scored.find((each) => each.candidate === candidate)!.probability;
    };
    const fixedToo = among(device(1, -70, 0, 1, 2));
    expect(among({ ...device(1, -70, 0, 1, 2), by: 'tracker_address' })).toBeGreaterThan(fixedToo + 0.05);
  });

  it('is lower the more devices are fixed and heard in every place', () => {
    const one = scoreOf(device(1, -70, 0, 1, 2)).probability;
    const many = Array.from({ length: 12 }, (_, at) => device(1, -75 - at, 0, 1, 2));
    expect(scoreOf(device(1, -70, 0, 1, 2), many).probability).toBeLessThan(one);
  });

  it('rests on links where only they lead to the places', () => {
    const chain = { ...device(1, -70, 0, 1, 2), by: 'private_address' as const };
    const sure = scoreOf(chain).probability;
    const doubtful = scoreOf({ ...chain, linked: 0.01 });
    expect(doubtful.probability).toBeLessThan(sure);
    expect(doubtful.same).toBeLessThan(1);
  });

  it('says the base rate and what else explains it', () => {
    const scored = scoreOf(device(1, -70, 0, 1, 2));
    const statement = statementOf(scored, 3, scored.rates);
    expect(statement).toContain('Of 361 devices with a lasting address, 1 was heard in two places or more');
    expect(statement).toContain('Also possible: a fixed device that several places hear');
    expect(statement).not.toMatch(/stalk|follow(s|ed) you|suspect/i);
  });
});

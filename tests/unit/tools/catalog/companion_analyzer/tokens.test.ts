import { describe, expect, it } from 'vitest';
import type { Sender, Stay, Walk } from '../../../../../src/tools/catalog/companion_analyzer/read.ts';
import { tokensOf } from '../../../../../src/tools/catalog/companion_analyzer/tokens.ts';

const NAME = 'Galaxy S10';
const LENGTH_S = 600;
const START_S = 1000;

/** A walk in which each entry is an address with this name: its place, first and last second there. */
function walkOf(named: readonly (readonly [place: number, from: number, until: number])[], stretches = 1): Walk {
  const at = (place: number, second: number): number => (START_S * (place + 1) + second) * 1e6;
  const stay = (place: number, from: number, until: number): Stay => ({
    place,
    packets: until - from,
    first_us: at(place, from),
    last_us: at(place, until),
    presence: (until - from) / LENGTH_S,
    level: -70,
  });
  const senders = named.map(([place, from, until], number): Sender => ({
    address: `4${String(number)}:00:00:00:00:00`,
    kind: 'rpa',
    payloads: [],
    names: [NAME],
    stays: [stay(place, from, until)],
  }));
  const spans = Array.from({ length: stretches }, (_, part) => ({ part, length: LENGTH_S / stretches }));
  const places = [0, 1, 2].map((place) => ({
    name: `place ${String(place + 1)}`,
    spans: spans.map(({ part, length }) => ({
      capture_id: `place_${String(place + 1)}`,
      from_us: at(place, part * length),
      until_us: at(place, (part + 1) * length),
    })),
  }));
  return { places, senders };
}

const coincidencesIn = (walk: Walk): number => {
  const { recurring } = tokensOf(walk);
  expect(recurring).toHaveLength(1);
  return recurring[0]!.coincidences;
};

const eachPlace = (stays: readonly (readonly [number, number])[]) =>
  [0, 1, 2].flatMap((place) => stays.map(([from, until]) => [place, from, until] as const));

describe('a name that several addresses have', () => {
  const alone = coincidencesIn(walkOf(eachPlace([[0, 600]])));

  it('is likelier of one device where the next address is heard at once', () => {
    const changes = eachPlace([
      [0, 300],
      [301, 600],
    ]);
    expect(coincidencesIn(walkOf(changes))).toBeLessThan(alone / 100);
  });

  it('is likelier of devices that pass by where minutes lie between the addresses', () => {
    const passing = eachPlace([
      [20, 80],
      [250, 310],
      [500, 560],
    ]);
    expect(coincidencesIn(walkOf(passing))).toBeGreaterThan(alone * 100);
  });

  it('allows a device to be silent now and then', () => {
    const silent = [...eachPlace([[0, 300]]), [0, 301, 600], [1, 301, 600], [2, 400, 600]] as const;
    expect(coincidencesIn(walkOf(silent))).toBeLessThan(alone);
  });

  it('says nothing about silences of a place that was recorded in several stretches', () => {
    const passing = eachPlace([
      [20, 80],
      [500, 560],
    ]);
    expect(coincidencesIn(walkOf(passing, 2))).toBe(alone);
  });
});

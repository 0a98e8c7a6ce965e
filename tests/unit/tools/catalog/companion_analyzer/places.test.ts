import { describe, expect, it } from 'vitest';
import type { Listened } from '../../../../../src/tools/catalog/companion_analyzer/places.ts';
import {
  closePairs,
  inferredPlaces,
  namedPlaces,
  separated,
  stretchesOf,
} from '../../../../../src/tools/catalog/companion_analyzer/places.ts';

/** A capture with a packet at each of these seconds. */
const listened = (capture_id: string, ...seconds: number[]): Listened => ({
  capture_id,
  first: seconds.map((second) => second * 1e6),
  last: seconds.map((second) => second * 1e6 + 5e5),
});
const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
const names = (places: readonly { name: string }[]): string[] => places.map(({ name }) => name);

describe('places of a walk', () => {
  it('are the captures, and in a capture the stretches between long silences', () => {
    const walk = [listened('a', ...range(0, 60)), listened('b', ...range(1000, 1060), ...range(2000, 2060))];
    expect(names(inferredPlaces(walk, 300))).toEqual(['a', 'b 1', 'b 2']);
    expect(names(inferredPlaces(walk, 1000))).toEqual(['a', 'b']);
  });

  it('end with their last packet', () => {
    expect(stretchesOf(listened('a', 0, 1, 400, 401), 300)).toEqual([
      { capture_id: 'a', from_us: 0, until_us: 1.5e6 },
      { capture_id: 'a', from_us: 400e6, until_us: 401.5e6 },
    ]);
  });

  it('become one where they were recorded at one time: a second sensor is no second place', () => {
    const sensors = inferredPlaces(
      [listened('hall', ...range(0, 60)), listened('yard', ...range(30, 90)), listened('later', ...range(500, 560))],
      300,
    );
    const { places, together } = separated(sensors, true);
    expect(names(places)).toEqual(['hall + yard', 'later']);
    expect(together).toEqual([{ names: ['hall', 'yard'], as: 'hall + yard' }]);
  });

  it('are not compared in time where their clocks do not count from one instant', () => {
    const relative = inferredPlaces([listened('a', ...range(0, 60)), listened('b', ...range(0, 60))], 300);
    expect(names(separated(relative, false).places)).toEqual(['a', 'b']);
    expect(names(separated(relative, true).places)).toEqual(['a + b']);
  });

  it('touch at a border without becoming one, and the border is found', () => {
    const day = listened('day', ...range(0, 600));
    const { places } = separated(
      namedPlaces(
        [
          { name: 'x', time_range: { start_ms: 0, end_ms: 299_999 } },
          { name: 'y', time_range: { start_ms: 300_000, end_ms: 600_000 } },
        ],
        [day],
      ),
      true,
    );
    expect(names(places)).toEqual(['x', 'y']);
    expect(closePairs(places, 60)).toHaveLength(1);
    expect(closePairs(places, 0.1)).toHaveLength(0);
  });

  it('with one name are one place, also when another lies between them', () => {
    const walk = [
      listened('morning', ...range(0, 60)),
      listened('office', ...range(1000, 1060)),
      listened('evening', ...range(2000, 2060)),
    ];
    const named = namedPlaces(
      [
        { name: 'home', capture_id: 'morning' },
        { name: 'work', capture_id: 'office' },
        { name: 'home', capture_id: 'evening' },
      ],
      walk,
    );
    expect(named.map(({ name, spans }) => [name, spans.length])).toEqual([
      ['home', 2],
      ['work', 1],
    ]);
    expect(names(separated(named, true).places)).toEqual(['home', 'work']);
  });

  it('that no packet fell into are left out', () => {
    expect(
      names(
        namedPlaces(
          [
            { name: 'a', time_range: { start_ms: 0, end_ms: 10_000 } },
            { name: 'b', time_range: { start_ms: 90_000, end_ms: 99_000 } },
          ],
          [listened('c', ...range(0, 60))],
        ),
      ),
    ).toEqual(['a']);
  });
});

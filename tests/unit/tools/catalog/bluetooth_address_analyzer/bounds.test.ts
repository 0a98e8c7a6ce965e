import { MODEL_12 } from '../../../../../src/tools/linkage/editions.ts';
import { expect, it } from 'vitest';
import { bounded, clusterRoom, MOST } from '../../../../../src/tools/catalog/bluetooth_address_analyzer/bounds.ts';
import { evidenceOf } from '../../../../../src/tools/catalog/bluetooth_address_analyzer/evidence.ts';

type Input = Parameters<typeof bounded>;

const crowd = (count: number, clustered: readonly number[]): Input => {
  const names = Array.from({ length: count }, (_, number) => `address ${String(number)}`);
  const classes = names.map((address) => ({ address })) as unknown as Input[0]['classes'];
  const clusters = [{ addresses: clustered.map((number) => names[number]!) }] as unknown as Input[0]['clusters'];
  // The later an address, the more frames it has.
  const addresses = names.map((address, frames) => ({ address, frames })) as unknown as Input[1]['addresses'];
  return [{ classes, clusters, segments: classes as unknown as Input[0]['segments'] }, { addresses } as Input[1]];
};

it('a result that fits is left as it is', () => {
  const [lists, observation] = crowd(MOST.classes, []);
  expect(bounded(lists, observation)).toEqual({
    classes: lists.classes,
    segments: lists.segments,
    left: { classes: 0, segments: 0 },
  });
});

it('of more addresses those in clusters stay, then those with the most frames, in their order; the rest is counted', () => {
  const { classes, segments, left } = bounded(...crowd(MOST.classes + 5, [0, 3]));
  expect(classes.slice(0, 3).map(({ address }) => address)).toEqual(['address 0', 'address 3', 'address 7']);
  expect(segments.map(({ address }) => address)).toEqual(classes.map(({ address }) => address));
  expect([classes.length, left]).toEqual([MOST.classes, { classes: 5, segments: 5 }]);
});

it('clusters have room until the cells of their matrices or their members are used up', () => {
  const room = clusterRoom();
  const side = Math.floor(Math.sqrt(MOST.cells / 2));
  expect([room(side), room(side), room(side), room(1)]).toEqual([true, true, false, true]);
});

it('ambiguous groups that are too many or too large are counted', () => {
  // Every group: `side` addresses that ended and `side` that began, each pair as likely.
  const groups = [...Array.from({ length: MOST.groups + 3 }, () => 2), MOST.inAGroup];
  let next = 0;
  const candidates = groups.flatMap((side) => {
    const first = next;
    next += 2 * side;
    return Array.from({ length: side * side }, (_, pair) => ({
      from: first + Math.floor(pair / side),
      to: first + side + (pair % side),
      probability: 0.4,
      reasons: {},
    }));
  });
  const names = Array.from({ length: next }, (_, number) => ({ address: `address ${String(number)}`, frames: 99 }));
  const zeros = new Float64Array(next);
  const found = {
    linkage: { candidates, learnt: [], unused: [] },
    observation: { addresses: names, features: { columns: { First: zeros, Last: zeros } } },
  };
  const { more, groups: left } = evidenceOf(
    { ...found, minimum: 1, links: [] } as unknown as Parameters<typeof evidenceOf>[0],
    { linkage_window_s: 60, labels: undefined },
    MODEL_12,
  );
  expect(more.ambiguous_groups).toHaveLength(MOST.groups);
  expect(more.ambiguous_groups[0]).toMatchObject({ predecessors: ['address 0', 'address 1'], successors: ['address 2', 'address 3'] });
  expect(left).toBe(4);
});

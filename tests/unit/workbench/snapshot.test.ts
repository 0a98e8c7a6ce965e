import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createSnapshot, Mirror, type Change } from '../../../src/workbench/snapshot.ts';

/** Values by name with their snapshot; each change crosses as a structured clone does. */
function watched(values: Record<string, unknown>) {
  const changesOf = createSnapshot(Object.fromEntries(Object.keys(values).map((name) => [name, () => values[name]])));
  const mirror = new Mirror();
  return {
    values,
    mirror,
    send: (): readonly Change[] | null => {
      const changes = structuredClone(changesOf());
      if (changes !== null) mirror.apply(changes);
      return changes;
    },
  };
}

describe('changes', () => {
  test('are sent for values that changed, and for no others', () => {
    const { values, send } = watched({ one: 1, two: { a: 1 } });
    expect(send()).toEqual([
      { name: 'one', value: 1 },
      { name: 'two', value: { a: 1 } },
    ]);
    expect(send()).toBeNull();
    values['one'] = 2;
    expect(send()).toEqual([{ name: 'one', value: 2 }]);
  });

  test('of undefined are sent once', () => {
    const { values, send } = watched({ one: undefined });
    expect(send()).toEqual([{ name: 'one', value: undefined }]);
    expect(send()).toBeNull();
    values['one'] = null;
    expect(send()).toEqual([{ name: 'one', value: null }]);
  });

  test('of a list that grew contain its new items', () => {
    const [a, b, c] = [{ seq: 0 }, { seq: 1 }, { seq: 2 }];
    const { values, send, mirror } = watched({ list: [a] });
    send();
    values['list'] = [a, b, c];
    expect(send()).toEqual([{ name: 'list', from: 1, value: [b, c] }]);
    expect(mirror.read('list')).toEqual([a, b, c]);
  });

  test('of a list that grows in place contain its new items', () => {
    const list = [{ seq: 0 }];
    const { send, mirror } = watched({ list });
    send();
    list.push({ seq: 1 });
    expect(send()).toEqual([{ name: 'list', from: 1, value: [{ seq: 1 }] }]);
    expect(mirror.read('list')).toEqual(list);
  });

  test.each<[string, unknown[], unknown[]]>([
    ['got shorter', [1, 2, 3], [1, 2]],
    ['has another first item', [1, 2], [9, 2, 3]],
    ['has another last item', [1, 2], [1, 9, 3]],
    ['was emptied', [1, 2], []],
    ['was empty', [], [1, 2]],
    ['has another item in the middle', [1, 2, 3], [1, 9, 3, 4]],
    ['is another of the same length', [1, 2], [1, 3]],
  ])('of a list that %s hold the whole list', (_, before, after) => {
    const { values, send, mirror } = watched({ list: before });
    send();
    values['list'] = after;
    expect(send()).toEqual([{ name: 'list', value: after }]);
    expect(mirror.read('list')).toEqual(after);
  });

  test('that grow a list several times before it is read are all included', () => {
    const list = [0];
    const { send, mirror } = watched({ list });
    send();
    for (let at = 1; at < 5; at++) {
      list.push(at);
      send();
    }
    expect(mirror.read('list')).toEqual([0, 1, 2, 3, 4]);
    expect(mirror.read('list')).toBe(mirror.read('list'));
  });

  test('that grow a list do not change lists that were read before', () => {
    const { values, send, mirror } = watched({ list: [1] });
    send();
    const before = mirror.read('list');
    values['list'] = [1, 2];
    send();
    expect(before).toEqual([1]);
  });
});

/** Items are objects, as those of the core are: the same item is the same object. */
const items = Array.from({ length: 6 }, (_, at) => ({ at }));

type Step = (list: readonly object[]) => readonly object[];
const item = fc.nat({ max: items.length - 1 }).map((at) => items[at]!);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.array(item, { maxLength: 4 }).map((more): Step => (list) => [...list, ...more]),
  fc.array(item, { maxLength: 6 }).map(
    (other): Step =>
      () =>
        other,
  ),
  fc.nat({ max: 6 }).map(
    (gone): Step =>
      (list) =>
        list.filter((_, at) => at !== gone),
  ),
  fc.tuple(fc.nat({ max: 6 }), item).map(
    ([place, other]): Step =>
      (list) =>
        list.map((each, at) => (at === place ? other : each)),
  ),
  fc.tuple(fc.nat({ max: 6 }), item).map(([place, other]): Step => (list) => [...list.slice(0, place), other, ...list.slice(place)]),
);

test('the mirror equals the values after every sequence of changes, whenever they are sent', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom('one', 'two'), step, fc.boolean()), { maxLength: 20 }), (steps) => {
      const { values, send, mirror } = watched({ one: [], two: items });
      for (const [name, change, sends] of steps) {
        values[name] = change(values[name] as object[]);
        if (!sends) continue;
        send();
        for (const each of ['one', 'two']) expect(mirror.read(each)).toEqual(values[each]);
      }
      send();
      for (const each of ['one', 'two']) expect(mirror.read(each)).toEqual(values[each]);
    }),
    { numRuns: 2000 },
  );
});

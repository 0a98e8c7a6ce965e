import { expect, test } from 'vitest';
import { watchTabs, type Locks } from '../../../../src/app/keeping/tabs.ts';

/** One exclusive lock of one browser, as Web Locks gives it; `leave` closes the page that holds it. */
function browser(): { page: () => Locks; leave: () => void } {
  let held = false;
  const waiting: (() => void)[] = [];
  const take = (hold: (lock: unknown) => Promise<void>): void => {
    held = true;
    void hold({});
  };
  return {
    page: () => ({
      async request(_name, { ifAvailable }, hold) {
        if (!held) take(hold);
        else if (ifAvailable === true) return hold(null);
        else waiting.push(() => take(hold));
        return new Promise(() => undefined);
      },
    }),
    leave() {
      held = false;
      waiting.shift()?.();
    },
  };
}

test('the second tab reports another tab until it becomes the first', async () => {
  const { page, leave } = browser();
  const told: [number, boolean][] = [];
  for (const tab of [1, 2, 3]) void watchTabs(page(), (another) => told.push([tab, another]));
  await expect
    .poll(() => told)
    .toEqual([
      [1, false],
      [2, true],
      [3, true],
    ]);
  leave();
  await expect.poll(() => told.slice(3)).toEqual([[2, false]]);
});

test('nothing is reported without locks or if they are denied', async () => {
  const told: boolean[] = [];
  await watchTabs(undefined, (another) => told.push(another));
  await watchTabs({ request: () => Promise.reject(new DOMException('no', 'SecurityError')) }, (another) => told.push(another));
  expect(told).toEqual([]);
});

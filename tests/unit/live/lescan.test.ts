import { expect, it, vi } from 'vitest';
import type { BluetoothPlatform } from '../../../src/live/platform.ts';
import { leScanSource, PAUSED } from '../../../src/live/sources/lescan.ts';

/** A page whose focus and clock a test moves, and a browser that refuses a page with the focus, as Chromium does. */
function page() {
  const focus = { has: true, lost: new Set<() => void>(), timers: new Set<() => void>() };
  const scans: { active: boolean; stop: () => void }[] = [];
  const bluetooth: BluetoothPlatform = Object.assign(new EventTarget(), {
    requestLEScan: () => {
      if (focus.has) return Promise.reject(new DOMException('User canceled the permission prompt', 'InvalidStateError'));
      const scan = { active: true, stop: () => void (scan.active = false) };
      scans.push(scan);
      return Promise.resolve(scan);
    },
  });
  const leave = (): void => {
    focus.has = false;
    for (const each of [...focus.lost]) each();
  };
  const later = (): void => {
    for (const each of [...focus.timers]) each();
  };
  const ports = {
    hasFocus: () => focus.has,
    onLost: (listener: () => void) => {
      focus.lost.add(listener);
      return () => void focus.lost.delete(listener);
    },
    now: () => 0,
    after: (_ms: number, work: () => void) => {
      focus.timers.add(work);
      return () => void focus.timers.delete(work);
    },
  };
  const told: string[] = [];
  const listener = {
    heard: () => undefined,
    asking: (message: string) => void told.push(message),
    paused: (message: string) => void told.push(message),
    unplugged: () => undefined,
    plugged: () => undefined,
  };
  return { focus, scans, leave, later, told, start: () => leScanSource(bluetooth, ports, {}).start(listener) };
}

it('asks only once the page was left, at the start and again after the focus ended the scan', async () => {
  const { focus, scans, leave, later, told, start } = page();
  const starting = start();
  await Promise.resolve();
  expect([scans.length, told[0]]).toEqual([0, expect.stringContaining('Press F6 now')]);
  leave();
  const run = await starting;
  expect(scans).toHaveLength(1);

  focus.has = true;
  scans[0]!.active = false;
  leave();
  later();
  expect(told.at(-1)).toBe(PAUSED);
  // The click on Resume gives the page the focus, with which the browser would refuse.
  focus.has = true;
  const resuming = run.resume();
  await vi.waitFor(() => expect(told.at(-1)).toContain('Press F6 now'));
  expect(scans).toHaveLength(1);
  leave();
  await resuming;
  expect(scans).toHaveLength(2);
  // One that runs is not asked for again.
  await run.resume();
  expect(scans).toHaveLength(2);
  await run.stop();
  expect([scans[1]!.active, focus.lost.size]).toEqual([false, 0]);
});

it('says what to do when the page is not left in time', async () => {
  const { focus, scans, later, start } = page();
  const starting = start();
  later();
  await expect(starting).rejects.toMatchObject({ code: 'LIVE_NOT_ASKED', message: expect.stringContaining('F6') as string });
  expect([scans.length, focus.lost.size]).toEqual([0, 0]);
});

import { expect, it } from 'vitest';
import { LeScan, PAUSED } from '../../../../src/app/live/le-scan.ts';
import { FakeBluetooth } from '../../../support/live/fake-bluetooth.ts';
import { FakePage } from '../../../support/live/fake-page.ts';

function scanning() {
  const page = new FakePage();
  const bluetooth = new FakeBluetooth(page);
  const heard: string[] = [];
  const messages: string[] = [];
  const scan = new LeScan(
    bluetooth,
    page,
    { source: 'lescan' },
    {
      advert: ({ device_id }) => void heard.push(device_id),
      asking: (message) => void messages.push(message),
      paused: (message) => void messages.push(message),
    },
  );
  return { page, bluetooth, scan, heard, messages };
}

it('requests the scan once the page has lost the focus, at the start and after a pause', async () => {
  const { page, bluetooth, scan, heard, messages } = scanning();
  const { scans } = bluetooth;
  const starting = scan.start();
  await Promise.resolve();
  expect([scans.length, messages[0]]).toEqual([0, expect.stringContaining('Press F6 now')]);
  page.leave();
  await starting;
  expect(scans).toHaveLength(1);
  bluetooth.advertise('a');
  expect(heard).toEqual(['a']);

  page.focused = true;
  scans[0]!.active = false;
  page.leave();
  page.advance(300);
  expect(messages.at(-1)).toBe(PAUSED);
  // The click on Resume gives the page the focus, with which the browser would refuse.
  page.focused = true;
  const resuming = scan.resume();
  await expect.poll(() => messages.at(-1)).toContain('Press F6 now');
  expect(scans).toHaveLength(1);
  page.leave();
  await resuming;
  expect(scans).toHaveLength(2);
  // A scan that runs is not requested again.
  await scan.resume();
  expect(scans).toHaveLength(2);
  await scan.stop();
  expect([scans[1]!.active, page.listeners.size]).toEqual([false, 0]);
});

it('rejects with instructions if the page keeps the focus', async () => {
  const { page, bluetooth, scan } = scanning();
  const starting = scan.start();
  page.advance(5000);
  await expect(starting).rejects.toMatchObject({ code: 'LIVE_NOT_ASKED', message: expect.stringContaining('F6') as string });
  expect([bluetooth.scans.length, page.listeners.size]).toEqual([0, 0]);
});

it('stops a scan that is granted after it was stopped', async () => {
  const { page, bluetooth, scan } = scanning();
  const starting = scan.start();
  await scan.stop();
  page.leave();
  await starting;
  expect([bluetooth.scans[0]!.active, page.listeners.size]).toEqual([false, 0]);
});

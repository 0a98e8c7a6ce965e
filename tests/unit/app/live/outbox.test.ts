import { expect, it } from 'vitest';
import { Outbox } from '../../../../src/app/live/outbox.ts';
import type { RadioBatch, RadioEvent } from '../../../../src/live/radio-host.ts';
import { fakeAdvert } from '../../../support/live/fake-source.ts';
import { ManualClock } from '../../../support/live/manual-clock.ts';

const advert = (us: number): RadioEvent => {
  const heard = fakeAdvert({ us, manufacturer: [[0x59, new Uint8Array(22)]] });
  if (heard.kind !== 'advert') throw new Error('broken invariant: not an advertisement');
  return heard;
};
const bytes = (size: number): RadioEvent => ({ kind: 'bytes', us: 0, bytes: new Uint8Array(size) });

function outbox() {
  const clock = new ManualClock();
  const batches: RadioBatch[] = [];
  return { clock, batches, outbox: new Outbox((batch) => void batches.push(batch), clock) };
}

it('sends 4,000 advertisements per second in about 20 batches, in order', () => {
  const { clock, batches, outbox: box } = outbox();
  for (let i = 0; i < 4000; i++) {
    box.add(advert(i));
    clock.advance(0.25);
    box.acknowledge(batches.length);
  }
  box.close();
  expect(batches.length).toBeLessThanOrEqual(22);
  const sent = batches.flatMap(({ events }) => events.map((event) => (event.kind === 'advert' ? event.advert.us : -1)));
  expect(sent).toEqual(Array.from({ length: 4000 }, (_, i) => i));
  expect(batches.map(({ sequence }) => sequence)).toEqual(batches.map((_, i) => i + 1));
});

it('sends a single advertisement immediately, and the following one with the next batch', () => {
  const { clock, batches, outbox: box } = outbox();
  box.add(advert(1));
  expect(batches).toHaveLength(1);
  box.add(advert(2));
  expect(batches).toHaveLength(1);
  clock.advance(50);
  expect(batches).toHaveLength(2);
  expect(clock.pending).toBe(0);
});

it('sends full batches of at most 64 kB before the interval has passed', () => {
  const { batches, outbox: box } = outbox();
  for (let i = 0; i < 8; i++) box.add(bytes(20_000));
  const sizes = batches.map(({ events }) => events.reduce((sum, event) => sum + (event.kind === 'bytes' ? event.bytes.length : 0), 0));
  expect(sizes).toEqual([20_000, 60_000, 60_000]);
});

it('holds back batches until the core acknowledges, and drops and counts data beyond the limit', () => {
  const { clock, batches, outbox: box } = outbox();
  const chunk = 32 * 1024;
  for (let i = 0; i < 1000; i++) {
    box.add(bytes(chunk));
    clock.advance(50);
  }
  expect(batches).toHaveLength(8);
  box.acknowledge(8);
  expect(batches).toHaveLength(16);
  for (let done = 0; done < batches.length;) {
    done = batches.length;
    box.acknowledge(done);
    clock.advance(50);
  }
  const sent = batches.reduce((sum, { events }) => sum + events.length, 0);
  // 8 chunks went first, one each; 16 MB waited.
  expect(sent).toBe(8 + (16 * 1024 * 1024) / chunk);
  box.add(bytes(1));
  clock.advance(50);
  expect(batches.at(-1)?.dropped).toBe(1000 - sent);
});

it('sends queued data before an event of the scan', () => {
  const { batches, outbox: box } = outbox();
  box.add(advert(1));
  box.add(advert(2));
  box.report({ kind: 'paused', message: 'left' });
  expect(batches.flatMap(({ events }) => events.map(({ kind }) => kind))).toEqual(['advert', 'advert', 'paused']);
});

it('makes readers wait until the core acknowledges or the outbox is closed', async () => {
  const { clock, batches, outbox: box } = outbox();
  const settled: string[] = [];
  for (let i = 0; i < 9; i++) {
    box.add(bytes(10));
    clock.advance(50);
  }
  const first = box.ready().then(() => settled.push('room'));
  await Promise.resolve();
  expect([batches.length, settled]).toEqual([8, []]);
  box.acknowledge(1);
  box.acknowledge(2);
  await first;
  for (let i = 0; i < 3; i++) {
    box.add(bytes(10));
    clock.advance(50);
  }
  const second = box.ready();
  box.close();
  await second;
  box.add(bytes(10));
  clock.advance(1000);
  expect(batches.flatMap(({ events }) => events)).toHaveLength(12);
});

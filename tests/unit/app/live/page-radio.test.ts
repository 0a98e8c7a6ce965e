import { describe, expect, it } from 'vitest';
import { createPageRadio } from '../../../../src/app/live/page-radio.ts';
import type { RadioBatch, RadioEvent } from '../../../../src/live/radio-host.ts';
import { FakeBluetooth } from '../../../support/live/fake-bluetooth.ts';
import { FakeDongle } from '../../../support/live/fake-dongle.ts';
import { FakePage } from '../../../support/live/fake-page.ts';

function radio() {
  const page = new FakePage();
  page.focused = false;
  const bluetooth = new FakeBluetooth(page);
  const dongle = new FakeDongle();
  return { page, bluetooth, dongle, radio: createPageRadio({ bluetooth, serial: dongle.serial }, page) };
}

function connection() {
  const end = new AbortController();
  const events: RadioEvent[] = [];
  const deliver = (batch: RadioBatch): void => void events.push(...batch.events);
  return { end, events, kinds: () => events.map(({ kind }) => kind), signal: end.signal, deliver };
}

describe('the radio of a page', () => {
  it('runs a scan until it is aborted, and delivers all advertisements before it settles', async () => {
    const { bluetooth, radio: host } = radio();
    const scan = connection();
    const running = host.scan({ source: 'lescan' }, scan);
    await expect.poll(() => scan.kinds()).toEqual(['granted']);
    for (const id of ['a', 'b', 'c']) bluetooth.advertise(id);
    scan.end.abort();
    await running;
    expect(scan.kinds()).toEqual(['granted', 'advert', 'advert', 'advert']);
    expect(bluetooth.scans[0]!.active).toBe(false);
    bluetooth.advertise('d');
    expect(scan.events).toHaveLength(4);
  });

  it('ends the scan of a crashed core when the next one starts', async () => {
    const { dongle, radio: host } = radio();
    const first = connection();
    const left = host.scan({ source: 'serial' }, first);
    await expect.poll(() => first.kinds()).toEqual(['granted']);
    await host.openPort({ baudRate: 1_000_000, bufferSize: 1024, flowControl: 'hardware' });
    const second = connection();
    const running = host.scan({ source: 'serial' }, second);
    await left;
    await expect.poll(() => second.kinds()).toEqual(['granted']);
    expect(dongle.readable).toBeNull();
    second.end.abort();
    await running;
  });

  it('settles a scan that is aborted during the prompt, and stops one that is granted afterwards', async () => {
    const { page, bluetooth, radio: host } = radio();
    page.focused = true;
    const scan = connection();
    const running = host.scan({ source: 'lescan' }, scan);
    await expect.poll(() => scan.kinds()).toEqual(['asking']);
    scan.end.abort();
    await running;
    page.leave();
    await expect.poll(() => bluetooth.scans.map(({ active }) => active)).toEqual([false]);
    expect(scan.kinds()).toEqual(['asking']);
  });

  it('rejects with a remedy if the browser refuses or lacks an interface', async () => {
    const { page, dongle, bluetooth, radio: host } = radio();
    bluetooth.requestLEScan = () => Promise.reject(new DOMException('blocked', 'NotAllowedError'));
    await expect(host.scan({ source: 'lescan' }, connection())).rejects.toMatchObject({
      code: 'LIVE_REFUSED',
      message: expect.stringContaining('choose Allow') as string,
    });
    const none = createPageRadio({ bluetooth: undefined, serial: undefined }, page);
    for (const source of ['lescan', 'watch', 'serial'] as const)
      await expect(none.scan({ source }, connection())).rejects.toMatchObject({ code: 'LIVE_BLOCKED' });
    await expect(host.openPort({ baudRate: 1, bufferSize: 1, flowControl: 'none' })).rejects.toMatchObject({ code: 'LIVE_IDLE' });
    await host.closePort();
    expect(dongle.opened).toBe(0);
  });
});

describe('chosen devices', () => {
  class Device extends EventTarget {
    watching = 0;
    constructor(readonly id: string) {
      super();
    }
    watchAdvertisements({ signal }: { signal: AbortSignal }): Promise<void> {
      this.watching++;
      signal.addEventListener('abort', () => this.watching--);
      return Promise.resolve();
    }
    advertise(): void {
      this.dispatchEvent(Object.assign(new Event('advertisementreceived'), { device: { id: this.id }, rssi: -40 }));
    }
  }

  it('are received, once each, as the person picks them, until the scan ends', async () => {
    const [one, two] = [new Device('one'), new Device('two')];
    const picks = [one, two, one];
    const requests: RequestDeviceOptions[] = [];
    const bluetooth = Object.assign(new EventTarget(), {
      requestDevice: (options?: RequestDeviceOptions) => {
        if (options) requests.push(options);
        return Promise.resolve(picks.shift() as unknown as BluetoothDevice);
      },
    });
    const page = new FakePage();
    const host = createPageRadio({ bluetooth, serial: undefined }, page);
    const scan = connection();
    const running = host.scan({ source: 'watch', name_prefix: 'La', manufacturers: [0x59] }, scan);
    await expect.poll(() => scan.kinds()).toEqual(['granted']);
    await host.more();
    await host.more();
    one.advertise();
    two.advertise();
    page.advance(50);
    const heard = scan.events.flatMap((event) => (event.kind === 'advert' ? [event.advert.device_id] : []));
    expect(heard).toEqual(['one', 'two']);
    expect(requests[0]).toEqual({ filters: [{ namePrefix: 'La' }], optionalManufacturerData: [0x59], optionalServices: [] });
    scan.end.abort();
    await running;
    expect([one.watching, two.watching]).toEqual([0, 0]);
    one.advertise();
    expect(scan.events).toHaveLength(3);
  });
});

import type { AdvertisementSource, Heard, SourceListener, SourceRun } from '../../../src/live/source.ts';
import type { WebAdvert } from '../../../src/tables/web-advert.ts';

/** A source that hears what a test passes to `say`. */
export class FakeSource implements AdvertisementSource {
  readonly kind;
  listener: SourceListener | null = null;
  stopped = false;
  resumed = 0;

  constructor(private readonly linkType: number | null) {
    this.kind = linkType === null ? ('lescan' as const) : ('serial' as const);
  }

  start(listener: SourceListener): Promise<SourceRun> {
    this.listener = listener;
    return Promise.resolve({
      link_type: this.linkType,
      receiver: 'fake',
      firmware: () => 'fake 1',
      counters: () => ({ lost: null, damaged: 0, filtered: 0, dropped: 0 }),
      resume: () => {
        this.resumed++;
        return Promise.resolve();
      },
      more: () => Promise.resolve(),
      stop: () => {
        this.stopped = true;
        return Promise.resolve();
      },
    });
  }

  say(...all: readonly Heard[]): void {
    for (const heard of all) this.listener?.heard(heard);
  }
}

export const fakeAdvert = (change: Partial<WebAdvert> = {}): Heard => ({
  kind: 'advert',
  advert: {
    us: 1_760_000_000_000_000,
    device_id: 'c29tZSBkZXZpY2UgaWQgAA==',
    name: null,
    rssi: -60,
    tx_power: null,
    appearance: null,
    uuids: [],
    manufacturer: [],
    service: [],
    ...change,
  },
});

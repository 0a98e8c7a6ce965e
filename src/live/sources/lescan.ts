import { WorkbenchError } from '../../base/failure.ts';
import type { LiveOptions } from '../desk.ts';
import type { AdvertisingEvent, BluetoothPlatform, ScanFilter, ScanHandle, ScanOptions } from '../platform.ts';
import type { AdvertisementSource, SourceListener, SourceRun } from '../source.ts';
import type { PageFocus } from './page-focus.ts';
import { webAdvertOf } from './web-advert.ts';

/** A click counts as the person's wish for so long (Chromium's transient activation). */
const MOST_WAIT_MS = 5_000;
/** A scan that lost its focus is told as ended a moment later. */
const SETTLE_MS = 300;

export const ASK = 'Press F6 now (or click the address bar), then choose Allow in the browser’s prompt.';
export const PAUSED =
  'The browser stops scans when the page loses the focus. Resume, which it asks about once more, goes on with the same capture.';

/**
 * Everything that the browser hears, `navigator.bluetooth.requestLEScan`. The prompt takes the focus of the page, and a page
 * that loses its focus while it asks is refused (Chromium issue 1323134), so the question has to come from a page that has
 * none: the person clicks, then leaves the page by the keyboard, and the scan is asked for at that moment.
 */
export function leScanSource(bluetooth: BluetoothPlatform, focus: PageFocus, options: LiveOptions): AdvertisementSource {
  return {
    kind: 'lescan',
    async start(listener): Promise<SourceRun> {
      const request = (): Promise<ScanHandle> => {
        if (!bluetooth.requestLEScan) throw new WorkbenchError('LIVE_FLAG_OFF', 'expected navigator.bluetooth.requestLEScan, found none');
        return bluetooth.requestLEScan(scanOptions(options));
      };
      let scan = await unfocused(focus, listener, request).catch(explain);
      const heard = (event: Event): void => {
        listener.heard({ kind: 'advert', advert: webAdvertOf(event as AdvertisingEvent, focus.now() * 1000) });
      };
      bluetooth.addEventListener('advertisementreceived', heard);
      const watch = focus.onLost(() => {
        focus.after(SETTLE_MS, () => {
          if (!scan.active) listener.paused(PAUSED);
        });
      });
      return {
        link_type: null,
        receiver: 'Web Bluetooth',
        firmware: () => null,
        counters: () => null,
        async resume() {
          if (scan.active) return;
          // With the focus the browser took the permission back: it asks again, and refuses a page that has the focus again.
          scan = await unfocused(focus, listener, request).catch(explain);
        },
        more: () => Promise.resolve(),
        stop() {
          watch();
          bluetooth.removeEventListener('advertisementreceived', heard);
          scan.stop();
          return Promise.resolve();
        },
      };
    },
  };
}

/** Asks as soon as the page has no focus, within the time that the click counts. */
function unfocused(focus: PageFocus, listener: SourceListener, request: () => Promise<ScanHandle>): Promise<ScanHandle> {
  if (!focus.hasFocus()) return request();
  listener.asking(ASK);
  return new Promise((resolve, reject) => {
    const late = focus.after(MOST_WAIT_MS, () => {
      stop();
      reject(new WorkbenchError('LIVE_NOT_ASKED', `expected the page to lose the focus within ${String(MOST_WAIT_MS / 1000)} s. ${ASK}`));
    });
    const stop = focus.onLost(() => {
      stop();
      late();
      request().then(resolve, reject);
    });
  });
}

function scanOptions(options: LiveOptions): ScanOptions {
  const filters = filtersOf(options);
  return filters.length === 0 ? { acceptAllAdvertisements: true, keepRepeatedDevices: true } : { filters, keepRepeatedDevices: true };
}

/** Either of them is enough. */
export const filtersOf = ({ services, name_prefix }: LiveOptions): readonly ScanFilter[] => [
  ...(services ?? []).map((service) => ({ services: [service] })),
  ...(name_prefix === undefined || name_prefix === '' ? [] : [{ namePrefix: name_prefix }]),
];

/** The browser's refusals, with what helps. */
export function explain(error: unknown): never {
  if (error instanceof WorkbenchError) throw error;
  const { name, message } = error instanceof Error ? error : { name: '', message: String(error) };
  const remedy = REMEDIES[name] ?? 'Check the list above and try again.';
  throw new WorkbenchError('LIVE_REFUSED', `the browser refused (${message}). ${remedy}`);
}

const REMEDIES: Readonly<Record<string, string>> = {
  InvalidStateError: `The prompt was closed, or the page had the focus while it was asked. ${ASK}`,
  NotFoundError: 'No device or adapter was chosen: switch Bluetooth on, start again and choose one.',
  NotAllowedError: 'Start the scan with a click, and choose Allow; a block can be lifted in the site settings beside the address.',
  SecurityError: 'Start the scan with a click, on a page that came by https or from localhost.',
};

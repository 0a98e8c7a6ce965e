import { WorkbenchError } from '../../base/failure.ts';
import type { RadioRequest } from '../../live/radio-host.ts';
import type { PageFocus } from './page-focus.ts';
import type { BluetoothPlatform } from './platform.ts';
import type { Radio, RadioSink } from './radio.ts';
import { ASK } from './refusals.ts';
import { webAdvertOf } from './web-advert.ts';

/** Time in ms after a click during which Chromium allows a request for a scan (transient activation). */
const MOST_WAIT_MS = 5_000;
/** Time in ms after which Chromium reports a scan as inactive, once the page has lost the focus. */
const SETTLE_MS = 300;

export const PAUSED =
  'The browser stops scans when the page loses focus. Press Resume and allow the scan again; it continues in the same capture.';

/**
 * Receives advertisements of all devices in range with `navigator.bluetooth.requestLEScan`. Its prompt takes the focus from the page, but
 * Chromium rejects the request if the page loses the focus while the prompt is open (Chromium issue 1323134). So the request is made while
 * the page has no focus: the person clicks, then moves the focus away from the page with the keyboard.
 */
export class LeScan implements Radio {
  private scan: BluetoothLEScan | null = null;
  private readonly end = new AbortController();

  constructor(
    private readonly bluetooth: BluetoothPlatform,
    private readonly focus: PageFocus,
    private readonly request: RadioRequest,
    private readonly sink: RadioSink,
  ) {}

  async start(): Promise<void> {
    const { signal } = this.end;
    const scan = await this.requestUnfocused();
    if (signal.aborted) {
      scan.stop();
      return;
    }
    this.scan = scan;
    this.bluetooth.addEventListener(
      'advertisementreceived',
      (event) => {
        this.sink.advert(webAdvertOf(event as BluetoothAdvertisingEvent, this.focus.now() * 1000));
      },
      { signal },
    );
    const unwatch = this.focus.onLost(() => {
      this.focus.after(SETTLE_MS, () => {
        if (!signal.aborted && this.scan?.active === false) this.sink.paused(PAUSED);
      });
    });
    signal.addEventListener('abort', unwatch);
  }

  async resume(): Promise<void> {
    if (this.scan?.active === true) return;
    const scan = await this.requestUnfocused();
    if (this.end.signal.aborted) scan.stop();
    else this.scan = scan;
  }

  more(): Promise<void> {
    return Promise.resolve();
  }

  stop(): Promise<void> {
    this.end.abort();
    this.scan?.stop();
    return Promise.resolve();
  }

  /** Requests the scan as soon as the page has no focus. If it keeps the focus for `MOST_WAIT_MS`, rejects with `LIVE_NOT_ASKED`. */
  private requestUnfocused(): Promise<BluetoothLEScan> {
    const { focus } = this;
    if (!focus.hasFocus()) return this.ask();
    this.sink.asking(ASK);
    return new Promise((resolve, reject) => {
      const cancel = focus.after(MOST_WAIT_MS, () => {
        stop();
        reject(new WorkbenchError('LIVE_NOT_ASKED', `expected the page to lose focus within ${String(MOST_WAIT_MS / 1000)} s. ${ASK}`));
      });
      const stop = focus.onLost(() => {
        stop();
        cancel();
        this.ask().then(resolve, reject);
      });
    });
  }

  private ask(): Promise<BluetoothLEScan> {
    if (!this.bluetooth.requestLEScan)
      return Promise.reject(
        new WorkbenchError('LIVE_FLAG_OFF', 'expected navigator.bluetooth.requestLEScan, found none: switch the flag on'),
      );
    const filters = filtersOf(this.request);
    return this.bluetooth.requestLEScan(
      filters.length === 0 ? { acceptAllAdvertisements: true, keepRepeatedDevices: true } : { filters, keepRepeatedDevices: true },
    );
  }
}

/** Filters for the request. A device is received if any of the filters matches it. */
export const filtersOf = ({ services, name_prefix }: RadioRequest): BluetoothLEScanFilter[] => [
  ...(services ?? []).map((service) => ({ services: [service] })),
  ...(name_prefix === undefined || name_prefix === '' ? [] : [{ namePrefix: name_prefix }]),
];

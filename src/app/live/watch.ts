import { WorkbenchError } from '../../base/failure.ts';
import type { RadioRequest } from '../../live/radio-host.ts';
import { filtersOf } from './le-scan.ts';
import type { PageFocus } from './page-focus.ts';
import type { BluetoothPlatform } from './platform.ts';
import type { Radio, RadioSink } from './radio.ts';
import { webAdvertOf } from './web-advert.ts';

/** Browsers report manufacturer data only of the companies that a request lists. Nearly all companies in use have ids below 4096. */
const COMPANIES = Array.from({ length: 4096 }, (_, id) => id);

/** Receives advertisements of devices that the person picks one by one, with `requestDevice` and `watchAdvertisements`. */
export class Watch implements Radio {
  private readonly end = new AbortController();
  private readonly devices = new Set<BluetoothDevice>();

  constructor(
    private readonly bluetooth: BluetoothPlatform,
    private readonly clock: Pick<PageFocus, 'now'>,
    private readonly request: RadioRequest,
    private readonly sink: RadioSink,
  ) {}

  start(): Promise<void> {
    return this.more();
  }

  async more(): Promise<void> {
    if (!this.bluetooth.requestDevice) throw new WorkbenchError('LIVE_FLAG_OFF', 'expected navigator.bluetooth.requestDevice, found none');
    const device = await this.bluetooth.requestDevice(deviceOptions(this.request));
    const { signal } = this.end;
    if (!this.devices.has(device)) {
      device.addEventListener(
        'advertisementreceived',
        (event) => {
          this.sink.advert(webAdvertOf(event, this.clock.now() * 1000));
        },
        { signal },
      );
      this.devices.add(device);
    }
    await this.watch(device);
  }

  async resume(): Promise<void> {
    for (const device of this.devices) await this.watch(device);
  }

  stop(): Promise<void> {
    this.end.abort();
    return Promise.resolve();
  }

  private watch(device: BluetoothDevice): Promise<void> {
    if ('watchAdvertisements' in device) return device.watchAdvertisements({ signal: this.end.signal });
    throw new WorkbenchError('LIVE_FLAG_OFF', 'expected BluetoothDevice.watchAdvertisements, found none: switch the flag on');
  }
}

function deviceOptions(request: RadioRequest): RequestDeviceOptions {
  const filters = filtersOf(request);
  const optional = {
    optionalManufacturerData: [...(request.manufacturers ?? COMPANIES)],
    optionalServices: [...(request.services ?? [])],
  };
  return filters.length === 0 ? { acceptAllDevices: true, ...optional } : { filters, ...optional };
}

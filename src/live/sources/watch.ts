import { WorkbenchError } from '../../base/failure.ts';
import type { LiveOptions } from '../desk.ts';
import type { AdvertisingEvent, BluetoothPlatform, DeviceOptions, WatchedDevice } from '../platform.ts';
import type { AdvertisementSource, SourceRun } from '../source.ts';
import { explain, filtersOf } from './lescan.ts';
import type { PageFocus } from './page-focus.ts';
import { webAdvertOf } from './web-advert.ts';

/** The browser hands over manufacturer data of named companies only; nearly all that are on the air have low numbers. */
const COMPANIES = Array.from({ length: 4096 }, (_, id) => id);

/** Devices that the person picks, one by one: `requestDevice` and `watchAdvertisements`. */
export function watchSource(bluetooth: BluetoothPlatform, focus: PageFocus, options: LiveOptions): AdvertisementSource {
  return {
    kind: 'watch',
    async start(listener): Promise<SourceRun> {
      const end = new AbortController();
      const devices = new Set<WatchedDevice>();
      const watch = (device: WatchedDevice): Promise<void> => {
        if (!device.watchAdvertisements)
          throw new WorkbenchError('LIVE_FLAG_OFF', 'expected BluetoothDevice.watchAdvertisements, found none: switch the flag on');
        return device.watchAdvertisements({ signal: end.signal });
      };
      const add = async (): Promise<void> => {
        const device = await bluetooth.requestDevice!(deviceOptions(options));
        if (!devices.has(device)) {
          device.addEventListener(
            'advertisementreceived',
            (event) => {
              listener.heard({ kind: 'advert', advert: webAdvertOf(event as AdvertisingEvent, focus.now() * 1000) });
            },
            { signal: end.signal },
          );
          devices.add(device);
        }
        await watch(device);
      };
      await add().catch(explain);
      return {
        link_type: null,
        receiver: 'Web Bluetooth',
        firmware: () => null,
        counters: () => null,
        resume: async () => {
          for (const device of devices) await watch(device).catch(explain);
        },
        more: () => add().catch(explain),
        stop() {
          end.abort();
          return Promise.resolve();
        },
      };
    },
  };
}

function deviceOptions(options: LiveOptions): DeviceOptions {
  const { services, manufacturers } = options;
  const filters = filtersOf(options);
  const optional = { optionalManufacturerData: manufacturers ?? COMPANIES, optionalServices: services ?? [] };
  return filters.length === 0 ? { acceptAllDevices: true, ...optional } : { filters, ...optional };
}

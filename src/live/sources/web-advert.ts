import type { WebAdvert } from '../../tables/web-advert.ts';
import type { AdvertisingEvent } from '../platform.ts';

/** What the specification says for "no appearance": 0xFFC0 is what Chromium hands over where there was none. */
const NO_APPEARANCE = 0xffc0;

/**
 * An event of the browser as a row can hold it: what is missing or out of range is null.
 *
 * @param us µs since 1970; the page's clock has fractions, which no row and no line of a recording can hold
 */
export function webAdvertOf(event: AdvertisingEvent, us: number): WebAdvert {
  const { device, name, rssi, txPower, appearance, uuids, manufacturerData, serviceData } = event;
  return {
    us: Math.round(us),
    device_id: device.id,
    name: named(name) ?? named(device.name),
    rssi: within(rssi, -128, 20),
    tx_power: within(txPower, -127, 126),
    appearance: appearance === NO_APPEARANCE ? null : within(appearance, 0, 0xffff),
    uuids: [...(uuids ?? [])],
    manufacturer: [...(manufacturerData ?? [])].map(([id, data]) => [id, bytesOf(data)] as const),
    service: [...(serviceData ?? [])].map(([uuid, data]) => [uuid, bytesOf(data)] as const),
  };
}

const named = (name: string | null | undefined): string | null => (name === undefined || name === '' ? null : name);
const within = (value: number | null | undefined, low: number, high: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high ? value : null;
const bytesOf = (data: DataView): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();

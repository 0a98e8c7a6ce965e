import type { WebAdvert } from '../../tables/web-advert.ts';

/** The value that Chromium reports if an advertisement has no appearance. */
const NO_APPEARANCE = 0xffc0;

/**
 * Converts the browser's event to the form in which rows and recordings store it. Missing or invalid members become null, except that a
 * missing device id becomes an empty text and missing lists become empty lists.
 *
 * @param us time of arrival, µs since 1970-01-01 UTC; rounded to whole µs
 */
export function webAdvertOf(event: BluetoothAdvertisingEvent, us: number): WebAdvert {
  // Chromium omits members that the types declare as always present.
  const { device, name, rssi, txPower, appearance, uuids, manufacturerData, serviceData }: Partial<BluetoothAdvertisingEvent> = event;
  return {
    us: Math.round(us),
    device_id: device?.id ?? '',
    name: textOf(name) ?? textOf(device?.name),
    rssi: within(rssi, -128, 20),
    tx_power: within(txPower, -127, 126),
    appearance: appearance === NO_APPEARANCE ? null : within(appearance, 0, 0xffff),
    uuids: (uuids ?? []).map(String),
    manufacturer: [...(manufacturerData ?? [])].map(([id, data]) => [id, bytesOf(data)] as const),
    service: [...(serviceData ?? [])].map(([uuid, data]) => [String(uuid), bytesOf(data)] as const),
  };
}

const textOf = (name: string | null | undefined): string | null => (name === undefined || name === '' ? null : name);
const within = (value: number | null | undefined, low: number, high: number): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high ? value : null;
const bytesOf = (data: DataView): Uint8Array => new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice();

import { allVisible } from './visible-text.ts';

/** Maximum number of characters in a device name that a person enters. */
export const LONGEST_DEVICE_NAME = 64;

/** A name that a person gave to the device behind an address. */
export interface DeviceName {
  readonly address: string;
  readonly name: string;
}

/** Whether a text of any origin is a valid device name: one line of at most 64 characters, all of them visible. */
export const isDeviceName = (text: string): boolean =>
  text.length > 0 && text.length <= LONGEST_DEVICE_NAME && text.trim() === text && allVisible(text);

/** Whether a text from a script can be an address, or an id that a Web Bluetooth scan gives instead of an address. */
export const isDeviceAddress = (text: string): boolean => text.length > 0 && text.length <= 64 && allVisible(text);

/** Device names by address. If an address occurs several times, its last name counts. */
export const namesByAddress = (names: readonly DeviceName[]): ReadonlyMap<string, string> =>
  new Map(names.map(({ address, name }) => [address, name]));

/** The name of a device with several addresses: that of the first address that has one. */
export function nameOfDevice(addresses: readonly string[], names: ReadonlyMap<string, string>): string | undefined {
  for (const address of addresses) {
    const name = names.get(address);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Writes "Device A", or "A, Bench phone" if a person gave the device a name. */
export const deviceTitle = (letter: string, name: string | undefined): string =>
  name === undefined ? `Device ${letter}` : `${letter}, ${name}`;

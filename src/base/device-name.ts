import { allVisible } from './visible-text.ts';

/** Characters of a name that a person gives to a device. */
export const LONGEST_DEVICE_NAME = 64;

/** A name that a user gave to the device of an address. */
export interface DeviceName {
  readonly address: string;
  readonly name: string;
}

/** Whether a text from anywhere can be the name of a device: one line of at most 64 characters, all of them visible. */
export const isDeviceName = (text: string): boolean =>
  text.length > 0 && text.length <= LONGEST_DEVICE_NAME && text.trim() === text && allVisible(text);

/** Whether a text from a script can be an address or, in a scan by a browser, the id used in place of one. */
export const isDeviceAddress = (text: string): boolean => text.length > 0 && text.length <= 64 && allVisible(text);

/** The names by address; the later of two for one address counts. */
export const namesByAddress = (names: readonly DeviceName[]): ReadonlyMap<string, string> =>
  new Map(names.map(({ address, name }) => [address, name]));

/** What a device of several addresses is called: the name of the first of them that has one. */
export function nameOfDevice(addresses: readonly string[], names: ReadonlyMap<string, string>): string | undefined {
  for (const address of addresses) {
    const name = names.get(address);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** "Device A", or "A, Bench phone" where a person gave a name. */
export const deviceTitle = (letter: string, name: string | undefined): string =>
  name === undefined ? `Device ${letter}` : `${letter}, ${name}`;

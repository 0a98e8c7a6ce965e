import type { LiveDevice, LiveSource, LiveStatus } from '../../../live/service.ts';

export const SOURCE_WORDS: readonly { readonly id: LiveSource; readonly title: string; readonly about: string }[] = [
  {
    id: 'serial',
    title: 'Sniffer dongle',
    about: 'nRF Sniffer or Sniffle firmware at a USB port. Gives addresses, channels, kinds of PDU and the CRC.',
  },
  {
    id: 'lescan',
    title: 'This computer’s Bluetooth',
    about: 'Everything the browser hears, with an opaque id per device instead of its address. Needs a flag.',
  },
  {
    id: 'watch',
    title: 'Chosen devices',
    about: 'Devices that you pick one by one, with opaque ids. For browsers where the scan does not work.',
  },
];

const STATES: Readonly<Record<LiveStatus['state'], string>> = {
  idle: 'Not scanning',
  unsupported: 'Not possible here',
  flag_off: 'The flag is off',
  adapter_off: 'Bluetooth is off',
  asking: 'Waiting for you',
  silent: 'Scanning, nothing heard yet',
  receiving: 'Receiving',
  paused: 'Paused',
  unplugged: 'Unplugged',
  stopped: 'Stopped',
};

/** Describes the state of a live scan in a few words. */
export const stateWords = ({ state, silent_s }: LiveStatus): string =>
  state === 'silent' && silent_s !== null ? `Scanning, silent for ${String(Math.round(silent_s))} s` : STATES[state];

export const isRunning = ({ state }: LiveStatus): boolean => ['asking', 'silent', 'receiving', 'paused', 'unplugged'].includes(state);

/** An address unchanged; of an opaque id only the beginning, which distinguishes the few on a screen. */
export const deviceLabel = (key: string): string => (key.includes(':') ? key : `id ${key.slice(0, 8)}`);

/** Writes how long ago a device was last received: "now", "4 s ago". */
export function ago(device: LiveDevice, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - device.last_ms) / 1000));
  return seconds < 1 ? 'now' : seconds < 120 ? `${String(seconds)} s ago` : `${String(Math.round(seconds / 60))} min ago`;
}

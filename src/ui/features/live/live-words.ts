import type { LiveDevice, LiveSource, LiveStatus } from '../../../live/service.ts';

export interface SourceWords {
  readonly id: LiveSource;
  readonly title: string;
  readonly about: string;
}

export const SOURCE_WORDS: readonly SourceWords[] = [
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

/** The state in a few words. */
export function stateWords({ state, silent_s }: LiveStatus): string {
  switch (state) {
    case 'idle':
      return 'Not scanning';
    case 'unsupported':
      return 'Not possible here';
    case 'flag_off':
      return 'The flag is off';
    case 'adapter_off':
      return 'Bluetooth is off';
    case 'asking':
      return 'Waiting for you';
    case 'silent':
      return silent_s === null ? 'Scanning, nothing heard yet' : `Scanning, silent for ${String(Math.round(silent_s))} s`;
    case 'receiving':
      return 'Receiving';
    case 'paused':
      return 'Paused';
    case 'unplugged':
      return 'Unplugged';
    case 'stopped':
      return 'Stopped';
  }
}

export const isRunning = ({ state }: LiveStatus): boolean =>
  state === 'asking' || state === 'silent' || state === 'receiving' || state === 'paused' || state === 'unplugged';

/** An address as it is; of an opaque id the start, which is enough to tell the few on a screen apart. */
export const deviceLabel = (key: string): string => (key.includes(':') ? key : `id ${key.slice(0, 8)}`);

/** "now", "4 s ago". */
export function ago(device: LiveDevice, nowMs: number): string {
  const seconds = Math.max(0, Math.round((nowMs - device.last_ms) / 1000));
  return seconds < 1 ? 'now' : seconds < 120 ? `${String(seconds)} s ago` : `${String(Math.round(seconds / 60))} min ago`;
}

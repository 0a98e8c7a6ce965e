import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** A licensed capture of the clone, by its path below `tests/fixtures/captures`. */
export const fixture = (path: string): string => resolve('tests/fixtures/captures', path);

/** The sample that the build carries. */
export const SAMPLE = resolve('public/samples/chamber_four_phones.pcapng');

/** A file of the larger set, or null where `WORKBENCH_DATA` names none. */
export function largeSet(path: string): string | null {
  const folder = process.env['WORKBENCH_DATA'];
  const file = folder === undefined ? '' : resolve(folder, path);
  return existsSync(file) ? file : null;
}

/** Known facts about a capture, from the notes of the data set, which were checked against another dissector. */
export interface Expected {
  readonly file: string;
  /** Frames with a right CRC and an advertiser address, that address inside requests included. */
  readonly frames: number;
  readonly addresses: number;
  /** Addresses with at least ten such frames. */
  readonly frequent: number;
  readonly classes: Readonly<Record<'public' | 'static' | 'rpa' | 'nrpa', number>>;
}

export const EXPECTED: readonly Expected[] = [
  { file: 'hackrf/ble_all_adv.pcap', frames: 170, addresses: 8, frequent: 2, classes: { public: 2, static: 3, rpa: 3, nrpa: 0 } },
  { file: 'hackrf/adv38.pcap', frames: 1015, addresses: 37, frequent: 18, classes: { public: 7, static: 9, rpa: 20, nrpa: 1 } },
  {
    file: 'hackrf/ble_all_adv_w_scan.pcap',
    frames: 2935,
    addresses: 42,
    frequent: 29,
    classes: { public: 7, static: 11, rpa: 22, nrpa: 2 },
  },
  {
    file: 'mitll/screen_room_nrf52_0.pcapng',
    frames: 14439,
    addresses: 39,
    frequent: 36,
    classes: { public: 1, static: 0, rpa: 18, nrpa: 20 },
  },
  { file: 'mitll/anechoic_nrf52_90.pcapng', frames: 7816, addresses: 7, frequent: 6, classes: { public: 0, static: 0, rpa: 5, nrpa: 2 } },
  {
    file: 'mitll/anechoic_ubertooth_90.pcapng',
    frames: 2441,
    addresses: 6,
    frequent: 4,
    classes: { public: 1, static: 0, rpa: 5, nrpa: 0 },
  },
  { file: 'pact/iphone_11_124809.pcapng', frames: 6461, addresses: 3, frequent: 3, classes: { public: 0, static: 1, rpa: 2, nrpa: 0 } },
];

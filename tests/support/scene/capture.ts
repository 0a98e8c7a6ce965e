import { advertisingFrame, concat, u16, u32 } from '../packet-file.ts';
import { writePcapng } from '../pcapng-file.ts';
import type { Scene, SceneFrame } from './scene.ts';

/** LE_LL_WITH_PHDR: radio channel, level and checked CRC before the link-layer frame. */
const LINK_TYPE = 256;
const RADIO_CHANNEL: Readonly<Record<number, number>> = { 37: 0, 38: 12, 39: 39 };
/** De-whitened, signal and reference access address valid, CRC checked and right. */
const FLAGS = 0x0c13;
const ACCESS_ADDRESS = 0x8e89bed6;
const TX_RANDOM = 0x40;

/** The scene as the capture file a sniffer with a µs clock would have written. */
export function sceneCapture(scene: Pick<Scene, 'addresses' | 'frames'>): Uint8Array<ArrayBuffer> {
  const octets = scene.addresses.map((address) =>
    address
      .split(':')
      .reverse()
      .map((octet) => Number.parseInt(octet, 16)),
  );
  return writePcapng(
    scene.frames.map((frame) => ({
      us: frame.us,
      linkType: LINK_TYPE,
      bytes: concat([heading(frame), body(frame, octets[frame.address]!)]),
    })),
  );
}

const heading = ({ channel, rssi }: SceneFrame): number[] => [
  RADIO_CHANNEL[channel] ?? 0,
  rssi & 0xff,
  0,
  0,
  ...u32(ACCESS_ADDRESS),
  ...u16(FLAGS),
];

const body = ({ pdu, random, data }: SceneFrame, address: readonly number[]): Uint8Array =>
  advertisingFrame(Uint8Array.of(pdu | (random ? TX_RANDOM : 0), 6 + data.length, ...address, ...data));

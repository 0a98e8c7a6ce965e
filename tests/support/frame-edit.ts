import { ADVERTISING_CRC_STATE, crc24 } from '../../src/ble/crc24.ts';
import type { CapturedFrame } from './pcapng-file.ts';

/**
 * Edits advertising frames of link types 272 (NORDIC_BLE v2) and 256 and keeps everything else: removes broadcast names,
 * replaces addresses. A correct CRC is recomputed.
 */
const NORDIC = 272;
const WITH_PHDR = 256;
const ADVERTISING = [0xd6, 0xbe, 0x89, 0x8e];
const NAMES = new Set([0x08, 0x09]);
const DELTA_AT = 13;

interface Layout {
  /** Offset of the access address. */
  readonly access: number;
  /** Offset of the CRC. */
  readonly crc: number;
}

function layoutOf({ linkType, bytes }: CapturedFrame): Layout | null {
  const access = linkType === NORDIC ? 17 : linkType === WITH_PHDR ? 10 : -1;
  if (access < 0 || bytes.length < access + 4 + 2 + 3) return null;
  if (!ADVERTISING.every((octet, at) => bytes[access + at] === octet)) return null;
  const crc = access + 6 + bytes[access + 5]!;
  return crc + 3 <= bytes.length ? { access, crc } : null;
}

/**
 * The frames of a recording without their broadcast names. NORDIC_BLE v2 says how long after the end of the frame
 * before a frame began: what a name took on the air is added there, so that the sniffer's clock stays true.
 */
export function hideNames(frames: readonly CapturedFrame[]): CapturedFrame[] {
  let removed = 0;
  return frames.map((frame) => {
    const shown = hideName(frame);
    const late = removed;
    removed = frame.bytes.length - shown.bytes.length;
    if (late === 0 || frame.linkType !== NORDIC) return shown;
    const bytes = shown.bytes.slice();
    const view = new DataView(bytes.buffer);
    view.setUint32(DELTA_AT, view.getUint32(DELTA_AT, true) + 8 * late, true);
    return { ...shown, bytes };
  });
}

/** The frame without its broadcast names (AD types 08 and 09), its lengths and CRC set right. */
function hideName(frame: CapturedFrame): CapturedFrame {
  const layout = layoutOf(frame);
  if (layout === null) return frame;
  const { bytes } = frame;
  const header = layout.access + 4;
  const type = bytes[header]! & 15;
  // Types whose payload is AdvA and AD structures.
  if (![0, 2, 4, 6].includes(type)) return frame;
  const start = header + 8;
  const kept: number[] = [];
  for (let at = start; at < layout.crc;) {
    const length = bytes[at]!;
    const end = length === 0 ? layout.crc : Math.min(at + 1 + length, layout.crc);
    if (length === 0 || !NAMES.has(bytes[at + 1]!)) kept.push(...bytes.subarray(at, end));
    at = end;
  }
  const removed = layout.crc - start - kept.length;
  if (removed === 0) return frame;
  const wasRight = crcRight(bytes, layout);
  const out = new Uint8Array(bytes.length - removed);
  out.set(bytes.subarray(0, start));
  out.set(kept, start);
  out[header + 1] = bytes[header + 1]! - removed;
  // Nordic v2 says the length of what follows its header.
  if (frame.linkType === NORDIC)
    new DataView(out.buffer).setUint16(1, new DataView(bytes.buffer, bytes.byteOffset).getUint16(1, true) - removed, true);
  const crc = layout.crc - removed;
  if (wasRight) writeCrc(out, layout.access, crc);
  else out.set(bytes.subarray(layout.crc, layout.crc + 3), crc);
  return { ...frame, bytes: out };
}

/** The frame with every device address replaced; addresses travel least significant octet first. */
export function renameAddresses(frame: CapturedFrame, rename: (address: Uint8Array) => void): CapturedFrame {
  const layout = layoutOf(frame);
  if (layout === null) return frame;
  const header = layout.access + 4;
  const type = frame.bytes[header]! & 15;
  const count = type === 1 || type === 3 || type === 5 ? 2 : 1;
  if (type > 6 || header + 2 + 6 * count > layout.crc) return frame;
  const wasRight = crcRight(frame.bytes, layout);
  const out = frame.bytes.slice();
  for (let n = 0; n < count; n++) rename(out.subarray(header + 2 + 6 * n, header + 8 + 6 * n));
  if (wasRight) writeCrc(out, layout.access, layout.crc);
  return { ...frame, bytes: out };
}

/** The same devices under other addresses: 46 bits mixed with a number of the copy, the two class bits kept. */
export function copyName(copy: number): (address: Uint8Array) => void {
  return (address) => {
    for (let at = 0; at < 6; at++) address[at] = address[at]! ^ ((Math.imul(copy, 0x9e3779b1) >>> (4 * at)) & (at === 5 ? 0x3f : 0xff));
  };
}

export const textOf = (address: Uint8Array): string =>
  Array.from(address, (octet) => octet.toString(16).padStart(2, '0').toUpperCase())
    .reverse()
    .join(':');

/** `AA:BB:…` renamed as `copyName` renames it in frames. */
export function renameText(address: string, rename: (address: Uint8Array) => void): string {
  const bytes = Uint8Array.from(address.split(':').reverse(), (octet) => Number.parseInt(octet, 16));
  rename(bytes);
  return textOf(bytes);
}

function crcRight(bytes: Uint8Array, { access, crc }: Layout): boolean {
  const value = crc24(bytes, access + 4, crc, ADVERTISING_CRC_STATE);
  return value === (bytes[crc]! | (bytes[crc + 1]! << 8) | (bytes[crc + 2]! << 16));
}

function writeCrc(bytes: Uint8Array, access: number, crc: number): void {
  const value = crc24(bytes, access + 4, crc, ADVERTISING_CRC_STATE);
  bytes[crc] = value & 255;
  bytes[crc + 1] = (value >> 8) & 255;
  bytes[crc + 2] = (value >> 16) & 255;
}

/**
 * The subset of pcapng that the recordings of the public sets use (one section, little-endian, enhanced packet
 * blocks), read into records and written again: for tests that shift, merge, rename or hide, and for scenes.
 */
export interface CapturedFrame {
  /** Microseconds since 1970-01-01 UTC. */
  readonly us: number;
  readonly linkType: number;
  /** Pseudo header and link-layer frame. */
  readonly bytes: Uint8Array;
}

const SECTION = 0x0a0d0d0a;
const INTERFACE = 1;
const ENHANCED_PACKET = 6;

export function readPcapng(given: Uint8Array): CapturedFrame[] {
  // Copy, because a slice of a Buffer shares memory and callers may change frames.
  const file = new Uint8Array(given.buffer, given.byteOffset, given.length);
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const frames: CapturedFrame[] = [];
  const links: { linkType: number; ticksPerUs: number }[] = [];
  for (let at = 0; at + 12 <= file.length;) {
    const type = view.getUint32(at, true);
    const length = view.getUint32(at + 4, true);
    if (type === SECTION && view.getUint32(at + 8, true) !== 0x1a2b3c4d) throw new Error('expected a little-endian section');
    if (length < 12 || at + length > file.length) break;
    if (type === INTERFACE) links.push({ linkType: view.getUint16(at + 8, true), ticksPerUs: resolution(view, at + 16, at + length - 4) });
    if (type === ENHANCED_PACKET) {
      const { linkType, ticksPerUs } = links[view.getUint32(at + 8, true)]!;
      const ticks = view.getUint32(at + 12, true) * 4294967296 + view.getUint32(at + 16, true);
      const size = view.getUint32(at + 20, true);
      frames.push({ us: ticks / ticksPerUs, linkType, bytes: file.slice(at + 28, at + 28 + size) });
    }
    at += length;
  }
  return frames;
}

/** if_tsresol of an interface: ticks per microsecond; powers of ten only. */
function resolution(view: DataView, from: number, end: number): number {
  for (let at = from; at + 4 <= end;) {
    const code = view.getUint16(at, true);
    const length = view.getUint16(at + 2, true);
    if (code === 0) break;
    if (code === 9) return 10 ** (view.getUint8(at + 4) - 6);
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return 1;
}

/** One section, one interface per link type, microseconds. Frames stay in the order given. */
export function writePcapng(frames: readonly CapturedFrame[]): Uint8Array<ArrayBuffer> {
  const links = [...new Set(frames.map((frame) => frame.linkType))];
  const total = 28 + 20 * links.length + frames.reduce((sum, { bytes }) => sum + 32 + pad(bytes.length), 0);
  const out = new Uint8Array(total);
  const view = new DataView(out.buffer);
  let at = 0;
  const block = (type: number, length: number, fill: (body: number) => void): void => {
    view.setUint32(at, type, true);
    view.setUint32(at + 4, length, true);
    fill(at + 8);
    view.setUint32(at + length - 4, length, true);
    at += length;
  };
  block(SECTION, 28, (body) => {
    view.setUint32(body, 0x1a2b3c4d, true);
    view.setUint16(body + 4, 1, true);
    view.setBigInt64(body + 8, -1n, true);
  });
  for (const link of links) block(INTERFACE, 20, (body) => view.setUint16(body, link, true));
  for (const { us, linkType, bytes } of frames) {
    block(ENHANCED_PACKET, 32 + pad(bytes.length), (body) => {
      const ticks = Math.round(us);
      view.setUint32(body, links.indexOf(linkType), true);
      view.setUint32(body + 4, Math.floor(ticks / 4294967296), true);
      view.setUint32(body + 8, ticks >>> 0, true);
      view.setUint32(body + 12, bytes.length, true);
      view.setUint32(body + 16, bytes.length, true);
      out.set(bytes, body + 20);
    });
  }
  return out;
}

const pad = (length: number): number => Math.ceil(length / 4) * 4;

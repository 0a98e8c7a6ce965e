/** Writes little-endian blocks of pcapng files: https://www.ietf.org/archive/id/draft-ietf-opsawg-pcapng-03.html */

const encoder = new TextEncoder();
const padded = (length: number): number => (length + 3) & ~3;

const OPTION = { COMMENT: 1, IF_NAME: 2, USER_APPLICATION: 4 } as const;

function block(
  type: number,
  body: number,
  options: readonly (readonly [number, Uint8Array])[],
  fill: (view: DataView, out: Uint8Array) => void,
) {
  const optionBytes = options.length === 0 ? 0 : options.reduce((sum, [, value]) => sum + 4 + padded(value.length), 4);
  const total = 12 + padded(body) + optionBytes;
  const out = new Uint8Array(total);
  const view = new DataView(out.buffer);
  view.setUint32(0, type, true);
  view.setUint32(4, total, true);
  view.setUint32(total - 4, total, true);
  fill(view, out);
  let at = 8 + padded(body);
  for (const [code, value] of options) {
    view.setUint16(at, code, true);
    view.setUint16(at + 2, value.length, true);
    out.set(value, at + 4);
    at += 4 + padded(value.length);
  }
  return out;
}

/** Encodes a text for an option. An option has at most 65 535 bytes, so the text is cut well below that. */
const text = (value: string): Uint8Array => encoder.encode(value.slice(0, 4000));

export const sectionBlock = (application: string, comment: string): Uint8Array<ArrayBuffer> =>
  block(
    0x0a0d0d0a,
    16,
    [
      [OPTION.COMMENT, text(comment)],
      [OPTION.USER_APPLICATION, text(application)],
    ],
    (view) => {
      view.setUint32(8, 0x1a2b3c4d, true);
      view.setUint16(12, 1, true);
      view.setBigInt64(16, -1n, true);
    },
  );

/** Describes an interface. Timestamps of its packets are in microseconds, the default of the format. */
export const interfaceBlock = (linkType: number, name: string): Uint8Array<ArrayBuffer> =>
  block(1, 8, [[OPTION.IF_NAME, text(name)]], (view) => {
    view.setUint16(8, linkType, true);
  });

export const packetBlock = (interfaceId: number, us: bigint, frame: Uint8Array, comment: string): Uint8Array<ArrayBuffer> =>
  block(6, 20 + frame.length, comment === '' ? [] : [[OPTION.COMMENT, text(comment)]], (view, out) => {
    view.setUint32(8, interfaceId, true);
    view.setUint32(12, Number(us >> 32n), true);
    view.setUint32(16, Number(us & 0xffffffffn), true);
    view.setUint32(20, frame.length, true);
    view.setUint32(24, frame.length, true);
    out.set(frame, 28);
  });

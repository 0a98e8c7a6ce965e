import { tableFromIPC } from '@uwdata/flechette';

/** Counts the records of a file by walking over it, without reading what is in them; null where it does not hold together. */
export function walkRecords(format: string, bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  switch (format) {
    case 'pcap': {
      const magic = view.getUint32(0, true);
      const little = magic === 0xa1b2c3d4 || magic === 0xa1b23c4d || magic === 0xa1b2cd34;
      const header = view.getUint32(0, little) === 0xa1b2cd34 ? 24 : 16;
      return walk(bytes, 24, header, (at) => header + view.getUint32(at + 8, little));
    }
    case 'btsnoop':
      return walk(bytes, 16, 24, (at) => 24 + view.getUint32(at + 4));
    case 'pklg': {
      const little = view.getUint32(0, true) < view.getUint32(0);
      return walk(bytes, 0, 13, (at) => 4 + view.getUint32(at, little));
    }
    case 'pcapng':
      return walkBlocks(bytes, view);
    case 'arrow':
      return rowsOfArrow(bytes);
    case 'ndjson':
    case 'live':
      return linesOf(bytes).filter((line) => line.trim() !== '').length - (format === 'live' ? 1 : 0);
    case 'json': {
      const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
      return Array.isArray(value) ? value.length : null;
    }
    default:
      return null;
  }
}

function rowsOfArrow(bytes: Uint8Array): number | null {
  try {
    return tableFromIPC(bytes, {}).numRows;
  } catch {
    return null;
  }
}

const linesOf = (bytes: Uint8Array): string[] => new TextDecoder().decode(bytes).split('\n');

function walk(bytes: Uint8Array, from: number, header: number, lengthAt: (at: number) => number): number | null {
  let count = 0;
  let at = from;
  for (; at + header <= bytes.length; count++) at += lengthAt(at);
  return at === bytes.length ? count : null;
}

/** Section headers and interface descriptions are not records. */
function walkBlocks(bytes: Uint8Array, view: DataView): number | null {
  let count = 0;
  let little = true;
  let at = 0;
  while (at + 12 <= bytes.length) {
    const type = view.getUint32(at, little);
    if (type === 0x0a0d0d0a) little = view.getUint32(at + 8, true) === 0x1a2b3c4d;
    else if (type !== 1) count++;
    const length = view.getUint32(at + 4, little);
    if (length < 12 || length % 4 !== 0) return null;
    at += length;
  }
  return at === bytes.length ? count : null;
}

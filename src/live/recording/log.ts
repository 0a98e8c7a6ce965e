import { interfaceBlock, packetBlock, sectionBlock } from '../../export/pcapng-blocks.ts';
import { readScanLogLine, scanLogHead, scanLogLine } from '../../tables/scan-log.ts';
import type { Heard } from '../source.ts';

/** File format of a recording. Entries do not depend on later ones, so a truncated file is readable up to its end. */
export interface LogFormat {
  readonly extension: 'pcapng' | 'ndjson';
  readonly media_type: string;
  head(): Uint8Array<ArrayBuffer>;
  entry(heard: Heard): Uint8Array<ArrayBuffer>;
  /** Reads all entries of a recording, to fill a table again. */
  read(bytes: Uint8Array<ArrayBuffer>, take: (heard: Heard) => void): void;
}

const encoder = new TextEncoder();

/** Format for frames of a sniffer: pcapng with the sniffer's link type. */
export function pcapngLog(linkType: number, receiver: string): LogFormat {
  return {
    extension: 'pcapng',
    media_type: 'application/x-pcapng',
    head() {
      const parts = [sectionBlock('Capture Workbench', ''), interfaceBlock(linkType, receiver)];
      return new Uint8Array(parts.flatMap((part) => [...part]));
    },
    entry: (heard) => (heard.kind === 'frame' ? packetBlock(0, BigInt(heard.us), heard.bytes, '') : new Uint8Array(0)),
    read(bytes, take) {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      for (let at = 0; at + 12 <= bytes.length;) {
        const length = view.getUint32(at + 4, true);
        if (at + length > bytes.length) return;
        if (view.getUint32(at, true) === 6) {
          const us = view.getUint32(at + 12, true) * 2 ** 32 + view.getUint32(at + 16, true);
          const size = view.getUint32(at + 20, true);
          take({ kind: 'frame', us, bytes: bytes.slice(at + 28, at + 28 + size), rssi: 0, address: null, name: null });
        }
        at += length;
      }
    },
  };
}

/** Format for advertisements of Web Bluetooth: one line of JSON each. */
export function scanLog(source: string, startedMs: number): LogFormat {
  return {
    extension: 'ndjson',
    media_type: 'application/x-ndjson',
    head: () => encoder.encode(scanLogHead(source, startedMs)),
    entry: (heard) => (heard.kind === 'advert' ? encoder.encode(scanLogLine(heard.advert)) : new Uint8Array(0)),
    read(bytes, take) {
      for (const line of new TextDecoder().decode(bytes).split('\n').slice(1, -1)) {
        const advert = readScanLogLine(line);
        if (typeof advert !== 'string') take({ kind: 'advert', advert });
      }
    },
  };
}

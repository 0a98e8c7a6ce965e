import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixture } from './fixtures.ts';

const ETHERNET = 1;

/** A pcapng block: type, total length, body padded to 32 bits, total length again. */
function block(type: number, body: Buffer): Buffer {
  const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
  const head = Buffer.alloc(8);
  head.writeUInt32LE(type, 0);
  head.writeUInt32LE(padded.length + 12, 4);
  return Buffer.concat([head, padded, head.subarray(4)]);
}

/** A well-formed pcapng with one Ethernet interface and `packets` frames on it. */
function ethernetPcapng(packets: number): Buffer {
  const section = Buffer.alloc(16);
  section.writeUInt32LE(0x1a2b3c4d, 0);
  section.writeUInt16LE(1, 4);
  section.writeBigInt64LE(-1n, 8);
  const networkInterface = Buffer.alloc(8);
  networkInterface.writeUInt16LE(ETHERNET, 0);
  const packet = Buffer.alloc(20 + 60);
  packet.writeUInt32LE(60, 12);
  packet.writeUInt32LE(60, 16);
  return Buffer.concat([
    block(0x0a0d0d0a, section),
    block(1, networkInterface),
    ...Array.from({ length: packets }, () => block(6, packet)),
  ]);
}

export interface BadInputs {
  readonly empty: string;
  readonly text: string;
  readonly truncated: string;
  readonly ethernet: string;
  readonly header_only_csv: string;
}

/** Writes files with misleading or broken content into a folder. */
export function writeBadInputs(folder: string): BadInputs {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, content: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, content);
    return path;
  };
  const whole = readFileSync(fixture('hackrf/adv38.pcap'));
  return {
    empty: write('empty.pcap', ''),
    text: write('notes.pcap', 'Dear diary,\ntoday I renamed a text file.\n'),
    // Ends in the middle of a record.
    truncated: write('truncated.pcap', whole.subarray(0, Math.floor(whole.length / 2) + 3)),
    ethernet: write('ethernet.pcapng', ethernetPcapng(4)),
    header_only_csv: write('header_only.csv', 'time,address,rssi\n'),
  };
}

import { BLOCK } from '../containers/pcapng-blocks.ts';
import { PcapngReader } from '../containers/pcapng.ts';
import { readRecords } from '../containers/records.ts';
import type { Decoder } from '../decoder.ts';
import { u32le } from '../../base/octets.ts';
import { Packets } from '../packets.ts';

export const pcapngDecoder: Decoder = {
  name: 'pcapng',
  kind: 'ble',
  // The type of the section header is a palindrome of line ends, chosen so that text-mode transfers break it.
  probe: ({ bytes }) => (bytes.length >= 4 && u32le(bytes, 0) === BLOCK.SECTION ? { confidence: 1, format: 'pcapng' } : null),
  async decode(source, output, options) {
    const packets = await Packets.open('pcapng', output, options);
    const reader = new PcapngReader(packets);
    await readRecords(source, reader, packets, options);
    return packets.finish(reader.links, packets.record.no);
  },
};

import { WorkbenchError } from '../../base/failure.ts';
import { PCAP_HEADER_BYTES, PcapReader, readPcapHeader } from '../containers/pcap.ts';
import { readRecords } from '../containers/records.ts';
import type { Decoder } from '../decoder.ts';
import { Packets } from '../packets.ts';

export const pcapDecoder: Decoder = {
  name: 'pcap',
  kind: 'ble',
  probe: ({ bytes }) => (readPcapHeader(bytes) === null ? null : { confidence: 1, format: 'pcap' }),
  async decode(source, output, options) {
    const head = await source.bytes(0, PCAP_HEADER_BYTES);
    const header = readPcapHeader(head);
    if (header === null || head.length < PCAP_HEADER_BYTES) {
      throw new WorkbenchError(
        'UNREADABLE_FILE',
        `expected a pcap header of ${String(PCAP_HEADER_BYTES)} bytes, found ${String(head.length)}`,
      );
    }
    const packets = await Packets.open('pcap', output, options);
    const reader = new PcapReader(header, packets);
    await readRecords(source, reader, packets, options);
    return packets.finish([reader.link], packets.record.no);
  },
};

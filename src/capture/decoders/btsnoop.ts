import { WorkbenchError } from '../../base/failure.ts';
import { BTSNOOP_HEADER_BYTES, BtsnoopReader, DATALINK, DATALINK_NAMES, isBtsnoop } from '../containers/btsnoop.ts';
import { readRecords } from '../containers/records.ts';
import type { Decoder } from '../decoder.ts';
import { u32be } from '../../base/octets.ts';
import { Packets } from '../packets.ts';

const READABLE: readonly number[] = Object.values(DATALINK);

export const btsnoopDecoder: Decoder = {
  name: 'btsnoop',
  kind: 'ble',
  probe: ({ bytes }) => (isBtsnoop(bytes) ? { confidence: 1, format: 'btsnoop' } : null),
  async decode(source, output, options) {
    const head = await source.bytes(0, BTSNOOP_HEADER_BYTES);
    const version = u32be(head, 8);
    const datalink = u32be(head, 12);
    if (head.length < BTSNOOP_HEADER_BYTES || version !== 1 || !READABLE.includes(datalink)) {
      const found =
        head.length < BTSNOOP_HEADER_BYTES
          ? `${String(head.length)} bytes`
          : `version ${String(version)} with datalink ${String(datalink)} (${DATALINK_NAMES[datalink] ?? 'unknown'})`;
      throw new WorkbenchError(
        'UNREADABLE_FILE',
        `expected a btsnoop header of version 1 with datalink ${READABLE.join(', ')}, found ${found}`,
      );
    }
    const packets = new Packets('btsnoop', output, options);
    const reader = new BtsnoopReader(datalink, packets);
    await readRecords(source, reader, packets, options);
    return packets.finish(reader.links, packets.record.no);
  },
};

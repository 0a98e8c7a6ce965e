import { WorkbenchError } from '../../base/failure.ts';
import { PacketLoggerReader, packetLoggerOrder } from '../containers/packet-logger.ts';
import { readRecords } from '../containers/records.ts';
import { PROBE_BYTES } from '../decoder.ts';
import type { Decoder } from '../decoder.ts';
import { Packets } from '../packets.ts';

/** Without a magic number, two sensible records in a row are strong but not final evidence. */
const CONFIDENCE = 0.8;

export const packetLoggerDecoder: Decoder = {
  name: 'pklg',
  kind: 'ble',
  probe: ({ bytes, complete }) => (packetLoggerOrder(bytes, complete) === null ? null : { confidence: CONFIDENCE, format: 'pklg' }),
  async decode(source, output, options) {
    const head = await source.bytes(0, PROBE_BYTES);
    const order = packetLoggerOrder(head, head.length < PROBE_BYTES);
    if (order === null) throw new WorkbenchError('UNREADABLE_FILE', 'expected records of Apple PacketLogger, found none');
    const packets = new Packets('pklg', output, options);
    const reader = new PacketLoggerReader(order.little, packets);
    await readRecords(source, reader, packets, options);
    return packets.finish([reader.link], packets.record.no);
  },
};

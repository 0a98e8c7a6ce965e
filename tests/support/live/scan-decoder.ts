import type { Decoder } from '../../../src/capture/decoder.ts';
import { FrameRows } from '../../../src/live/frame-rows.ts';
import { HostClock } from '../../../src/live/host-clock.ts';
import { pcapngLog } from '../../../src/live/recording/log.ts';
import type { SnifferProtocol } from '../../../src/live/serial/sniffer.ts';
import { ONLY_INTERFACE } from '../../../src/live/writer.ts';
import { concat } from '../packet-file.ts';

/** µs since 1970 at which the first chunk of a stream arrives, and how long each next one takes. */
export const START_US = 1_760_000_000_000_000;
const CHUNK_US = 20_000;

/** A scan as a decoder: the frames of a stream, flushed every `each` chunks, and what it is saved as. */
export function scanDecoder(protocol: SnifferProtocol, stream: readonly Uint8Array[], each: number) {
  const clock = new HostClock();
  const log = pcapngLog(protocol.link_type, protocol.name);
  const saved: Uint8Array[] = [log.head()];
  const decoder: Decoder = {
    name: 'live',
    kind: 'ble',
    probe: () => null,
    async decode(_source, output) {
      const rows = new FrameRows(protocol.link_type, ONLY_INTERFACE, output);
      let taken = 0;
      for (const chunk of stream) {
        protocol.push(chunk, ({ bytes, stamp, modulus, rssi }) => {
          const us = clock.at(stamp, modulus, START_US + taken * CHUNK_US);
          saved.push(log.entry({ kind: 'frame', us, bytes, rssi, address: null, name: null }));
          rows.add(us, bytes);
        });
        if (++taken % each === 0) await rows.flush();
      }
      return rows.end();
    },
  };
  return { decoder, saved: () => concat(saved) };
}

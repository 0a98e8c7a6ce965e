import type { ConnectionParameters } from './connection.ts';

/** Encodes LLData, the inverse of `connectionParameters`: 22 octets, little-endian. */
export function connectionOctets(sent: ConnectionParameters): Uint8Array {
  const out = new Uint8Array(22);
  const put = (from: number, count: number, value: number): void => {
    let rest = value;
    for (let i = 0; i < count; i++) {
      out[from + i] = rest % 256;
      rest = Math.floor(rest / 256);
    }
  };
  put(0, 4, sent.accessAddress);
  put(4, 3, sent.crcInit);
  put(7, 1, sent.windowSizeUs / 1250);
  put(8, 2, sent.windowOffsetUs / 1250);
  put(10, 2, sent.intervalUs / 1250);
  put(12, 2, sent.latency);
  put(14, 2, sent.timeoutMs / 10);
  put(16, 5, sent.channelMap);
  put(21, 1, sent.hop | (sent.sleepClockAccuracy << 5));
  return out;
}

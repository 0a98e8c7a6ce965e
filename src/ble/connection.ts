import { unsigned } from './octet-fields.ts';

/**
 * The parameters that an initiator sends in a connection request: the 22 octets LLData of CONNECT_IND and AUX_CONNECT_REQ, little-endian.
 * Core specification 5.4, Vol 6 Part B 2.3.3.1.
 *
 *   AA 4 | CRCInit 3 | WinSize 1 | WinOffset 2 | Interval 2 | Latency 2 | Timeout 2 | ChM 5 | Hop 5 bits, SCA 3 bits
 */
export interface ConnectionParameters {
  /** Access address of every packet of the connection. */
  readonly accessAddress: number;
  /** Start value of the CRC, 24 bits. */
  readonly crcInit: number;
  /** In µs; the request states it in units of 1.25 ms. */
  readonly windowSizeUs: number;
  readonly windowOffsetUs: number;
  readonly intervalUs: number;
  /** Number of events that the peripheral may skip. */
  readonly latency: number;
  /** Time in ms without a packet after which the connection counts as lost; the request states it in units of 10 ms. */
  readonly timeoutMs: number;
  /** Bit k is 1 if data channel k (0–36) is used; the three bits above are reserved. */
  readonly channelMap: number;
  /** Hop increment of channel selection algorithm 1, in channels per event: 5–16. */
  readonly hop: number;
  /** Code of the central's accuracy in ppm. 0: 251–500, 1: 151–250, 2: 101–150, 3: 76–100, 4: 51–75, 5: 31–50, 6: 21–30, 7: 0–20. */
  readonly sleepClockAccuracy: number;
}

const UNIT_US = 1250;
const TIMEOUT_UNIT_MS = 10;

/** Decodes the 22 octets at `at`, all of which must exist. Values are returned as sent, even if the standard forbids them. */
export function connectionParameters(bytes: Uint8Array, at: number): ConnectionParameters {
  const octets = (from: number, count: number): number => unsigned(bytes, at + from, count);
  const last = octets(21, 1);
  return {
    accessAddress: octets(0, 4),
    crcInit: octets(4, 3),
    windowSizeUs: octets(7, 1) * UNIT_US,
    windowOffsetUs: octets(8, 2) * UNIT_US,
    intervalUs: octets(10, 2) * UNIT_US,
    latency: octets(12, 2),
    timeoutMs: octets(14, 2) * TIMEOUT_UNIT_MS,
    channelMap: octets(16, 5),
    hop: last & 31,
    sleepClockAccuracy: last >> 5,
  };
}

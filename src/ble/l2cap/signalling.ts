import { fields, readFields } from '../octet-fields.ts';
import type { FieldWriter, OctetField } from '../octet-fields.ts';

/** A command of the signalling channels: code 1 octet, identifier 1, length 2, data. Core specification 5.4, Vol 3 Part A 4. */
export interface SignallingCommand {
  readonly code: number;
  readonly identifier: number;
  readonly length: number;
  /** Range of the data that is present. */
  readonly at: number;
  readonly end: number;
  readonly cut: boolean;
}

const HEADER_BYTES = 4;

/** Parses the consecutive commands in bytes [at, end). */
export function signallingCommands(bytes: Uint8Array, at: number, end: number): SignallingCommand[] {
  const found: SignallingCommand[] = [];
  let from = at;
  while (from + HEADER_BYTES <= end) {
    const length = (bytes[from + 2] ?? 0) | ((bytes[from + 3] ?? 0) << 8);
    const start = from + HEADER_BYTES;
    const cut = start + length > end;
    found.push({ code: bytes[from] ?? 0, identifier: bytes[from + 1] ?? 0, length, at: start, end: cut ? end : start + length, cut });
    from = start + length;
  }
  return found;
}

const NAMES: readonly (readonly [code: number, name: string, layout: string])[] = [
  [0x01, 'L2CAP_COMMAND_REJECT_RSP', 'reason:u16'],
  [0x02, 'L2CAP_CONNECTION_REQ', 'psm:u16 scid:u16'],
  [0x03, 'L2CAP_CONNECTION_RSP', 'dcid:u16 scid:u16 result:u16 status:u16'],
  [0x04, 'L2CAP_CONFIGURATION_REQ', 'dcid:u16 flags:u16'],
  [0x05, 'L2CAP_CONFIGURATION_RSP', 'scid:u16 flags:u16 result:u16'],
  [0x06, 'L2CAP_DISCONNECTION_REQ', 'dcid:u16 scid:u16'],
  [0x07, 'L2CAP_DISCONNECTION_RSP', 'dcid:u16 scid:u16'],
  [0x08, 'L2CAP_ECHO_REQ', ''],
  [0x09, 'L2CAP_ECHO_RSP', ''],
  [0x0a, 'L2CAP_INFORMATION_REQ', 'info_type:u16'],
  [0x0b, 'L2CAP_INFORMATION_RSP', 'info_type:u16 result:u16'],
  // Channels of AMP controllers, which later versions of the Core specification no longer have (4.2, Vol 3 Part A 4.14 to 4.19).
  [0x0c, 'L2CAP_CREATE_CHANNEL_REQ', 'psm:u16 scid:u16'],
  [0x0d, 'L2CAP_CREATE_CHANNEL_RSP', 'dcid:u16 scid:u16 result:u16 status:u16'],
  [0x0e, 'L2CAP_MOVE_CHANNEL_REQ', ''],
  [0x0f, 'L2CAP_MOVE_CHANNEL_RSP', '-:u16 result:u16'],
  [0x10, 'L2CAP_MOVE_CHANNEL_CONFIRMATION_REQ', '-:u16 result:u16'],
  [0x11, 'L2CAP_MOVE_CHANNEL_CONFIRMATION_RSP', ''],
  [0x12, 'L2CAP_CONNECTION_PARAMETER_UPDATE_REQ', 'interval_us:u16*1250 interval_max_us:u16*1250 latency:u16 timeout_ms:u16*10'],
  [0x13, 'L2CAP_CONNECTION_PARAMETER_UPDATE_RSP', 'result:u16'],
  [0x14, 'L2CAP_LE_CREDIT_BASED_CONNECTION_REQ', 'psm:u16 scid:u16 mtu:u16 mps:u16 credits:u16'],
  [0x15, 'L2CAP_LE_CREDIT_BASED_CONNECTION_RSP', 'dcid:u16 mtu:u16 mps:u16 credits:u16 result:u16'],
  [0x16, 'L2CAP_FLOW_CONTROL_CREDIT_IND', 'scid:u16 credits:u16'],
  [0x17, 'L2CAP_CREDIT_BASED_CONNECTION_REQ', 'psm:u16 mtu:u16 mps:u16 credits:u16 scid:u16'],
  [0x18, 'L2CAP_CREDIT_BASED_CONNECTION_RSP', 'mtu:u16 mps:u16 credits:u16 result:u16 dcid:u16'],
  [0x19, 'L2CAP_CREDIT_BASED_RECONFIGURE_REQ', 'mtu:u16 mps:u16 dcid:u16'],
  [0x1a, 'L2CAP_CREDIT_BASED_RECONFIGURE_RSP', 'result:u16'],
];
const NONE: readonly OctetField[] = [];
const known = new Map(NAMES.map(([code, name, layout]) => [code, { name, fields: fields(layout) }]));

/** Configuration options by type: a length of 1 octet, then the value (Vol 3 Part A 5). */
const OPTIONS: ReadonlyMap<number, readonly OctetField[]> = new Map(
  Object.entries({
    0x01: 'mtu:u16',
    0x02: 'flush_timeout_ms:u16',
    0x04: 'mode:u8 tx_window:u8 max_transmit:u8 retransmission_timeout_ms:u16 monitor_timeout_ms:u16 mps:u16',
    0x05: 'fcs:u8',
  }).map(([type, layout]) => [Number(type), fields(layout)]),
);
/** The upper bit of a type says that the receiver may ignore the option. */
const OPTION_TYPE = 0x7f;
const OPTIONS_AT: Readonly<Record<number, number>> = { 0x04: 4, 0x05: 6 };

/** Layouts of the data of a rejection, by its reason (4.1). */
const REJECTED: ReadonlyMap<number, readonly OctetField[]> = new Map([
  [1, fields('mtu:u16')],
  [2, fields('scid:u16 dcid:u16')],
]);

/** Passes the fields after the fixed ones to `writer`: configuration options, or the data of a rejection. The data is bytes [at, end). */
export function signallingRest(code: number, bytes: Uint8Array, at: number, end: number, writer: FieldWriter): void {
  if (code === 0x01) readFields(bytes, at + 2, end, REJECTED.get((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)) ?? NONE, writer);
  const first = OPTIONS_AT[code];
  if (first === undefined) return;
  for (let from = at + first; from + 2 <= end;) {
    const stop = Math.min(end, from + 2 + (bytes[from + 1] ?? 0));
    readFields(bytes, from + 2, stop, OPTIONS.get((bytes[from] ?? 0) & OPTION_TYPE) ?? NONE, writer);
    from = stop;
  }
}

export const signallingName = (code: number): string | undefined => known.get(code)?.name;
/** Returns the fields of a command; of a list of channels, only the first. */
export const signallingFields = (code: number): readonly OctetField[] => known.get(code)?.fields ?? NONE;

import { Place, State } from './layout';
import { mark, place, setState, state } from './words';

/**
 * Finds the first AD structure of each type that has a column, like `src/ble/advertising.ts`. Results stay in globals, and are written to a
 * row only once it is certain that the host need not decode the record.
 */
const NONE: i32 = -1;
const NO_TX_POWER: i32 = 1000;
/** Maximum number of UUIDs in one advertisement, and of bytes of their text. */
export const UUID_ROOM: i32 = 128;
export const UUID_TEXT_ROOM: i32 = 1024;

export let nameAt: usize = 0;
export let nameEnd: usize = 0;
export let overrun: bool = false;
let flags: i32 = NONE;
let txPower: i32 = NO_TX_POWER;
let company: i32 = NONE;
let appearance: i32 = NONE;
let uuids: bool = false;

export function parse(start: usize, end: usize): void {
  nameAt = 0;
  overrun = false;
  flags = NONE;
  txPower = NO_TX_POWER;
  company = NONE;
  appearance = NONE;
  uuids = false;
  let at = start;
  while (at < end) {
    const length = <usize>load<u8>(at);
    if (length == 0) return;
    const next = at + 1 + length;
    if (next > end) {
      overrun = true;
      return;
    }
    const data = at + 2;
    switch (<i32>load<u8>(at, 1)) {
      case 0x01:
        if (flags == NONE && data < next) flags = load<u8>(data);
        break;
      case 0x02:
      case 0x03:
      case 0x04:
      case 0x05:
      case 0x06:
      case 0x07:
        uuids = true;
        break;
      case 0x08:
      case 0x09:
        if (nameAt == 0) {
          nameAt = data;
          nameEnd = next;
        }
        break;
      case 0x0a:
        if (txPower == NO_TX_POWER && data < next) txPower = load<i8>(data);
        break;
      case 0x19:
        if (appearance == NONE && next - data >= 2) appearance = load<u16>(data);
        break;
      case 0xff:
        if (company == NONE && next - data >= 2) company = load<u16>(data);
        break;
    }
    at = next;
  }
}

/** Writes what `parse` found in bytes [start, end) to the columns of a row. */
export function write(row: i32, start: usize, end: usize): void {
  if (flags != NONE) {
    store<u8>(place(Place.Flags) + <usize>row, <u8>flags);
    mark(place(Place.FlagsValid), row);
  }
  if (txPower != NO_TX_POWER) {
    store<i8>(place(Place.TxPower) + <usize>row, <i8>txPower);
    mark(place(Place.TxPowerValid), row);
  }
  if (company != NONE) {
    store<u16>(place(Place.Company) + (<usize>row << 1), <u16>company);
    mark(place(Place.CompanyValid), row);
  }
  if (appearance != NONE) {
    store<u16>(place(Place.Appearance) + (<usize>row << 1), <u16>appearance);
    mark(place(Place.AppearanceValid), row);
  }
  if (uuids) writeUuids(row, start, end);
}

function writeUuids(row: i32, start: usize, end: usize): void {
  const before = state(State.UuidItems);
  for (let at = start; at < end;) {
    const length = <usize>load<u8>(at);
    const next = at + 1 + length;
    if (length == 0 || next > end) break;
    const type = load<u8>(at, 1);
    if (type >= 0x02 && type <= 0x07) {
      const size: usize = type < 0x04 ? 2 : type < 0x06 ? 4 : 16;
      for (let uuid = at + 2; uuid + size <= next; uuid += size) writeUuid(uuid, size);
    }
    at = next;
  }
  const items = state(State.UuidItems);
  if (items == before) return;
  const offsets = place(Place.UuidOffsets);
  for (let passed = state(State.UuidRow) + 1; passed <= row; passed++) store<i32>(offsets + (<usize>passed << 2), before);
  store<i32>(offsets + (<usize>row << 2), items, 4);
  setState(State.UuidRow, row + 1);
  mark(place(Place.UuidValid), row);
}

/**
 * Writes a UUID as text (`180D`, eight digits, or the dashed form). The octets are in the order of transmission, least significant first.
 */
function writeUuid(at: usize, size: usize): void {
  const start = place(Place.UuidText) + <usize>state(State.UuidLength);
  let to = start;
  for (let i = <i32>size - 1; i >= 0; i--) {
    const octet = <u32>load<u8>(at + <usize>i);
    store<u8>(to, digit(octet >>> 4));
    store<u8>(to, digit(octet & 15), 1);
    to += 2;
    if (size == 16 && (i == 12 || i == 10 || i == 8 || i == 6)) store<u8>(to++, 0x2d);
  }
  const length = state(State.UuidLength) + <i32>(to - start);
  const items = state(State.UuidItems);
  store<i32>(place(Place.UuidEnds) + (<usize>items << 2), length);
  setState(State.UuidLength, length);
  setState(State.UuidItems, items + 1);
}

// @ts-ignore: decorator
@inline
function digit(value: u32): u8 {
  return <u8>(value < 10 ? 0x30 + value : 0x37 + value);
}

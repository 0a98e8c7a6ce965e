import { nameAt, nameEnd, overrun, parse, write } from './ad';
import { ADVERTISING_CRC_STATE, crc24 } from './crc24';
import { Interface, Place, State } from './layout';
import { findAddress, findName } from './lookup';
import { mark, markRun, ofInterface, place, setState, state } from './words';

/**
 * Decodes a complete legacy advertising PDU (access address, PDU, CRC) to one row, as `src/capture/link/link-layer.ts` does. Writes nothing
 * for other packets (connections, extended advertising, faults, values missing from the dictionaries), which the host decodes.
 */
const ADVERTISING_ACCESS_ADDRESS: u32 = 0x8e89bed6;
const FIRST_PRIMARY_CHANNEL: i32 = 37;
export const NO_CHANNEL: i32 = 255;
export const NO_RSSI: i32 = 1000;
export const CRC_UNKNOWN: i32 = -1;
const CRC_BAD: i32 = 0;

/** Earliest and latest time of the rows that were written since the last `finishRun`. */
let earliest: i64 = i64.MAX_VALUE;
let latest: i64 = i64.MIN_VALUE;

/**
 * Writes the values that rows [from, to) of one interface share, and the validity bits of the columns in which all these rows have a value.
 * Whole vectors and bytes are faster than one store per row and column.
 */
export function finishRun(from: i32, to: i32, packetNo: i32, iface: usize): void {
  if (from == to) return;
  const receiver = ofInterface(iface, Interface.Receiver);
  for (let row = from; row < to; row++) {
    const row4 = <usize>row << 2;
    store<i32>(place(Place.PacketNo) + row4, packetNo + row - from);
    store<u32>(place(Place.AccessAddress) + row4, ADVERTISING_ACCESS_ADDRESS);
    store<i32>(place(Place.Receiver) + row4, receiver);
  }
  memory.fill(place(Place.ReportNo) + (<usize>from << 1), 0, <usize>(to - from) << 1);
  markRun(place(Place.TimeValid), from, to);
  markRun(place(Place.TypeValid), from, to);
  markRun(place(Place.AccessAddressValid), from, to);
  markRun(place(Place.LengthValid), from, to);
  markRun(place(Place.ReceiverValid), from, to);
  markRun(place(Place.AdvertiserValid), from, to);
  markRun(place(Place.AdvertiserRandomValid), from, to);
  const span = place(Place.Span);
  if (<f64>earliest < load<f64>(span)) store<f64>(span, <f64>earliest);
  if (<f64>latest > load<f64>(span, 8)) store<f64>(span, <f64>latest, 8);
  earliest = i64.MAX_VALUE;
  latest = i64.MIN_VALUE;
}

/** Decodes one frame. Times are whole µs; `radioUs` is NaN if the sniffer has no clock. Returns false if the host must decode the frame. */
export function advertisement(
  at: usize,
  end: usize,
  channel: i32,
  rssi: i32,
  recorded: i32,
  phy: i32,
  us: i64,
  radioUs: f64,
  iface: usize,
): bool {
  if (at + 6 > end || load<u32>(at) != ADVERTISING_ACCESS_ADDRESS || channel < FIRST_PRIMARY_CHANNEL) return false;
  const header = <i32>load<u8>(at, 4);
  const length = <i32>load<u8>(at, 5);
  const start = at + 6;
  const stop = start + <usize>length;
  if (stop > end || length < 6) return false;

  const type = header & 15;
  let advertiser = start;
  let advertiserRandom = (header >> 6) & 1;
  let peerRandom = header >> 7;
  let data: usize = 0;
  switch (type) {
    case 0:
    case 2:
    case 4:
    case 6:
      data = start + 6;
      break;
    case 1:
      if (length < 12) return false;
      break;
    case 3:
      if (length < 12) return false;
      advertiser = start + 6;
      advertiserRandom = header >> 7;
      peerRandom = (header >> 6) & 1;
      break;
    default:
      return false;
  }

  let crc = recorded;
  if (crc == CRC_UNKNOWN && stop + 3 <= end) {
    const sent = <u32>load<u16>(stop) | (<u32>load<u8>(stop, 2) << 16);
    crc = i32(crc24(at + 4, stop, ADVERTISING_CRC_STATE) == sent);
  }
  const typeCode = load<i32>(place(Place.TypeCodes) + (<usize>type << 2));
  const phyCode = phy < 0 ? 0 : load<i32>(place(Place.PhyCodes) + (<usize>phy << 2));
  const receiver = ofInterface(iface, Interface.Receiver);
  if ((typeCode | phyCode | receiver) < 0) return false;
  const advertiserCode = findAddress(place(Place.AdvertiserSlots), advertiser);
  if (advertiserCode < 0) return false;
  let nameCode = -1;
  let peerCode = -1;
  if (data != 0) {
    parse(data, stop);
    if (overrun && crc != CRC_BAD) return false;
    if (nameAt != 0) {
      nameCode = findName(nameAt, nameEnd);
      if (nameCode < 0) return false;
    }
  } else {
    peerCode = type == 3 ? findAddress(place(Place.ScannerSlots), start) : findAddress(place(Place.TargetSlots), start + 6);
    if (peerCode < 0) return false;
  }

  const row = state(State.Row);
  const row4 = <usize>row << 2;
  store<i64>(place(Place.Time) + (<usize>row << 3), us);
  if (us < earliest) earliest = us;
  if (us > latest) latest = us;
  if (radioUs == radioUs) {
    store<i64>(place(Place.RadioTime) + (<usize>row << 3), <i64>radioUs);
    mark(place(Place.RadioTimeValid), row);
  }
  if (channel != NO_CHANNEL) {
    store<u8>(place(Place.Channel) + <usize>row, <u8>channel);
    mark(place(Place.ChannelValid), row);
    store<u8>(place(Place.ChannelsSeen) + <usize>channel, 1);
  }
  if (rssi != NO_RSSI) {
    store<i16>(place(Place.Rssi) + (<usize>row << 1), <i16>rssi);
    mark(place(Place.RssiValid), row);
  }
  store<i32>(place(Place.Type) + row4, typeCode);
  if (phy >= 0) {
    store<i32>(place(Place.Phy) + row4, phyCode);
    mark(place(Place.PhyValid), row);
  }
  store<u16>(place(Place.Length) + (<usize>row << 1), <u16>length);
  if (crc != CRC_UNKNOWN) {
    if (crc != CRC_BAD) mark(place(Place.Crc), row);
    mark(place(Place.CrcValid), row);
  }
  store<i32>(place(Place.Advertiser) + row4, advertiserCode);
  if (advertiserRandom) mark(place(Place.AdvertiserRandom), row);
  if (data != 0) {
    writeData(row, data, stop);
    write(row, data, stop);
    if (nameCode >= 0) {
      store<i32>(place(Place.Name) + row4, nameCode);
      mark(place(Place.NameValid), row);
    }
  } else {
    const scan = type == 3;
    store<i32>(place(scan ? Place.Scanner : Place.Target) + row4, peerCode);
    mark(place(scan ? Place.ScannerValid : Place.TargetValid), row);
    if (peerRandom) mark(place(Place.PeerRandom), row);
    mark(place(Place.PeerRandomValid), row);
  }
  return true;
}

/** Copies bytes [start, end) into the column of AD data. Rows that were skipped since the last copy get an empty value. */
function writeData(row: i32, start: usize, end: usize): void {
  const before = state(State.DataLength);
  const offsets = place(Place.DataOffsets);
  for (let passed = state(State.DataRow) + 1; passed <= row; passed++) store<i32>(offsets + (<usize>passed << 2), before);
  let to = place(Place.Data) + <usize>before;
  // Copy whole vectors: the output has room for more than one advertisement, and there are unused bytes after the input.
  for (let at = start; at < end; at += 16, to += 16) v128.store(to, v128.load(at));
  const after = before + <i32>(end - start);
  store<i32>(offsets + (<usize>row << 2), after, 4);
  setState(State.DataLength, after);
  setState(State.DataRow, row + 1);
  mark(place(Place.DataValid), row);
}

import { UUID_ROOM, UUID_TEXT_ROOM } from './ad';
import { Interface, Place, State, Stop } from './layout';
import { finishRun } from './frame';
import { frame } from './link';
import { interfaceAt, ofInterface, place, setState, state } from './words';

/** Bytes of output that must be free for one more advertisement, including unused bytes for whole vectors. */
const DATA_ROOM: i32 = 288;
/** Maximum sizes, as in `src/capture/containers/{pcap,cursor}.ts`. Larger records count as damage, which the host reports. */
const MOST_PACKET_BYTES: u32 = 262_144;
const MOST_BLOCK_BYTES: u32 = 2_097_152;
const ENHANCED_PACKET: u32 = 6;
const MOST_SAFE_US: u64 = 9_007_199_254_740_991;

/** Reads pcap records from `at`, at most to `end`, and returns where it stopped. `packetNo` is the number of the first record's packet. */
export function pcapRecords(at: usize, end: usize, packetNo: i32): usize {
  const header = place(Place.RecordHeader);
  const little = place(Place.LittleEndian) != 0;
  const iface = interfaceAt(0);
  const nanoseconds = ofInterface(iface, Interface.Resolution) == 9;
  const fractionLimit: u32 = nanoseconds ? 1_000_000_000 : 1_000_000;
  const first = state(State.Row);
  let done = 0;
  let stop = Stop.More;
  for (; ; done++) {
    if (crowded()) {
      stop = Stop.Full;
      break;
    }
    if (at + header > end) break;
    const seconds = order(load<u32>(at), little);
    const fraction = order(load<u32>(at, 4), little);
    const captured = order(load<u32>(at, 8), little);
    if (captured > MOST_PACKET_BYTES) {
      stop = Stop.Host;
      break;
    }
    const start = at + header;
    const next = start + <usize>captured;
    if (next > end) break;
    const us = <i64>seconds * 1_000_000 + <i64>(nanoseconds ? fraction / 1000 : fraction);
    if (!frame(start, next, us, iface)) {
      stop = Stop.Host;
      break;
    }
    if (fraction < fractionLimit) setState(State.LastSeconds, <i32>seconds);
    setState(State.Row, first + done + 1);
    at = next;
  }
  settle(first, packetNo, done, iface);
  setState(State.Done, done);
  setState(State.Stop, stop);
  return at;
}

/** Reads little-endian enhanced packet blocks of pcapng. Consecutive blocks of the same interface form a run. */
export function pcapngBlocks(at: usize, end: usize, packetNo: i32): usize {
  const interfaces = <u32>place(Place.InterfaceCount);
  const first = state(State.Row);
  /** The current run of consecutive rows of one interface: the interface, and how many rows of this call precede the run. */
  let run: usize = 0;
  let before = 0;
  let done = 0;
  let stop = Stop.More;
  for (; ; done++) {
    if (crowded()) {
      stop = Stop.Full;
      break;
    }
    if (at + 32 > end) break;
    const length = load<u32>(at, 4);
    const number = load<u32>(at, 8);
    stop = Stop.Host;
    if (load<u32>(at) != ENHANCED_PACKET || length < 32 || (length & 3) != 0 || length > MOST_BLOCK_BYTES || number >= interfaces) break;
    const next = at + <usize>length;
    if (next > end) {
      stop = Stop.More;
      break;
    }
    const iface = interfaceAt(number);
    const captured = load<u32>(at, 20);
    const ticks = (<u64>load<u32>(at, 12) << 32) | <u64>load<u32>(at, 16);
    const us = ofInterface(iface, Interface.Resolution) == 9 ? ticks / 1000 : ticks;
    if (load<u32>(next - 4) != length || captured > length - 32 || us > MOST_SAFE_US) break;
    if (iface != run) {
      settle(first + before, packetNo + before, done - before, run);
      run = iface;
      before = done;
    }
    if (!frame(at + 28, at + 28 + <usize>captured, <i64>us, iface)) break;
    stop = Stop.More;
    setState(State.Row, first + done + 1);
    at = next;
  }
  settle(first + before, packetNo + before, done - before, run);
  setState(State.Done, done);
  setState(State.Stop, stop);
  return at;
}

/** Whether the batch must be handed over before the next record, because its rows or bytes might not suffice. */
// @ts-ignore: decorator
@inline
function crowded(): bool {
  return (
    state(State.Row) >= state(State.Limit) ||
    state(State.DataLength) + DATA_ROOM > <i32>place(Place.DataCapacity) ||
    state(State.UuidItems) + UUID_ROOM > <i32>place(Place.UuidItemCapacity) ||
    state(State.UuidLength) + UUID_TEXT_ROOM > <i32>place(Place.UuidTextCapacity)
  );
}

/** Completes the `count` rows from `row` on, all of one interface. */
function settle(row: i32, packetNo: i32, count: i32, iface: usize): void {
  if (count == 0) return;
  finishRun(row, row + count, packetNo, iface);
  const packets = iface + (<usize>Interface.Packets << 2);
  store<i32>(packets, load<i32>(packets) + count);
}

// @ts-ignore: decorator
@inline
function order(value: u32, little: bool): u32 {
  return little ? value : bswap<u32>(value);
}

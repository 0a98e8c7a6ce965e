import { CRC_UNKNOWN, NO_CHANNEL, NO_RSSI, advertisement } from './frame';
import { Interface, Link } from './layout';
import { ofInterface } from './words';

/** Length in bytes of the headers before the access address, as in `src/capture/link/{rf-header,nordic}.ts`. */
const RF_HEADER_BYTES: usize = 10;
const NORDIC_HEADER_BYTES: usize = 7;
const NORDIC_EVENT_BYTES: usize = 10;

/** Decodes the frame [at, end) of an interface; returns false if the host must decode it. */
export function frame(at: usize, end: usize, us: i64, iface: usize): bool {
  switch (ofInterface(iface, Interface.Link)) {
    case <i32>Link.Rf:
      return rf(at, end, us, iface);
    case <i32>Link.Nordic:
      return nordic(at, end, us, iface);
    case <i32>Link.Bare:
      return advertisement(at, end, NO_CHANNEL, NO_RSSI, CRC_UNKNOWN, -1, us, NaN, iface);
    default:
      return false;
  }
}

function rf(at: usize, end: usize, us: i64, iface: usize): bool {
  if (at + RF_HEADER_BYTES > end) return false;
  const flags = <i32>load<u16>(at, 8);
  const kind = (flags >> 7) & 7;
  const phy = flags >> 14;
  if (kind > 1 || phy == 2) return false;
  const rssi = flags & 0x0002 ? <i32>load<i8>(at, 1) : NO_RSSI;
  const crc = flags & 0x0400 ? (flags >> 11) & 1 : CRC_UNKNOWN;
  return advertisement(at + RF_HEADER_BYTES, end, channelIndex(load<u8>(at)), rssi, crc, phy == 3 ? -1 : phy, us, NaN, iface);
}

// @ts-ignore: decorator
@inline
function channelIndex(rf: i32): i32 {
  if (rf == 0) return 37;
  if (rf == 12) return 38;
  if (rf >= 39) return rf == 39 ? 39 : NO_CHANNEL;
  return rf < 12 ? rf - 1 : rf - 2;
}

/** Byte offset, within the state of a radio clock, of how late the host's clock was at each watched frame (`radio-clock.ts`). */
const LAGS: usize = 88;

/** Reads Nordic headers of versions 1 to 3. The radio clock is updated only if this kernel writes the frame as a row. */
function nordic(at: usize, end: usize, us: i64, iface: usize): bool {
  const clock = <usize>ofInterface(iface, Interface.Clock);
  if (clock == 0 || at + NORDIC_HEADER_BYTES + NORDIC_EVENT_BYTES > end || load<u16>(at) == 0xefbe) return false;
  const version = load<u8>(at, 3);
  const id = load<u8>(at, 6);
  if (version == 0 || version > 3 || (id != 6 && id != 2 && id != 0)) return false;
  const event = at + NORDIC_HEADER_BYTES;
  const eventBytes = <usize>load<u8>(event);
  const access = event + eventBytes;
  if (eventBytes < NORDIC_EVENT_BYTES || access + 6 > end) return false;
  const flags = <i32>load<u8>(event, 1);
  const phy = (flags >> 4) & 7;
  if (phy == 2 || (version == 3 && id != 2)) return false;
  const channel = <i32>load<u8>(event, 2);
  const knownPhy = phy > 2 ? -1 : phy;
  const raw = <f64>load<u32>(event, 6);
  const airtime = airtimeUs(knownPhy, 2 + <i32>load<u8>(access, 5));
  const radioUs = version >= 3 ? afterStamp(clock, raw) : afterDelta(clock, raw);
  const rssi = -<i32>load<u8>(event, 3);
  if (!advertisement(access, end, channel < 40 ? channel : NO_CHANNEL, rssi, flags & 1, knownPhy, us, radioUs, iface)) return false;
  count(clock, <i32>load<u16>(at, 4));
  store<f64>(clock, radioUs);
  if (version >= 3) store<f64>(clock, raw, 8);
  else store<f64>(clock, <f64>airtime, 16);
  const watched = load<f64>(clock, 48);
  if (watched < load<f64>(clock, 56)) {
    store<f64>(clock + LAGS + (<usize>watched << 3), <f64>us - radioUs);
    store<f64>(clock, watched + 1, 48);
  }
  return true;
}

/** Computes the airtime of a frame in µs on an uncoded PHY, like `airtimeUs` in `radio-clock.ts`. */
// @ts-ignore: decorator
@inline
function airtimeUs(phy: i32, pduBytes: i32): i32 {
  return phy == 1 ? 4 * (9 + pduBytes) : 8 * (8 + pduBytes);
}

// @ts-ignore: decorator
@inline
function afterDelta(clock: usize, delta: f64): f64 {
  const airtime = load<f64>(clock, 16);
  return airtime >= 0 ? load<f64>(clock) + airtime + delta : load<f64>(clock);
}

// @ts-ignore: decorator
@inline
function afterStamp(clock: usize, raw: f64): f64 {
  const last = load<f64>(clock, 8);
  if (last < 0) return raw;
  // If the stamp would be more than half the range ahead, the frame was delivered late rather than the counter having wrapped.
  return load<f64>(clock) + <f64>(<i32>(<u32>raw - <u32>last));
}

/**
 * Counts the frames that were lost before this one. It must be called before the clock is updated, because it needs the previous frame's
 * time.
 */
function count(clock: usize, counter: i32): void {
  const last = load<f64>(clock, 24);
  if (last >= 0) {
    const missing = (counter - <i32>last - 1) & 0xffff;
    if (missing > 0) {
      store<f64>(clock, load<f64>(clock, 32) + 1, 32);
      store<f64>(clock, load<f64>(clock, 40) + <f64>missing, 40);
      const listed = load<f64>(clock, 64);
      if (<f64>missing >= load<f64>(clock, 80) && listed < load<f64>(clock, 72)) {
        const place = clock + LAGS + (<usize>load<f64>(clock, 56) << 3) + (<usize>listed << 4);
        store<f64>(place, load<f64>(clock));
        store<f64>(place, <f64>missing, 8);
        store<f64>(clock, listed + 1, 64);
      }
    }
  }
  store<f64>(clock, <f64>counter, 24);
}

/**
 * Reads the events of page main threads from Chromium's trace in Perfetto's protocol buffers, which the browser writes three times as
 * fast as JSON. Field numbers: protos/perfetto/trace of Perfetto, `TracePacket` and `TrackEvent`.
 */

/** @typedef {import('./page-tasks.mjs').TraceEvent} TraceEvent */
/** @typedef {number | bigint | Uint8Array} Value a varint (bigint above 2^53), or the bytes of a field with a length or a fixed width */

const PACKET = {
  timestamp: 8,
  sequence: 10,
  event: 11,
  interned: 12,
  flags: 13,
  dropped: 42,
  clock: 58,
  defaults: 59,
  track: 60,
  clocks: 6,
  first: 87,
};
const EVENT = { name: 10, annotation: 4, type: 9, track: 11, counter: 12, literal: 23, mojo: 38 };
const TYPE = { begin: 1, end: 2 };
/** Timestamps of this clock are increments over the previous packet, in a unit that the sequence defines. */
const INCREMENTAL_CLOCK = 64;
const STATE_CLEARED = 1;
const MAIN_THREAD = 'CrRendererMain';

/** @param {Uint8Array} bytes @param {(field: number, value: Value) => void} each */
function walk(bytes, each) {
  let at = 0;
  const varint = () => {
    let [low, high, length] = [0, 0, 0];
    for (; ; length += 1) {
      const byte = bytes[at++] ?? 0;
      if (length < 4) low |= (byte & 127) << (7 * length);
      else high += (byte & 127) * 2 ** (7 * (length - 4));
      if (byte < 128) break;
    }
    // Track ids need all 64 bits.
    return high < 2 ** 25 ? low + high * 2 ** 28 : (BigInt(high) << 28n) | BigInt(low);
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const width = { 0: 0, 1: 8, 2: -1, 5: 4 }[key & 7];
    if (width === undefined) throw new Error(`expected a trace in protocol buffers, found wire type ${String(key & 7)}`);
    if (width === 0) each(key >>> 3, varint());
    else {
      const length = width < 0 ? Number(varint()) : width;
      each(key >>> 3, bytes.subarray(at, at + length));
      at += length;
    }
  }
}

/** The last value of each field. @param {Value | undefined} bytes @returns {Map<number, Value>} */
function fieldsOf(bytes) {
  const fields = new Map();
  if (bytes instanceof Uint8Array) walk(bytes, (field, value) => fields.set(field, value));
  return fields;
}

const number = (/** @type {Value | undefined} */ value) => (typeof value === 'number' ? value : 0);
const text = (/** @type {Value | undefined} */ value) => (value instanceof Uint8Array ? new TextDecoder().decode(value) : '');
/** @typedef {number | bigint | undefined} Id */
const id = (/** @type {Value | undefined} */ value) => (value instanceof Uint8Array ? undefined : value);

/** The default track of a sequence's events. @param {Value | undefined} defaults */
const ownTrack = (defaults) => id(fieldsOf(fieldsOf(defaults).get(PACKET.event)).get(EVENT.track));

/** Interned names of one sequence, by number; a cleared sequence starts a new set. */
class Names {
  /** @type {Map<number, string>} */ events = new Map();
  /** @type {Map<number, string>} */ annotations = new Map();

  /** @param {Value | undefined} interned */
  add(interned) {
    if (!(interned instanceof Uint8Array)) return;
    const lists = /** @type {Record<number, Map<number, string>>} */ ({ 2: this.events, 3: this.annotations });
    walk(interned, (field, value) => {
      const entry = lists[field] ? fieldsOf(value) : undefined;
      if (entry) lists[field]?.set(number(entry.get(1)), text(entry.get(2)));
    });
  }
}

/** Arguments of an event, decoded on first use. @param {Uint8Array} event @param {Names} names @returns {Record<string, any>} */
function argumentsOf(event, names) {
  /** @type {Record<string, any>} */
  const found = {};
  walk(event, (field, value) => {
    if (field === EVENT.annotation) annotate(found, value, names);
    if (field === EVENT.mojo) found['chrome_mojo_event_info'] = { mojo_interface_tag: text(fieldsOf(value).get(3)) };
  });
  return found;
}

/** @param {Record<string, any>} into @param {Value} annotation @param {Names} names */
function annotate(into, annotation, names) {
  if (!(annotation instanceof Uint8Array)) return;
  let name = '';
  /** @type {unknown} */
  let content;
  walk(annotation, (field, value) => {
    if (field === 1) name = names.annotations.get(number(value)) ?? '';
    else if (field === 10) name = text(value);
    else if (field >= 2 && field <= 4) content = value;
    else if (field === 5 && value instanceof Uint8Array) content = new DataView(value.buffer, value.byteOffset).getFloat64(0, true);
    else if (field === 6) content = text(value);
    else if (field === 11) annotate(/** @type {Record<string, any>} */ (content ??= {}), value, names);
  });
  into[name] = content;
}

/**
 * @param {Uint8Array} trace
 * @returns {TraceEvent[]} slices of the main threads of pages (times in µs), and the names of these threads
 */
export function eventsOf(trace) {
  /** @type {Map<number, { packets: Uint8Array[], own: Id[] }>} */
  const sequences = new Map();
  /** @type {Map<Id, { pid: number, tid: number }>} */
  const threads = new Map();
  walk(trace, (field, packet) => {
    if (field !== 1 || !(packet instanceof Uint8Array)) return;
    let [sequence, gap, first] = [0, false, false];
    /** @type {Id} */
    let own;
    // Most packets belong to other threads; only their sequence is decoded here.
    walk(packet, (part, value) => {
      if (part === PACKET.sequence) sequence = number(value);
      else if (part === PACKET.dropped) gap = true;
      else if (part === PACKET.first) first = true;
      else if (part === PACKET.defaults) own = ownTrack(value);
      else if (part === PACKET.track) {
        const track = fieldsOf(value);
        const thread = fieldsOf(track.get(4));
        if (text(thread.get(5)) === MAIN_THREAD) threads.set(id(track.get(1)), { pid: number(thread.get(1)), tid: number(thread.get(2)) });
      }
    });
    if (gap && !first) throw new Error('expected a complete trace of the browser, found one with gaps');
    const list = sequences.get(sequence) ?? { packets: [], own: [] };
    sequences.set(sequence, list);
    list.packets.push(packet);
    if (own !== undefined) list.own.push(own);
  });
  const names = [...threads.values()].map((thread) => ({ name: 'thread_name', ph: 'M', ts: 0, args: { name: MAIN_THREAD }, ...thread }));
  const wanted = [...sequences.values()].filter(({ own }) => own.some((track) => threads.has(track)));
  return [...names, ...wanted.flatMap(({ packets }) => eventsOfSequence(packets, threads))];
}

/** @param {readonly Uint8Array[]} packets of one sequence, in order @param {ReadonlyMap<Id, { pid: number, tid: number }>} threads */
function eventsOfSequence(packets, threads) {
  /** @type {TraceEvent[]} */
  const events = [];
  /** @type {{ event: TraceEvent, spent: number }[]} */
  const open = [];
  let names = new Names();
  let [now, unit, spent] = [0, 1, 0];
  /** @type {Id} */
  let own;
  for (const packet of packets) {
    const fields = fieldsOf(packet);
    if (number(fields.get(PACKET.flags)) & STATE_CLEARED) [names, spent] = [new Names(), 0];
    if (fields.has(PACKET.defaults)) own = ownTrack(fields.get(PACKET.defaults));
    const clocks = fields.get(PACKET.clocks);
    if (clocks instanceof Uint8Array)
      walk(clocks, (_, value) => {
        const clock = fieldsOf(value);
        if (number(clock.get(1)) !== INCREMENTAL_CLOCK) return;
        unit = number(clock.get(4)) / 1000;
        now = number(clock.get(2)) * unit;
      });
    const stamp = number(fields.get(PACKET.timestamp));
    // Other clocks count nanoseconds.
    const ts = fields.has(PACKET.clock) ? stamp / 1000 : (now += stamp * unit);
    names.add(fields.get(PACKET.interned));
    const bytes = fields.get(PACKET.event);
    const thread = threads.get(own);
    if (!thread || !(bytes instanceof Uint8Array)) continue;
    const event = fieldsOf(bytes);
    spent += number(event.get(EVENT.counter));
    if (event.has(EVENT.track)) continue;
    const type = number(event.get(EVENT.type));
    if (type === TYPE.end) {
      const last = open.pop();
      if (last) Object.assign(last.event, { dur: ts - last.event.ts, tdur: spent - last.spent });
    } else if (type === TYPE.begin) {
      const known = names;
      const name = event.has(EVENT.literal) ? text(event.get(EVENT.literal)) : (names.events.get(number(event.get(EVENT.name))) ?? '');
      const read = { name, ph: 'X', ts, ...thread, get args() { return argumentsOf(bytes, known); } }; // prettier-ignore
      events.push(read);
      open.push({ event: read, spent });
    }
  }
  // Slices that were open when the trace ended have no length.
  return events.filter(({ dur }) => dur !== undefined);
}

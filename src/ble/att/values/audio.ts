import { formatAddress } from '../../address.ts';
import { byteText } from '../../ad/byte-text.ts';
import { codecName, FRAME_US, SAMPLING } from '../../audio-announcement.ts';
import { unsigned } from '../../octet-fields.ts';
import { BITS, bitsText } from './words.ts';

/**
 * Values of LE Audio: Audio Stream Control Service 1.0 (3 and 4), Published Audio Capabilities Service 1.0 (3.1), Broadcast Audio Scan
 * Service 1.0 (3.1 and 3.2); codes of Assigned Numbers 6.12. Configurations of codecs other than LC3 are shown as octets.
 */
export interface AudioValue {
  /** State of an endpoint, or opcode of a control point. */
  readonly number?: number;
  readonly text: string;
}

const ASE_STATES = ['idle', 'codec configured', 'QoS configured', 'enabling', 'streaming', 'disabling', 'releasing'];
const ASE_OPERATIONS = [
  ...['', 'configure codec', 'configure QoS', 'enable', 'receiver start ready', 'disable', 'receiver stop ready'],
  ...['update metadata', 'release'],
];
const ASE_RESPONSES = [
  ...['success', 'opcode not supported', 'invalid length', 'invalid ASE', 'invalid transition of the state', 'invalid direction'],
  ...['capability not supported', 'configuration not supported', 'configuration rejected', 'configuration invalid'],
  ...['metadata not supported', 'metadata rejected', 'metadata invalid', 'insufficient resources', 'unspecified error'],
];
const LATENCIES = ['', 'low latency', 'balanced latency and reliability', 'high reliability'];
const PHYS = ['', '1M', '2M', 'CODED'];
const PHY_BITS = ['1M', '2M', 'CODED'];
const SCAN_OPERATIONS = [
  ...['remote scan stopped', 'remote scan started', 'add source', 'modify source', 'set broadcast code', 'remove source'],
];
const TRAIN_REQUESTS = ['no synchronisation', 'synchronise, transfer available', 'synchronise, no transfer'];
const TRAIN_STATES = ['not synchronised', 'asks for a transfer', 'synchronised', 'synchronisation failed', 'no transfer came'];
const ENCRYPTIONS = ['not encrypted', 'needs the broadcast code', 'decrypting', 'wrong broadcast code'];
const LC3 = 6;
const BAD_CODE = 3;
const SET_CODE = 4;
const BROADCAST_CODE_BYTES = 16;

/** Adds words to a list and returns the number of the value, if it has one. */
type Decoder = (octets: Octets, words: string[]) => number | undefined;
/** Decoders by UUID. The first that reads exactly all octets is used: control points notify another format than the one written to them. */
const DECODERS: Readonly<Record<string, readonly Decoder[]>> = {
  '2BC4': [endpoint],
  '2BC5': [endpoint],
  '2BC6': [endpointOperation, endpointResponse],
  '2BC7': [scanOperation],
  '2BC8': [receiveState],
  '2BC9': [capabilities],
  '2BCB': [capabilities],
};
const decoders = new Map(Object.entries(DECODERS));
export const audioTypes = (): string[] => [...decoders.keys()];
export const isAudio = (uuid: string): boolean => decoders.has(uuid);

/** Decodes a value in bytes [at, end). Undefined for other types, and for values that do not fit theirs. */
export function audioValue(uuid: string, bytes: Uint8Array, at: number, end: number): AudioValue | undefined {
  for (const decode of decoders.get(uuid) ?? []) {
    const octets = new Octets(bytes, at, end);
    const words: string[] = [];
    const number = decode(octets, words);
    if (octets.fits) return { ...(number !== undefined && { number }), text: words.join(', ') };
  }
  return undefined;
}

/** The octets of a value, read from the front. A read past the end returns 0 and marks the value as one that does not fit its type. */
class Octets {
  private enough = true;

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
    private readonly end: number,
  ) {}

  get left(): number {
    return this.end - this.at;
  }

  /** Whether exactly all octets were read. */
  get fits(): boolean {
    return this.enough && this.left === 0;
  }

  get isShort(): boolean {
    return !this.enough;
  }

  number(count: number): number {
    const at = this.take(count);
    return at < 0 ? 0 : unsigned(this.bytes, at, count);
  }

  hex(count = this.left): string {
    const at = this.take(count);
    return at < 0 ? '' : `0x${[...this.bytes.subarray(at, at + count)].map(byteText).join('')}`;
  }

  address(): string {
    const at = this.take(6);
    return at < 0 ? '' : formatAddress(this.bytes, at);
  }

  /** Returns the next octets as a part of their own. */
  part(count: number): Octets {
    const at = this.take(count);
    return at < 0 ? new Octets(this.bytes, this.end, this.end) : new Octets(this.bytes, at, at + count);
  }

  /** Marks the value as one that does not fit its type, because the octets contradict it. */
  spoil(): void {
    this.enough = false;
  }

  private take(count: number): number {
    const { at } = this;
    if (count > this.left) {
      this.enough = false;
      this.at = this.end;
      return -1;
    }
    this.at += count;
    return at;
  }
}

const named = (names: readonly string[], code: number, what: string): string => names[code] || `${what} ${String(code)}`;

function endpoint(octets: Octets, words: string[]): number {
  words.push(`ASE ${String(octets.number(1))}`);
  const state = octets.number(1);
  words.push(named(ASE_STATES, state, 'state'));
  if (state === 1) {
    words.push(
      named(['unframed supported', 'framed only'], octets.number(1), 'framing'),
      `preferred PHYs ${bitsText(octets.number(1), PHY_BITS)}`,
      `retransmissions ${String(octets.number(1))}`,
    );
    words.push(`transport latency up to ${String(octets.number(2))} ms`);
    words.push(`presentation delay ${range(octets)}`, `preferred presentation delay ${range(octets)}`);
    codec(octets, words, CONFIGURATION);
  } else if (state === 2) quality(octets, words);
  else if (state >= 3 && state <= 5) {
    group(octets, words);
    metadata(octets, words);
  }
  return state;
}

const framing = (octets: Octets): string[] => [named(['unframed', 'framed'], octets.number(1), 'framing')];
const range = (octets: Octets): string => `${String(octets.number(3))} to ${String(octets.number(3))} µs`;

function group(octets: Octets, words: string[]): void {
  words.push(`CIG ${String(octets.number(1))}`, `CIS ${String(octets.number(1))}`);
}

function quality(octets: Octets, words: string[]): void {
  group(octets, words);
  words.push(`SDU interval ${String(octets.number(3))} µs`, ...framing(octets), `PHYs ${bitsText(octets.number(1), PHY_BITS)}`);
  words.push(`SDU up to ${String(octets.number(2))} octets`, `retransmissions ${String(octets.number(1))}`);
  words.push(`transport latency up to ${String(octets.number(2))} ms`, `presentation delay ${String(octets.number(3))} µs`);
}

/** Decodes what a client writes. */
function endpointOperation(octets: Octets, words: string[]): number {
  const operation = octets.number(1);
  if (!ASE_OPERATIONS[operation]) octets.spoil();
  words.push(named(ASE_OPERATIONS, operation, 'operation'));
  for (let left = octets.number(1); left > 0 && !octets.isShort; left--) {
    const id = octets.number(1);
    // No endpoint has the number 0.
    if (id === 0) octets.spoil();
    words.push(`ASE ${String(id)}`);
    if (operation === 1) {
      words.push(named(LATENCIES, octets.number(1), 'target latency'), `target PHY ${named(PHYS, octets.number(1), 'code')}`);
      codec(octets, words, CONFIGURATION);
    } else if (operation === 2) quality(octets, words);
    else if (operation === 3 || operation === 7) metadata(octets, words);
  }
  return operation;
}

/** Decodes what a server notifies about an operation. Its number of endpoints is 255 if the server could not read the operation. */
function endpointResponse(octets: Octets, words: string[]): number {
  const operation = octets.number(1);
  words.push(`answer to ${named(ASE_OPERATIONS, operation, 'operation')}`);
  const count = octets.number(1);
  for (let left = count === 255 ? 1 : count; left > 0 && !octets.isShort; left--) {
    words.push(`ASE ${String(octets.number(1))}`, named(ASE_RESPONSES, octets.number(1), 'response'));
    const reason = octets.number(1);
    if (reason !== 0) words.push(`reason ${String(reason)}`);
  }
  return operation;
}

function capabilities(octets: Octets, words: string[]): undefined {
  const count = octets.number(1);
  if (count === 0) words.push('no records');
  for (let left = count; left > 0 && !octets.isShort; left--) {
    codec(octets, words, CAPABILITIES);
    metadata(octets, words);
  }
}

function scanOperation(octets: Octets, words: string[]): number {
  const operation = octets.number(1);
  words.push(named(SCAN_OPERATIONS, operation, 'operation'));
  if (operation >= 3 && operation <= 5) words.push(`source ${String(octets.number(1))}`);
  if (operation === 2) broadcaster(octets, words);
  if (operation === 2 || operation === 3) {
    words.push(named(TRAIN_REQUESTS, octets.number(1), 'train request'));
    const interval = octets.number(2);
    words.push(`periodic interval ${interval === 0xffff ? 'not known' : `${String(interval * 1.25)} ms`}`);
    subgroups(octets, words);
  }
  // The Broadcast_Code is a key, so it is not shown.
  if (operation === SET_CODE) octets.part(BROADCAST_CODE_BYTES);
  return operation;
}

function broadcaster(octets: Octets, words: string[]): void {
  const random = octets.number(1) === 1;
  words.push(`address ${octets.address()} (${random ? 'random' : 'public'})`, `SID ${String(octets.number(1))}`);
  words.push(`broadcast 0x${octets.number(3).toString(16).toUpperCase().padStart(6, '0')}`);
}

function receiveState(octets: Octets, words: string[]): undefined {
  if (octets.left === 0) return void words.push('no source');
  words.push(`source ${String(octets.number(1))}`);
  broadcaster(octets, words);
  words.push(named(TRAIN_STATES, octets.number(1), 'train state'));
  const encryption = octets.number(1);
  words.push(named(ENCRYPTIONS, encryption, 'encryption'));
  if (encryption === BAD_CODE) octets.part(BROADCAST_CODE_BYTES);
  subgroups(octets, words);
}

function subgroups(octets: Octets, words: string[]): void {
  for (let left = octets.number(1); left > 0 && !octets.isShort; left--) {
    const streams = octets.number(4);
    const list = Array.from({ length: 31 }, (_, i) => i).filter((i) => Math.floor(streams / 2 ** i) % 2 === 1);
    const text = streams === 0xffffffff ? 'no preference or failed' : list.map((i) => String(i + 1)).join(' and ') || 'none';
    words.push(`BIS ${text}`);
    metadata(octets, words);
  }
}

/** Name and number of octets of an entry's value, and a function that puts the value in words. */
type Entry = readonly [name: string, octets: number, words: (octets: Octets) => string];
type Entries = Readonly<Record<number, Entry>>;

const kilohertz = (hertz: number | undefined): string => (hertz === undefined ? 'not assigned' : `${String(hertz / 1000)} kHz`);
const milliseconds = (us: number | undefined): string => (us === undefined ? 'not assigned' : `${String(us / 1000)} ms`);
const RATES = SAMPLING.map((hertz) => kilohertz(hertz));
const DURATIONS = [...FRAME_US.map((us) => milliseconds(us)), '', '', '7.5 ms preferred', '10 ms preferred'];
const COUNTS = Array.from({ length: 8 }, (_, i) => String(i + 1));

const CONFIGURATION: Entries = {
  1: ['sampling frequency', 1, (octets) => kilohertz(SAMPLING[octets.number(1) - 1])],
  2: ['frame duration', 1, (octets) => milliseconds(FRAME_US[octets.number(1)])],
  3: ['channels', 4, (octets) => bitsText(octets.number(4), BITS.audio_locations.split('|'))],
  4: ['octets per frame', 2, (octets) => String(octets.number(2))],
  5: ['frames per SDU', 1, (octets) => String(octets.number(1))],
};
const CAPABILITIES: Entries = {
  1: ['sampling frequencies', 2, (octets) => bitsText(octets.number(2), RATES)],
  2: ['frame durations', 1, (octets) => bitsText(octets.number(1), DURATIONS)],
  3: ['channel counts', 1, (octets) => bitsText(octets.number(1), COUNTS)],
  4: ['octets per frame', 4, (octets) => `${String(octets.number(2))} to ${String(octets.number(2))}`],
  5: ['most frames per SDU', 1, (octets) => String(octets.number(1))],
};
const contexts = (octets: Octets): string => bitsText(octets.number(2), BITS.audio_contexts.split('|'));
const METADATA: Entries = {
  1: ['preferred contexts', 2, contexts],
  2: ['streaming contexts', 2, contexts],
  4: ['language', 3, language],
};

/** Reads a language as an ISO 639-3 code. */
function language(octets: Octets): string {
  const text = String.fromCharCode(octets.number(1), octets.number(1), octets.number(1));
  return /^[a-z]+$/.test(text) ? text : 'not valid';
}

function codec(octets: Octets, words: string[], known: Entries): void {
  const id = { format: octets.number(1), company: octets.number(2), vendorCodec: octets.number(2) };
  words.push(`codec ${codecName(id)}`);
  if (id.format === LC3) return entries(octets, words, 'configuration', known);
  const length = octets.number(1);
  if (length > 0) words.push(`configuration ${octets.hex(length)}`);
}

const metadata = (octets: Octets, words: string[]): void => entries(octets, words, 'metadata', METADATA);

/** Reads a length, then entries of a length, a type and a value. */
function entries(octets: Octets, words: string[], what: string, known: Entries): void {
  const list = octets.part(octets.number(1));
  while (list.left > 0) {
    const entry = list.part(list.number(1));
    if (entry.left === 0) continue;
    const type = entry.number(1);
    const [name, length, say] = known[type] ?? [];
    const fits = length === entry.left && say !== undefined;
    words.push(fits ? `${name ?? ''} ${say(entry)}` : `${name ?? `${what} ${String(type)}`} ${entry.hex() || 'empty'}`);
  }
  if (list.isShort) octets.spoil();
}

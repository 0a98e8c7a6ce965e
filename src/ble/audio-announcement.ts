/**
 * Basic Audio Announcement (BASE), service data 1851 of periodic advertising: describes the audio in each stream of a BIG. Basic Audio
 * Profile 1.0.1, 3.7.2.2; codes of Assigned Numbers 6.12.
 */
import type { FieldReader } from './ad/field-reader.ts';
import { hex } from './ad/field-reader.ts';

/** The audio in one stream. Configuration values of the stream replace those of its subgroup. */
export interface AudioStream {
  /** Number of the BIS, counted from 1. */
  readonly bis: number;
  /** Number of the subgroup, counted from 0. */
  readonly subgroup: number;
  readonly codec: Codec;
  readonly presentationDelayUs: number;
  readonly configuration: CodecConfiguration;
  readonly metadata: AudioMetadata;
}

export interface Codec {
  /** Assigned number of the coding format; 255 for a vendor's own codec. */
  readonly format: number;
  readonly company: number;
  readonly vendorCodec: number;
}

/** A member is undefined if the announcement omits it or its code is not assigned. */
export interface CodecConfiguration {
  samplingHz?: number | undefined;
  frameUs?: number | undefined;
  /** Bit mask of audio locations. */
  channels?: number | undefined;
  frameOctets?: number | undefined;
  framesPerSdu?: number | undefined;
}

export interface AudioMetadata {
  preferredContexts?: number;
  streamingContexts?: number;
  programInfo?: string;
  /** Language as an ISO 639-3 code. */
  language?: string;
}

/** Coding formats of HCI; Assigned Numbers 2.11. */
const CODECS: Readonly<Record<number, string>> = { 0: 'µ-law', 1: 'A-law', 2: 'CVSD', 3: 'Transparent', 4: 'PCM', 5: 'mSBC', 6: 'LC3', 7: 'G.729A' }; // prettier-ignore
const VENDOR = 0xff;
const CODEC_BYTES = 5;

/** Returns the name of a codec; a vendor's own codec is described by its company and number. */
export const codecName = ({ format, company, vendorCodec }: Codec): string =>
  format === VENDOR ? `company ${String(company)}, codec ${String(vendorCodec)}` : (CODECS[format] ?? `coding format ${String(format)}`);

/** Sampling frequencies in Hz by code, from 1. */
export const SAMPLING = [8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000, 384_000];
/** Durations of a frame by code. */
export const FRAME_US = [7500, 10_000];
const decoder = new TextDecoder();

/** Configuration values by type: name and number of octets. Values are little-endian numbers. */
const CONFIGURATION: Readonly<Record<number, readonly [name: string, octets: number]>> = {
  1: ['sampling frequency', 1],
  2: ['frame duration', 1],
  3: ['channel allocation', 4],
  4: ['octets per frame', 2],
  5: ['frames per SDU', 1],
};
const METADATA: Readonly<Record<number, string>> = {
  1: 'preferred audio contexts',
  2: 'streaming audio contexts',
  3: 'program info',
  4: 'language',
  5: 'content control ids',
  6: 'parental rating',
  7: 'program info URI',
  8: 'audio active state',
  9: 'immediate rendering',
  10: 'assisted listening stream',
  11: 'broadcast name',
  254: 'extended metadata',
  255: 'vendor metadata',
};
const TEXTS: ReadonlySet<number> = new Set([3, 4, 7, 11]);

/**
 * Reads the announcement, which follows the service UUID, and adds every value to `reader`. Returns one entry per stream; a truncated
 * announcement gives those that begin before its end.
 */
export function readBasicAudio(reader: FieldReader): AudioStream[] {
  const streams: AudioStream[] = [];
  const presentationDelayUs = reader.u24('presentation delay', undefined, { unit: 'µs' });
  const subgroups = reader.u8('subgroups');
  for (let subgroup = 0; subgroup < subgroups && reader.left > 0; subgroup++) {
    const count = reader.u8('streams of the subgroup');
    const codec = readCodec(reader);
    if (codec === undefined) break;
    const shared = readConfiguration(reader);
    const metadata = readMetadata(reader);
    for (let i = 0; i < count && reader.left > 0; i++) {
      const bis = reader.u8('BIS');
      const own = readConfiguration(reader);
      streams.push({ bis, subgroup, codec, presentationDelayUs, configuration: { ...shared, ...own }, metadata });
    }
  }
  return streams;
}

function readCodec(reader: FieldReader): Codec | undefined {
  const at = reader.take('codec', CODEC_BYTES);
  if (at < 0) return undefined;
  const octet = (i: number): number => reader.bytes[at + i] ?? 0;
  const codec = { format: octet(0), company: octet(1) | (octet(2) << 8), vendorCodec: octet(3) | (octet(4) << 8) };
  reader.over('codec', codecName(codec), at, at + CODEC_BYTES);
  return codec;
}

function readConfiguration(reader: FieldReader): CodecConfiguration {
  const found: CodecConfiguration = {};
  entries(reader, 'codec configuration', (type, octets) => {
    const [name, expected] = CONFIGURATION[type] ?? [];
    if (name === undefined || octets !== expected) return void reader.hex(name ?? `configuration ${String(type)}`);
    const value = octets === 4 ? reader.u32(name) : octets === 2 ? reader.u16(name) : reader.u8(name);
    if (type === 1) found.samplingHz = SAMPLING[value - 1];
    else if (type === 2) found.frameUs = FRAME_US[value];
    else if (type === 3) found.channels = value;
    else if (type === 4) found.frameOctets = value;
    else found.framesPerSdu = value;
  });
  return found;
}

function readMetadata(reader: FieldReader): AudioMetadata {
  const found: AudioMetadata = {};
  entries(reader, 'metadata', (type, octets) => {
    const name = METADATA[type] ?? `metadata ${String(type)}`;
    if ((type === 1 || type === 2) && octets === 2) {
      const contexts = reader.u16(name);
      if (type === 1) found.preferredContexts = contexts;
      else found.streamingContexts = contexts;
      return;
    }
    if (!TEXTS.has(type)) return void reader.hex(name);
    const { offset, end } = reader;
    const text = decoder.decode(reader.bytes.subarray(offset, end));
    reader.take(name, octets);
    reader.over(name, text, offset, end);
    if (type === 3) found.programInfo = text;
    else if (type === 4) found.language = text;
  });
  return found;
}

/** Reads a length, then that many octets of entries. Each entry is a length, a type and a value. */
function entries(reader: FieldReader, name: string, read: (type: number, octets: number) => void): void {
  const length = reader.u8(`${name} length`);
  if (length === 0) return;
  reader.within(name, length, () => {
    while (reader.left > 0) {
      const octets = reader.u8(`${name} entry length`);
      if (octets === 0) continue;
      reader.within(`${name} entry`, octets, () => {
        const type = reader.u8(`${name} type`);
        read(type, reader.left);
      });
    }
  });
}

/** Formats the Broadcast_ID of service data 1852 in hex, most significant octet first. */
export const broadcastId = (bytes: Uint8Array, at: number): string =>
  hex(Uint8Array.of(bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0));

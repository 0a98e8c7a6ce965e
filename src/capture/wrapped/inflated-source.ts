import { WorkbenchError } from '../../base/failure.ts';
import { WINDOW_BYTES } from '../decoder.ts';
import type { ByteSource } from '../decoder.ts';
import { checkContent } from './content-limit.ts';

/** Decompression in pieces: `push` may call back any number of times before it returns, and throws on damage. */
export interface Inflater {
  push(chunk: Uint8Array, final: boolean): void;
}
export type CreateInflater = (onData: (chunk: Uint8Array) => void) => Inflater;

/**
 * Deflate can make a thousand bytes of one. Input goes in small pieces, so that one push stays within memory (the first
 * ones smaller still: most archives are only looked into).
 */
const FIRST_PIECE_BYTES = 1024;
const PIECE_BYTES = 16 * 1024;
const MOST_BYTES = 16 * 1024 * 1024 * 1024;
/** For formats that need random access: held in memory up to this. */
const MOST_HELD_BYTES = 256 * 1024 * 1024;

export interface Compressed {
  readonly file_name: string;
  /** Compressed bytes from the start; may be asked for more than once. */
  chunks(): AsyncIterable<Uint8Array>;
  readonly create: CreateInflater;
  /** Most bytes per push, for codecs that can make more of a byte than deflate does. */
  readonly piece_bytes?: number;
  /** Bytes of content that the wrapper announces. */
  readonly content_bytes?: number;
  /** What the wrapper is called in messages. */
  readonly wrapper: string;
}

/** The inside of a gzip, Zstandard or zip file as a source of its own. */
export class InflatedSource implements ByteSource {
  readonly size = null;
  /** Compressed bytes read so far, and what they gave. */
  taken = 0;
  given = 0;
  private held: { readonly bytes: Uint8Array; readonly whole: boolean } | null = null;

  constructor(
    private readonly compressed: Compressed,
    /** Called once when the compressed stream ends too early or is damaged, after everything before has been read. */
    private readonly onDamage: (offset: number, message: string) => void,
  ) {}

  get file_name(): string {
    return this.compressed.file_name;
  }

  async *windows(): AsyncGenerator<Uint8Array> {
    let parts: Uint8Array[] = [];
    let waiting = 0;
    for await (const piece of this.inflate(this.onDamage)) {
      for (let at = 0; at < piece.length; at += WINDOW_BYTES) {
        const part = piece.subarray(at, at + WINDOW_BYTES);
        if (waiting + part.length > WINDOW_BYTES) {
          yield concat(parts, waiting);
          parts = [];
          waiting = 0;
        }
        parts.push(part);
        waiting += part.length;
      }
    }
    if (waiting > 0) yield concat(parts, waiting);
  }

  async bytes(start: number, end: number): Promise<Uint8Array> {
    if (this.held === null || (!this.held.whole && end > this.held.bytes.length)) this.held = await this.hold(end);
    return this.held.bytes.subarray(start, end);
  }

  async length(): Promise<number> {
    if (this.held?.whole !== true) this.held = await this.hold(Infinity);
    return this.held.bytes.length;
  }

  /** The first `end` bytes, or everything: a format that asks twice will ask again. */
  private async hold(end: number): Promise<{ bytes: Uint8Array; whole: boolean }> {
    const limit = this.held === null ? end : Infinity;
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const piece of this.inflate(() => undefined)) {
      parts.push(piece);
      length += piece.length;
      if (length >= limit) return { bytes: concat(parts, length), whole: false };
      if (length > MOST_HELD_BYTES) {
        const most = String(MOST_HELD_BYTES / 1024 / 1024);
        throw new WorkbenchError(
          'TOO_LARGE',
          `expected at most ${most} MiB inside ${this.compressed.wrapper} for a format that is read out of order; unpack the file first`,
        );
      }
    }
    return { bytes: concat(parts, length), whole: true };
  }

  private async *inflate(onDamage: (offset: number, message: string) => void): AsyncGenerator<Uint8Array> {
    const { wrapper } = this.compressed;
    let ready: Uint8Array[] = [];
    this.taken = 0;
    this.given = 0;
    const inflater = this.compressed.create((chunk) => {
      if (chunk.length > 0) ready.push(chunk);
    });
    /** Pushes one piece; returns what is wrong with the stream, if anything. */
    const push = (piece: Uint8Array, final: boolean): string | null => {
      try {
        inflater.push(piece, final);
        return null;
      } catch (error) {
        return error instanceof Error ? error.message : String(error);
      }
    };
    const { piece_bytes: most = PIECE_BYTES } = this.compressed;
    let damage: string | null = null;
    for await (const chunk of this.compressed.chunks()) {
      for (let at = 0; at < chunk.length && damage === null;) {
        const piece = chunk.subarray(at, at + Math.min(most, Math.max(FIRST_PIECE_BYTES, this.taken)));
        at += piece.length;
        this.taken += piece.length;
        damage = push(piece, false);
        for (const out of ready) {
          this.given += out.length;
          yield out;
        }
        ready = [];
        checkContent(wrapper, this.given, this.taken, MOST_BYTES);
      }
      if (damage !== null) break;
    }
    damage ??= push(new Uint8Array(0), true);
    for (const out of ready) {
      this.given += out.length;
      yield out;
    }
    const { content_bytes } = this.compressed;
    if (damage === null && content_bytes !== undefined && this.given !== content_bytes) damage = `expected ${String(content_bytes)}`;
    if (damage === null) return;
    const { given } = this;
    if (given === 0) throw new WorkbenchError('UNREADABLE_FILE', `expected data inside ${wrapper}, found a damaged stream (${damage})`);
    onDamage(given, `${wrapper} is damaged or cut after ${String(given)} bytes of content (${damage})`);
  }
}

function concat(parts: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  const whole = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** A part of a file on disk: what another thread needs to read the same bytes. */
export interface DiskPart {
  readonly path: string;
  /** Range of the part in the file, `end` exclusive; the whole file if it is not a part. */
  readonly start: number;
  readonly end: number;
  /** Modification time of the file when it was chosen, in ms since 1970. */
  readonly modified_ms: number;
}

/** A piece of a file: a part of a file on disk, or bytes in memory. */
export type Piece = DiskPart | Blob;

/** Reads the bytes of a part of a file. If the file changed since it was chosen, rejects with `NotReadableError`, as browsers do. */
async function read({ path, start, end, modified_ms }: DiskPart): Promise<Uint8Array<ArrayBuffer>> {
  const unreadable = (why: string): DOMException => new DOMException(`the file could not be read: ${why}`, 'NotReadableError');
  const file = await open(path, 'r').catch((error: unknown) => {
    throw unreadable(reasonOf(error));
  });
  try {
    if ((await file.stat()).mtimeMs !== modified_ms) throw unreadable('it was changed while it was read');
    const bytes = new Uint8Array(end - start);
    for (let at = 0; at < bytes.length;) {
      const { bytesRead } = await file.read(bytes, at, bytes.length - at, start + at);
      if (bytesRead === 0) throw unreadable('it became shorter after it was chosen');
      at += bytesRead;
    }
    return bytes;
  } finally {
    await file.close();
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const sizeOf = (piece: Piece): number => (piece instanceof Blob ? piece.size : piece.end - piece.start);
const sizeOfAll = (pieces: readonly Piece[]): number => pieces.reduce((sum, piece) => sum + sizeOf(piece), 0);

/** Returns the range [start, end) of joined pieces; negative positions count from the end, as in `Blob.slice`. */
function sliced(pieces: readonly Piece[], start = 0, end = Infinity): Piece[] {
  const size = sizeOfAll(pieces);
  const place = (at: number): number => (at < 0 ? Math.max(0, size + at) : Math.min(at, size));
  const [from, to] = [place(start), place(end)];
  let at = 0;
  return pieces.flatMap((piece) => {
    const first = Math.max(0, from - at);
    const last = Math.min(sizeOf(piece), to - at);
    at += sizeOf(piece);
    if (first >= last) return [];
    return [piece instanceof Blob ? piece.slice(first, last) : { ...piece, start: piece.start + first, end: piece.start + last }];
  });
}

async function readAll(pieces: readonly Piece[]): Promise<ArrayBuffer> {
  const parts = await Promise.all(
    pieces.map(async (piece) => (piece instanceof Blob ? new Uint8Array(await piece.arrayBuffer()) : read(piece))),
  );
  if (parts.length === 1) return parts[0]!.buffer;
  const bytes = new Uint8Array(sizeOfAll(pieces));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes.buffer;
}

const WINDOW_BYTES = 1024 * 1024;

function streamed(pieces: readonly Piece[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  const size = sizeOfAll(pieces);
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      const end = Math.min(at + WINDOW_BYTES, size);
      if (end > at) controller.enqueue(new Uint8Array(await readAll(sliced(pieces, at, end))));
      at = end;
      if (at === size) controller.close();
    },
  });
}

/** A `Blob` whose bytes are parts of files on disk. */
class DiskBlob extends Blob {
  constructor(readonly pieces: readonly Piece[]) {
    super();
  }
  override get size(): number {
    return sizeOfAll(this.pieces);
  }
  override slice(start?: number, end?: number): Blob {
    return new DiskBlob(sliced(this.pieces, start, end));
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return readAll(this.pieces);
  }
  override async text(): Promise<string> {
    return new TextDecoder().decode(await readAll(this.pieces));
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return streamed(this.pieces);
  }
}

/** A `File` whose bytes are on disk, in one file or joined from pieces. The bytes are read when they are requested. */
export class DiskFile extends File {
  constructor(
    readonly pieces: readonly Piece[],
    name: string,
    lastModified?: number,
  ) {
    super([], name, { lastModified: lastModified ?? 0 });
  }

  /** Opens a file. @throws the error of the system if it is missing or is a folder */
  static async at(path: string): Promise<DiskFile> {
    const found = await stat(path);
    if (found.isDirectory()) throw new Error('it is a folder');
    return new DiskFile([{ path, start: 0, end: found.size, modified_ms: found.mtimeMs }], basename(path), found.mtimeMs);
  }

  /** Joins pieces to a file, like `new File`, but without reading those on disk. */
  static joined(name: string, pieces: readonly Blob[]): DiskFile {
    return new DiskFile(
      pieces.flatMap((piece) => (piece instanceof DiskFile || piece instanceof DiskBlob ? piece.pieces : [piece])),
      name,
    );
  }

  override get size(): number {
    return sizeOfAll(this.pieces);
  }
  override slice(start?: number, end?: number): Blob {
    return new DiskBlob(sliced(this.pieces, start, end));
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return readAll(this.pieces);
  }
  override async text(): Promise<string> {
    return new TextDecoder().decode(await readAll(this.pieces));
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return streamed(this.pieces);
  }
}

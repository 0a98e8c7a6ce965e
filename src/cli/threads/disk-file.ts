import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';

/** What a thread needs to read the same bytes. */
export interface DiskPart {
  readonly path: string;
  /** Offsets of the part in the file; all of it for a whole file. */
  readonly start: number;
  readonly end: number;
  /** Modification time when the file was chosen, ms since 1970. */
  readonly modified_ms: number;
}

/**
 * Bytes of a file on disk, read when they are asked for. A file that changed since it was chosen rejects with `NotReadableError`,
 * as in a browser.
 */
async function read({ path, start, end, modified_ms }: DiskPart): Promise<ArrayBuffer> {
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
    return bytes.buffer;
  } finally {
    await file.close();
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The part [start, end) of a part, with the rules of `Blob.slice`. */
function sliced(part: DiskPart, start = 0, end = Infinity): DiskPart {
  const size = part.end - part.start;
  const place = (at: number): number => part.start + (at < 0 ? Math.max(0, size + at) : Math.min(at, size));
  return { ...part, start: place(start), end: Math.max(place(start), place(end)) };
}

const WINDOW_BYTES = 1024 * 1024;

function streamed(part: DiskPart): ReadableStream<Uint8Array<ArrayBuffer>> {
  let at = part.start;
  return new ReadableStream({
    async pull(controller) {
      const end = Math.min(at + WINDOW_BYTES, part.end);
      if (end > at) controller.enqueue(new Uint8Array(await read({ ...part, start: at, end })));
      at = end;
      if (at === part.end) controller.close();
    },
  });
}

/** A part of a file on disk. */
class DiskBlob extends Blob {
  constructor(private readonly part: DiskPart) {
    super();
  }
  override get size(): number {
    return this.part.end - this.part.start;
  }
  override slice(start?: number, end?: number): Blob {
    return new DiskBlob(sliced(this.part, start, end));
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return read(this.part);
  }
  override async text(): Promise<string> {
    return new TextDecoder().decode(await read(this.part));
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return streamed(this.part);
  }
}

/** A file on disk as the core takes it: nothing is read before it is asked for. */
export class DiskFile extends File {
  constructor(readonly part: DiskPart) {
    super([], basename(part.path), { lastModified: part.modified_ms });
  }

  /** @throws the error of the system where there is no such file, or where it is a folder */
  static async at(path: string): Promise<DiskFile> {
    const found = await stat(path);
    if (found.isDirectory()) throw new Error('it is a folder');
    return new DiskFile({ path, start: 0, end: found.size, modified_ms: found.mtimeMs });
  }

  override get size(): number {
    return this.part.end;
  }
  override slice(start?: number, end?: number): Blob {
    return new DiskBlob(sliced(this.part, start, end));
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return read(this.part);
  }
  override async text(): Promise<string> {
    return new TextDecoder().decode(await read(this.part));
  }
  override stream(): ReadableStream<Uint8Array<ArrayBuffer>> {
    return streamed(this.part);
  }
}

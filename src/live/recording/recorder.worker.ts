/**
 * Requests to this worker, which writes one recording to the origin's private file system. It is a worker of its own, because a flush
 * blocks its thread until the bytes are on disk. Flushed bytes survive a crash.
 */
export type RecorderRequest =
  | { readonly kind: 'open'; readonly folder: string; readonly file: string }
  | { readonly kind: 'append'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'read' }
  | { readonly kind: 'close' };

export type RecorderReply = { readonly bytes: Uint8Array<ArrayBuffer> | null } | { readonly error: string };

/** The part of `FileSystemSyncAccessHandle` that this worker uses, because TypeScript's DOM types lack it. */
interface SyncFile {
  write(bytes: Uint8Array, options: { at: number }): number;
  read(bytes: Uint8Array, options: { at: number }): number;
  getSize(): number;
  truncate(size: number): void;
  flush(): void;
  close(): void;
}

let file: SyncFile | null = null;

async function answer(request: RecorderRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  if (request.kind === 'open') {
    const root = await navigator.storage.getDirectory();
    const folder = await root.getDirectoryHandle(request.folder, { create: true });
    const handle = await folder.getFileHandle(request.file, { create: true });
    file = await (handle as unknown as { createSyncAccessHandle(): Promise<SyncFile> }).createSyncAccessHandle();
    return null;
  }
  if (request.kind === 'close') {
    file?.close();
    file = null;
    return null;
  }
  if (file === null) throw new Error('the recording is not open');
  switch (request.kind) {
    case 'append': {
      const { bytes } = request;
      const at = file.getSize();
      try {
        const written = file.write(bytes, { at });
        // Chromium returns 2^32 − 8 instead of throwing if there is no space, so compare the number.
        if (written !== bytes.length) throw new Error('the disk or the share of this site is full');
        file.flush();
      } catch (error) {
        // Cut off a part of an entry, because everything after it would be unreadable.
        file.truncate(at);
        throw error;
      }
      return null;
    }
    case 'read': {
      const bytes = new Uint8Array(file.getSize());
      file.read(bytes, { at: 0 });
      return bytes;
    }
  }
}

/** Runs requests one after another, in the order in which they arrive. */
let last: Promise<void> = Promise.resolve();

addEventListener('message', ({ data }: MessageEvent<RecorderRequest>) => {
  last = last.then(async () => {
    let reply: RecorderReply;
    try {
      reply = { bytes: await answer(data) };
    } catch (error) {
      reply = { error: error instanceof Error ? error.message : String(error) };
    }
    postMessage(reply);
  });
});

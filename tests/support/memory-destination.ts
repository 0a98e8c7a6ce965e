import type { ChooseDestination } from '../../src/export/destination.ts';

export type MemoryFiles = Map<string, Uint8Array<ArrayBuffer>>;

/** Keeps committed files by path, and discards aborted ones. */
export const memoryDestination =
  (kept: MemoryFiles, place: 'file' | 'folder' | 'download' = 'download'): ChooseDestination =>
  ({ name }) => {
    const written = new Map<string, Uint8Array<ArrayBuffer>[]>();
    return Promise.resolve({
      place,
      name,
      open: (path) => {
        const parts: Uint8Array<ArrayBuffer>[] = [];
        written.set(path, parts);
        return Promise.resolve({ write: (bytes) => Promise.resolve(void parts.push(bytes)), close: () => Promise.resolve() });
      },
      commit: () => {
        for (const [path, parts] of written) kept.set(path, new Uint8Array(Buffer.concat(parts)));
        return Promise.resolve();
      },
      abort: () => Promise.resolve(written.clear()),
    });
  };

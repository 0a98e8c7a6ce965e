import * as comlink from 'comlink';
import { DiskFile, type Piece } from './disk-file.ts';

type Carried =
  { readonly name: string; readonly disk: readonly Piece[]; readonly modified_ms: number } | { readonly name: string; readonly blob: Blob };

/**
 * Makes files transferable between threads with comlink: a file on disk as its path and ranges, a file in memory with its name, which Node
 * 20 loses. To be called once in every thread that uses comlink.
 */
export function carryFiles(): void {
  comlink.transferHandlers.set('file', {
    canHandle: (value: unknown): value is File => value instanceof File,
    serialize: (file: File): [Carried, Transferable[]] =>
      file instanceof DiskFile
        ? [{ name: file.name, disk: file.pieces, modified_ms: file.lastModified }, []]
        : [{ name: file.name, blob: new Blob([file]) }, []],
    deserialize: (carried: Carried): File =>
      'disk' in carried ? new DiskFile(carried.disk, carried.name, carried.modified_ms) : new File([carried.blob], carried.name),
  });
}

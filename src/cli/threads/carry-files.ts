import * as comlink from 'comlink';
import { DiskFile, type DiskPart } from './disk-file.ts';

type Carried = { readonly disk: DiskPart } | { readonly name: string; readonly blob: Blob };

/**
 * Lets files cross between threads: one on disk as its place, one in memory with its name, which Node 20 loses. Called once in
 * every thread that uses comlink.
 */
export function carryFiles(): void {
  comlink.transferHandlers.set('file', {
    canHandle: (value: unknown): value is File => value instanceof File,
    serialize: (file: File): [Carried, Transferable[]] =>
      file instanceof DiskFile ? [{ disk: file.part }, []] : [{ name: file.name, blob: new Blob([file]) }, []],
    deserialize: (carried: Carried): File => ('disk' in carried ? new DiskFile(carried.disk) : new File([carried.blob], carried.name)),
  });
}

/** What the browser's storage does: it works, refuses everything, or has no room for more. */
export type StorageState = 'works' | 'denied' | 'full';

export function refuseStorage(state: StorageState, writes: boolean): void {
  if (state === 'denied') throw new DOMException('The user denied permission to access the storage.', 'SecurityError');
  if (state === 'full' && writes) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
}

/** Private files of the origin, in one folder, with the parts of the File System API that the product uses. */
export class PrivateFiles {
  readonly contents = new Map<string, Uint8Array<ArrayBuffer>>();
  state: StorageState = 'works';

  append(file: string, bytes: Uint8Array): void {
    refuseStorage(this.state, true);
    const before = this.contents.get(file) ?? new Uint8Array();
    this.contents.set(file, new Uint8Array(Buffer.concat([before, bytes])));
  }

  readonly storage = {
    getDirectory: async () => {
      refuseStorage(this.state, false);
      return { getDirectoryHandle: () => Promise.resolve(this.#folder) };
    },
  };

  readonly #folder = {
    getFileHandle: async (name: string) => {
      refuseStorage(this.state, false);
      if (!this.contents.has(name)) throw new DOMException('A requested file could not be found.', 'NotFoundError');
      return this.#handle(name);
    },
    removeEntry: async (name: string) => void this.contents.delete(name),
    async *entries(this: void) {
      yield* [];
    },
  };

  #handle(name: string) {
    return { kind: 'file' as const, getFile: () => Promise.resolve(new File([this.contents.get(name) ?? new Uint8Array()], name)) };
  }
}

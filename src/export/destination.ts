/** Where exported files are written: one file or a folder, chosen by the person before the first row is read. */
export interface Destination {
  readonly place: 'file' | 'folder' | 'download';
  /** Name of the file, of the folder, or of the zip that contains the files. */
  readonly name: string;
  /** Opens a file for writing; only one is open at a time. `path` is relative, with `/` on every system. */
  open(path: string): Promise<FileSink>;
  /** Makes the files permanent. To be called after all of them were closed. */
  commit(): Promise<void>;
  /** Removes everything that was written to the destination. Never rejects. */
  abort(): Promise<void>;
}

export interface FileSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}

export interface Wanted {
  readonly kind: 'file' | 'folder';
  /** Name of the file with its extension, or of the folder. */
  readonly name: string;
  readonly mime_type: string;
}

/** Lets the person choose a destination. Rejects with an `AbortError` if none is chosen, `DESTINATION_DENIED` if it is not writable. */
export type ChooseDestination = (wanted: Wanted) => Promise<Destination>;

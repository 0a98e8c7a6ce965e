/** Where files go: one file or a folder of them, chosen by the person before the first row is asked for. */
export interface Destination {
  readonly place: 'file' | 'folder' | 'download';
  /** Of the file, of the folder, or of the zip that holds the files. */
  readonly name: string;
  /** One at a time; `path` is relative, with `/`. */
  open(path: string): Promise<FileSink>;
  /** Everything was closed: now it counts. */
  commit(): Promise<void>;
  /** Nothing of it stays. Never rejects. */
  abort(): Promise<void>;
}

export interface FileSink {
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>;
  close(): Promise<void>;
}

export interface Wanted {
  readonly kind: 'file' | 'folder';
  /** Of the file with its extension, or of the folder. */
  readonly name: string;
  readonly mime_type: string;
}

/** Asks for a place. Rejects with an `AbortError` when none is chosen, `DESTINATION_DENIED` when it may not be written. */
export type ChooseDestination = (wanted: Wanted) => Promise<Destination>;

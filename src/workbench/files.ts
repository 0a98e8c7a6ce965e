/** The outcome of converting a capture to Parquet files. */
export interface ConvertReport {
  readonly place: 'file' | 'folder' | 'download';
  /** Name of the folder, or of the zip file. */
  readonly name: string;
  /** How many Parquet files were written. */
  readonly files: number;
  readonly rows: number;
  /** How many parts of the capture could not be read. */
  readonly problems: number;
  /** True if the sniffer has its own clock: opening then corrects the times of packets that were delivered late, converting does not. */
  readonly times_as_recorded: boolean;
}

/** A file that was opened before, in the list of recent files. */
export interface RecentFile {
  readonly id: string;
  readonly name: string;
  /** Size of the file when it was last read, in bytes. */
  readonly bytes: number;
  /** When the file was last opened, in ms since 1970. */
  readonly opened_at: number;
}

/** The list of recent files. The browser stores their file handles, not their contents. */
export interface RecentPort {
  list(): Promise<readonly RecentFile[]>;
  /** Adds files to the list. A file that is already in it moves to the front. */
  remember(handles: readonly FileSystemFileHandle[]): Promise<void>;
  /** Reads a file of the list, after asking for the browser's permission if needed. Rejects with a message for the person. */
  file(id: string): Promise<File>;
  /** Removes one file from the list, or all files. */
  forget(id?: string): Promise<void>;
}

/** A capture that was converted to Parquet files. */
export interface ConvertReport {
  readonly place: 'file' | 'folder' | 'download';
  /** Name of the folder, or of the zip. */
  readonly name: string;
  /** Number of Parquet files. */
  readonly files: number;
  readonly rows: number;
  /** Parts of the capture that could not be read. */
  readonly problems: number;
  /** True if the sniffer has its own clock: opening corrects the times of packets that were delivered late, converting does not. */
  readonly times_as_recorded: boolean;
}

/** A file that was opened before. */
export interface RecentFile {
  readonly id: string;
  readonly name: string;
  /** File size when last read. */
  readonly bytes: number;
  /** Milliseconds since 1970. */
  readonly opened_at: number;
}

/** File handles stored in this browser; no file contents. */
export interface RecentPort {
  list(): Promise<readonly RecentFile[]>;
  /** Adds files to the list; a file that it already contains moves to the front. */
  remember(handles: readonly FileSystemFileHandle[]): Promise<void>;
  /** Asks for the browser's permission if needed; rejects with a message for the person. */
  file(id: string): Promise<File>;
  /** Removes one file from the list, or all of them. */
  forget(id?: string): Promise<void>;
}

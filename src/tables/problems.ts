/** A piece of a file that could not be read: where it lies, why, and what was expected. */
export interface Problem {
  /** Byte offset in the (uncompressed) file. */
  readonly offset: number;
  /** 1-based record (packet or line) number; 0 where there is none. */
  readonly record: number;
  readonly code: string;
  readonly message: string;
}

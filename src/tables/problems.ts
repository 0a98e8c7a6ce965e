/** A part of a file that could not be read. The message says what was expected and found. */
export interface Problem {
  /** Byte offset in the uncompressed file. */
  readonly offset: number;
  /** 1-based number of the packet or line; 0 when there is none. */
  readonly record: number;
  readonly code: string;
  readonly message: string;
}

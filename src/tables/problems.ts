/** A part of a file that could not be read. The message says what was expected and found. */
export interface Problem {
  /** Byte offset of the part in the uncompressed file. */
  readonly offset: number;
  /** Number of the packet or line, counted from 1; 0 if there is none. */
  readonly record: number;
  readonly code: string;
  readonly message: string;
}

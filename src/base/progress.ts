/** How far a long operation has come. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  /** Total amount of work; null if it is not known in advance. */
  readonly total: number | null;
  readonly unit: 'bytes' | 'rows' | 'pairs' | 'steps';
  /** Number of rows read so far, if the unit is bytes of a file. */
  readonly rows?: number | undefined;
}

/** Options of every long call: `signal` cancels it, `onProgress` receives its progress. */
export interface WorkOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

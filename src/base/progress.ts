/** Progress of long work. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  /** Null if the total is not known in advance. */
  readonly total: number | null;
  readonly unit: 'bytes' | 'rows' | 'pairs' | 'steps';
  /** Rows read so far; set when the unit is bytes of a file. */
  readonly rows?: number | undefined;
}

/** Options of every long call: `signal` cancels it, `onProgress` receives its progress. */
export interface WorkOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

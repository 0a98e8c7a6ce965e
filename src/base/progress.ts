/** Progress of long work. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  /** Null when it is not known beforehand. */
  readonly total: number | null;
  readonly unit: 'bytes' | 'rows' | 'pairs' | 'steps';
  /** Rows read so far, when the unit is bytes of a file. */
  readonly rows?: number | undefined;
}

/** Options of every long call: `signal` cancels it, `onProgress` receives its progress. */
export interface WorkOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

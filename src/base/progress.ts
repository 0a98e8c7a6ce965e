/** How far a long piece of work is. `total` is null where nobody can know it beforehand. */
export interface Progress {
  readonly phase: string;
  readonly done: number;
  readonly total: number | null;
  readonly unit: 'bytes' | 'rows' | 'pairs' | 'steps';
  /** Rows that came of the bytes so far, where a file is read. */
  readonly rows?: number | undefined;
}

/** What every long call takes: the signal ends it, `onProgress` is told on the way. */
export interface WorkOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

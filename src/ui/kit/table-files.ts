import { createContext } from 'svelte';
import type { WorkOptions } from '../../base/progress.ts';

/** Functions that write tables and pictures to files. The page provides them by context, because the code is in other folders. */
export interface TableFiles {
  /** Writes a table as Parquet; rejects with a message for the person. */
  parquet(names: readonly string[], rows: readonly (readonly unknown[])[], options: WorkOptions): Promise<Blob>;
  /** Runs work that may take longer than a moment; the activity list then shows it and can cancel it. */
  later<T>(title: string, work: (inner: WorkOptions) => Promise<T>): Promise<T>;
  /** Copies the text of a cell; a refusal is shown in the activity list. */
  copyCell(text: string): void;
}

export const [getTableFiles, setTableFiles] = createContext<TableFiles>();

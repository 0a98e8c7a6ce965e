import { createContext } from 'svelte';
import type { WorkOptions } from '../../base/progress.ts';

/** What makes files of the page's tables and pictures. The page hands it down, as its parts lie elsewhere. */
export interface TableFiles {
  /** Writes a table as Parquet; rejects with a message for the person. */
  parquet(names: readonly string[], rows: readonly (readonly unknown[])[], options: WorkOptions): Promise<Blob>;
  /** Runs what may take longer than a moment, so that it can be seen and ended in the activity list then. */
  later<T>(title: string, work: (inner: WorkOptions) => Promise<T>): Promise<T>;
  /** Copies the text of a cell; a refusal is shown in the activity list. */
  copyCell(text: string): void;
}

export const [getTableFiles, setTableFiles] = createContext<TableFiles>();

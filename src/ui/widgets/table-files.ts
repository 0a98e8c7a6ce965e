import { createContext } from 'svelte';

/** Writes a table of the page as Parquet; rejects with a message for the person. The page hands it down, as its writer lies elsewhere. */
export type ParquetWriter = (names: readonly string[], rows: readonly (readonly unknown[])[]) => Promise<Blob>;

export const [getParquetWriter, setParquetWriter] = createContext<ParquetWriter>();

/** Joins pieces to one file without reading them. */
export type JoinFiles = (name: string, pieces: readonly Blob[]) => File;

/** Joins with the platform's `File`. Not for pieces of `cli/threads/disk-file.ts`, which `File` would treat as empty. */
export const joinFiles: JoinFiles = (name, pieces) => new File([...pieces], name);

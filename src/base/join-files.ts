/** Joins pieces to one file without reading them. */
export type JoinFiles = (name: string, pieces: readonly Blob[]) => File;

/** Uses the platform's `File`. Pieces from `cli/threads/disk-file.ts` need their own function, because `File` treats them as empty. */
export const joinFiles: JoinFiles = (name, pieces) => new File([...pieces], name);

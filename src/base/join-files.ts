/** Makes a file of pieces without reading them. */
export type JoinFiles = (name: string, pieces: readonly Blob[]) => File;

/** The platform's own way. Pieces of `cli/threads/disk-file.ts` need theirs: to the platform they are empty. */
export const joinFiles: JoinFiles = (name, pieces) => new File([...pieces], name);

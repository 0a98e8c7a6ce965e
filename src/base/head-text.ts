/** Reads the beginning of a file as text; empty if it cannot be read, because opening the file then reports the error. */
export const headText = (file: Blob, length: number): Promise<string> =>
  file
    .slice(0, length)
    .text()
    .catch(() => '');

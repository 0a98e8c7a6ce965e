/** The first characters of a file; empty if it cannot be read, which fails where the file is opened. */
export const headText = (file: Blob, length: number): Promise<string> =>
  file
    .slice(0, length)
    .text()
    .catch(() => '');

/** Saves a text as a browser download. */
export const saveText = (text: string, name: string, type: string): void => {
  saveBlob(new Blob([text], { type }), name);
};

/** Saves bytes as a browser download. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Keep the file's address valid long enough for every browser to read the bytes.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}

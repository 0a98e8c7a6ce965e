/** Hands a text to the person as a file of the browser's downloads. */
export const saveText = (text: string, name: string, type: string): void => {
  saveBlob(new Blob([text], { type }), name);
};

/** The same for bytes. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Longer than any browser needs to take the bytes over.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}

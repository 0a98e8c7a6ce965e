/** Hands a text to the person as a file of the browser's downloads. */
export function saveText(text: string, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Longer than any browser needs to take the bytes over.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  }, 60_000);
}

/** Asks the person for files; nothing happens when none is chosen. */
export function pickFiles(take: (files: readonly File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.addEventListener('change', () => {
    take([...(input.files ?? [])]);
  });
  input.click();
}

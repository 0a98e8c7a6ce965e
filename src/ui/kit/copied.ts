/** Copies, and returns what to tell the person: browsers may refuse the clipboard. */
export async function copied(copy: () => Promise<void>): Promise<string> {
  try {
    await copy();
    return 'Copied.';
  } catch {
    return 'The browser refused the clipboard.';
  }
}

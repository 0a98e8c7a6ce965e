/** What is said where it went well. */
export const COPIED = 'Copied.';

/**
 * Copies a text and says how that went. `byHand`: where the browser refuses, the text itself is shown to be copied.
 * `said`: the sentence where it went well.
 */
export const copyText = (text: string, byHand = false, said = COPIED): Promise<string> =>
  outcomeOf(() => navigator.clipboard.writeText(text), byHand ? `: ${text}` : '.', said);

/** The same for a text file, which may be too long for one string of the page. */
export const copyFile = (file: Promise<Blob>): Promise<string> =>
  outcomeOf(() => {
    const text = file.then((blob) => new Blob([blob], { type: 'text/plain' }));
    return navigator.clipboard.write([new ClipboardItem({ 'text/plain': text })]);
  });

async function outcomeOf(copy: () => Promise<void>, refused = '.', said = COPIED): Promise<string> {
  try {
    await copy();
    return said;
  } catch {
    return `The browser refused the clipboard${refused}`;
  }
}

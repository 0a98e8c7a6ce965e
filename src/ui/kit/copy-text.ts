/** Message after a successful copy. */
export const COPIED = 'Copied.';

/**
 * Copies a text and returns a message about the outcome. `byHand`: if the browser refuses, the message contains the text to copy manually.
 * `said`: message on success.
 */
export const copyText = (text: string, byHand = false, said = COPIED): Promise<string> =>
  outcomeOf(() => navigator.clipboard.writeText(text), byHand ? `: ${text}` : '.', said);

/** As `copyText`, for a text file, which may be too long for one string of the page. */
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

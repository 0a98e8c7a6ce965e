/** Copies a text and says how that went. `byHand`: where the browser refuses, the text itself is shown to be copied. */
export async function copyText(text: string, byHand = false): Promise<string> {
  try {
    await navigator.clipboard.writeText(text);
    return 'Copied.';
  } catch {
    return `The browser refused the clipboard${byHand ? `: ${text}` : '.'}`;
  }
}

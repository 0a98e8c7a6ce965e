/** Filters and SQL statements as plain text: characters of word processors, escapes, and what lies outside of texts in quotes. */

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  '#34': '"',
  apos: "'",
  '#39': "'",
  '#x27': "'",
};
const ENTITY = new RegExp(`&(${Object.keys(ENTITIES).join('|')});`, 'gi');

/**
 * Undoes HTML escapes in a filter or statement. If they occur only inside of texts in single quotes they may belong to the value,
 * so nothing is changed.
 */
function unescapedHtml(text: string): string {
  if (text.replace(/'(?:[^']|'')*'/g, '').search(ENTITY) < 0) return text;
  return text.replace(ENTITY, (_, name: string) => ENTITIES[name.toLowerCase()] ?? '');
}

/** A filter or statement with the quotes, blanks and signs that their grammars have. */
export const straightened = (text: string): string =>
  unescapedHtml(text)
    .replace(/[‘’‚′]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/\u00a0/g, ' ')
    .replaceAll('−', '-');

/** Applies a change to everything but texts in single quotes; `change` sees each as a number between two private-use characters. */
export function outsideTexts(text: string, change: (part: string) => string): string {
  const texts: string[] = [];
  const marked = text.replace(/'(?:[^']|'')*'/g, (found) => `\uE000${String(texts.push(found) - 1)}\uE001`);
  return change(marked).replace(/\uE000(\d+)\uE001/g, (_, index: string) => texts[Number(index)] ?? '');
}

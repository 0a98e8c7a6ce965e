import { openJsonParts } from '../../base/json-parts.ts';
import { IN_JSON } from './seal.ts';
import { sealed } from './write.ts';

/**
 * Matches paths of list items that are sealed as one piece each, so that a change can be located to one result, call, capture or journal.
 */
const ITEMISED = /^(?:runs|results|calls|captures|journals)\.\d+$/;

/** Writes a document as JSON in runs of consecutive members and items, each named after the first one in it. */
export function documentRuns(document: object): readonly { readonly name: string; readonly content: readonly string[] }[] {
  const runs: { name: string; content: string[] }[] = [];
  for (const { name, text } of openJsonParts(document)) {
    const piece = ITEMISED.test(name) ? name : (/^\w+/.exec(name)?.[0] ?? name);
    const last = runs.at(-1);
    if (last?.name === piece) last.content.push(text);
    else runs.push({ name: piece, content: [text] });
  }
  return runs;
}

/** Writes a document as a sealed JSON file. The seal is its last member. */
export const sealedJson = (document: object, tools: Parameters<typeof sealed>[3]): Promise<Blob> =>
  sealed(documentRuns(document), [{ name: 'end', content: ['}\n'] }], IN_JSON, tools);

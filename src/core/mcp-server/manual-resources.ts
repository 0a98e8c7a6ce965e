import type { Listed } from '../../wire/mcp/server/ports.ts';
import { manual } from '../../manual/pages.ts';
import { templateOf, uriOf, type Place } from './uris.ts';

const MARKDOWN = 'text/markdown';
/** Maximum length of a page in UTF-16 units, so that it stays below 32 KB as a JSON string. */
const MOST = 24_000;

export const MANUAL_TEMPLATE: Listed = {
  uriTemplate: templateOf('manual/{page}{?from}'),
  name: 'manual',
  title: 'A page of the manual',
  description: 'How columns, filters, statistics, linkage and exports work, in Markdown.',
  mimeType: MARKDOWN,
};

export const manualPages = (): readonly string[] => manual().map(({ name }) => name);

export const listManual = (): readonly Listed[] =>
  manual().map(({ name, title }) => ({ uri: uriOf(['manual', name]), name: `manual-${name}`, title, mimeType: MARKDOWN }));

/** Returns a page of the manual from a character offset, cut at the end of a line; undefined if there is no such page. */
export function readManual({ segments: [, page, ...more], from }: Place): readonly Listed[] | undefined {
  const found = manual().find(({ name }) => name === page);
  if (found === undefined || more.length > 0 || from >= found.text.length) return undefined;
  const { name, text } = found;
  const last = from + MOST >= text.length;
  const to = last ? text.length : text.lastIndexOf('\n', from + MOST) + 1 || from + MOST;
  const rest = last ? '' : `\n\nContinued at ${uriOf(['manual', name], to)}\n`;
  return [{ uri: uriOf(['manual', name], from), mimeType: MARKDOWN, text: `${text.slice(from, to)}${rest}` }];
}

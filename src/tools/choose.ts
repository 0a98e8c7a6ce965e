import type { CaptureInfo } from '../tables/captures.ts';
import { addressColumns } from '../tables/column-roles.ts';
import type { ToolManifest } from './contract/index.ts';

/** Conditions for selecting tools; a tool must meet every condition that is given. */
export interface CatalogFilter {
  readonly capability?: string;
  readonly tag?: string;
  readonly category?: string;
  /** A question or a few words; tools that share significant words with it are listed, best first. */
  readonly text?: string;
}

/** Tag of tools that need advertisements with addresses. */
const NEEDS_ADDRESSES = 'ble';

/** Words too general to search for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and any are as at be by can do does for from has have how i in is it me my no of on one or such that the there this to was were what when where which who why with you'.split(
    ' ',
  ),
);

/** A tool is listed only if its score is at least this share of the best tool's score. */
const LEAST_SHARE = 0.4;

/**
 * The tools that fit, best first if the filter has words. Only the tool `search_catalog` also searches captures and the manual.
 *
 * @param captures those that they are meant for; a tool for advertisements is left out where none of them holds addresses
 */
export function chooseTools(
  tools: readonly ToolManifest[],
  filter: CatalogFilter,
  captures?: readonly CaptureInfo[],
): readonly ToolManifest[] {
  const chosen = tools.filter((tool) => fits(tool, filter) && (captures === undefined || fitsCaptures(tool, captures)));
  return filter.text === undefined || filter.text.trim() === '' ? chosen : ranked(chosen, filter.text);
}

const fits = (tool: ToolManifest, { capability, tag, category }: CatalogFilter): boolean =>
  (capability === undefined || tool.capabilities.includes(capability)) &&
  (tag === undefined || tool.tags.includes(tag)) &&
  (category === undefined || tool.category === category);

function fitsCaptures(tool: ToolManifest, captures: readonly CaptureInfo[]): boolean {
  if (tool.scope === 'none') return true;
  if (captures.length === 0) return false;
  return !tool.tags.includes(NEEDS_ADDRESSES) || captures.some(({ kind, columns }) => kind === 'ble' || addressColumns(columns).length > 0);
}

/** Ranks tools by words: a word counts more in the name than in other texts, and more the fewer tools have it. */
function ranked(tools: readonly ToolManifest[], text: string): readonly ToolManifest[] {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !STOP_WORDS.has(word));
  const stems = [...new Set(words.map((word) => (word.length > 4 ? word.replace(/(?:es|s)$/, '') : word)))];
  const places = tools.map((tool) =>
    [tool.name, [tool.title, ...tool.tags, ...tool.capabilities].join(' '), `${tool.description} ${tool.background ?? ''}`].map((part) =>
      part.toLowerCase(),
    ),
  );
  const scores = places.map(() => 0);
  for (const stem of stems) {
    const found = places.map((parts) => parts.findIndex((part) => part.includes(stem)));
    const rarity = Math.log(1 + tools.length / Math.max(1, found.filter((at) => at >= 0).length));
    for (const [at, place] of found.entries()) if (place >= 0) scores[at]! += rarity * (3 - place);
  }
  const least = Math.max(...scores) * LEAST_SHARE;
  return tools
    .map((tool, at) => ({ tool, score: scores[at]! }))
    .filter(({ score }) => score > 0 && score >= least)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}

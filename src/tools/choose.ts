import type { CaptureInfo } from '../tables/captures.ts';
import { addressColumns } from '../tables/column-roles.ts';
import type { ToolManifest } from './contract/index.ts';

/** Conditions on a tool; it must meet every one that is given. */
export interface CatalogFilter {
  readonly capability?: string;
  readonly tag?: string;
  readonly category?: string;
  /** Words; each must occur in name, title, tags, capabilities or description. The best match comes first. */
  readonly text?: string;
}

/** Tools that ask for advertisements with addresses say so by this tag. */
const NEEDS_ADDRESSES = 'ble';

/**
 * The tools that fit, best first where there are words: in the name, then in title, tags and capabilities, then in the description.
 * @param captures those that they are meant for; a tool for advertisements is left out where none of them holds addresses
 */
export function chooseTools(
  tools: readonly ToolManifest[],
  filter: CatalogFilter,
  captures?: readonly CaptureInfo[],
): readonly ToolManifest[] {
  const words = (filter.text ?? '')
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean);
  return tools
    .filter((tool) => fits(tool, filter) && (captures === undefined || fitsCaptures(tool, captures)))
    .map((tool) => ({ tool, rank: rankOf(tool, words) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => Number(b.rank) - Number(a.rank))
    .map(({ tool }) => tool);
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

/** null where a word is nowhere. */
function rankOf(tool: ToolManifest, words: readonly string[]): number | null {
  const places = [tool.name, [tool.title, ...tool.tags, ...tool.capabilities].join(' '), tool.description].map((text) =>
    text.toLowerCase(),
  );
  let rank = 0;
  for (const word of words) {
    const at = places.findIndex((text) => text.includes(word));
    if (at < 0) return null;
    rank += places.length - at;
  }
  return rank;
}

import { groupBy } from '../../../base/group.ts';
import type { ToolManifest } from '../../../tools/contract/index.ts';

/** All versions of one tool, newest first. */
export interface ToolEntry {
  readonly name: string;
  readonly newest: ToolManifest;
  readonly versions: readonly ToolManifest[];
}

/** Returns one entry per tool name, in the order of the given list. */
export function entriesOf(manifests: readonly ToolManifest[]): readonly ToolEntry[] {
  return [...groupBy(manifests, ({ name }) => name)].flatMap(([name, versions]) =>
    versions[0] ? [{ name, newest: versions[0], versions }] : [],
  );
}

/** Tools of a category (empty: all) with every word of the search in name, aliases, title, category, tags or capabilities. */
export function findTools(entries: readonly ToolEntry[], search: string, category: string): readonly ToolEntry[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return entries.filter(({ newest }) => {
    if (category !== '' && newest.category !== category) return false;
    const text = [newest.name, newest.title, newest.category, ...newest.aliases, ...newest.tags, ...newest.capabilities].join('\n');
    return words.every((word) => text.toLowerCase().includes(word));
  });
}

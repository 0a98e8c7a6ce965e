import { canonicalJson } from '../../base/canonical.ts';
import { contentKey } from '../../tables/captures.ts';
import type { Clock } from '../definition.ts';
import type { InstalledTool } from '../registry.ts';
import type { ReadyCall } from './check.ts';
import type { Answered } from './execute.ts';

/**
 * Answers that may be given again (R39): only of tools that say so, for as long as they say so, and only for
 * the same question over the same bytes by the same arithmetic. Bounded by count and by size, oldest out first.
 */
export interface AnswerCache {
  get(key: string): Answered | undefined;
  /** @param size characters of the answer as JSON */
  put(key: string, tool: InstalledTool, answer: Answered, size: number): void;
}

const MOST_ENTRIES = 64;
const MOST_CHARACTERS = 32_000_000;

export function createCache(clock: Clock): AnswerCache {
  const entries = new Map<string, { readonly answer: Answered; readonly until: number; readonly size: number }>();
  let held = 0;
  const drop = (key: string): void => {
    held -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (clock.now() < entry.until) return entry.answer;
      drop(key);
      return undefined;
    },
    put(key, { manifest }, answer, size) {
      const { cacheTTL } = manifest;
      // The registry takes a cacheTTL only with cacheable, and cacheable only of read-only tools.
      if (cacheTTL === undefined || size > MOST_CHARACTERS) return;
      drop(key);
      entries.set(key, { answer, until: clock.now() + cacheTTL * 1000, size });
      held += size;
      while (entries.size > MOST_ENTRIES || held > MOST_CHARACTERS) drop([...entries.keys()][0] ?? '');
    },
  };
}

/**
 * Everything that the answer depends on. Captures count by their bytes, by how these are read, and by their names, which answers may
 * contain.
 */
export function cacheKey(tool: InstalledTool, call: ReadyCall, kernels: string | undefined): string {
  return canonicalJson({
    tool: tool.key,
    schema: tool.manifest.schemaHash ?? null,
    arguments: call.invocation.arguments,
    selection: call.normalised,
    captures: call.rows.captures.map((capture) => [contentKey(capture), capture.sha256, capture.row_count]),
    kernels: kernels ?? null,
  });
}

import { canonicalJson } from '../../base/canonical.ts';
import { contentKey } from '../../tables/captures.ts';
import type { Clock } from '../definition.ts';
import type { InstalledTool } from '../registry.ts';
import type { ReadyCall } from './check.ts';
import type { Answered } from './execute.ts';

/**
 * Cache of answers (R39). Only for tools that declare themselves cacheable, for the declared time, and only for the same question over the
 * same bytes by the same kernels. Limited in count and size; the oldest entries are evicted first.
 */
export interface AnswerCache {
  get(key: string): Answered | undefined;
  /** Stores an answer. @param size length of the answer as JSON, in characters */
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
      // The registry accepts a cacheTTL only for cacheable tools, and cacheable only for read-only tools.
      if (cacheTTL === undefined || size > MOST_CHARACTERS) return;
      drop(key);
      entries.set(key, { answer, until: clock.now() + cacheTTL * 1000, size });
      held += size;
      while (entries.size > MOST_ENTRIES || held > MOST_CHARACTERS) drop([...entries.keys()][0] ?? '');
    },
  };
}

/**
 * The cache key: everything on which the answer depends. Captures are identified by their bytes, by how these are read, and by their names,
 * which answers may contain.
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

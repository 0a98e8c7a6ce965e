import type { Issue } from './record.ts';

/** Warns for dialects without their own tool search: the caller must add found tools. */
export function deferredWarning(count: number): Issue[] {
  if (count === 0) return [];
  return [
    { code: 'DEFERRED', message: `${String(count)} tools are not in the list: search_catalog finds them, the option load adds them` },
  ];
}

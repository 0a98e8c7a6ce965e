import type { Issue } from './record.ts';

/** For dialects without a tool search of their own: the caller adds what was found. */
export function deferredWarning(count: number): Issue[] {
  if (count === 0) return [];
  return [
    { code: 'DEFERRED', message: `${String(count)} tools are not in the list: search_catalog finds them, the option load adds them` },
  ];
}

import type { Issue } from './record.ts';

/** The warning that tools were left out, for dialects without their own tool search: the caller must add the tools that it finds. */
export function deferredWarning(count: number): Issue[] {
  if (count === 0) return [];
  return [
    { code: 'DEFERRED', message: `${String(count)} tools are not in the list: search_catalog finds them, the option load adds them` },
  ];
}

/** Manifest fields of tools that look something up on this machine: no cost and no side effects. */
export const READ_ONLY_TERMS = {
  cost_hint: { unit: 'call', estimated_cost: 0, currency: 'credits' },
  effect: 'read_only',
  reversible: true,
  category: 'query',
} as const;

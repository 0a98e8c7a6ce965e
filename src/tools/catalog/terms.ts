/** Manifest fields of tools that only read rows. Their answer depends on the rows alone, so it is cached for a day. */
const READING_TERMS = {
  cost_hint: { unit: 'call', estimated_cost: 0, currency: 'credits' },
  deterministic: true,
  effect: 'read_only',
  reversible: true,
  permissions: ['captures:read'],
  cacheable: true,
  cacheTTL: 86_400,
  idempotent: true,
} as const;

/** Manifest fields of query tools, which read every row once. */
export const QUERY_TERMS = { ...READING_TERMS, category: 'query', responseTime: 'medium' } as const;

/** Manifest fields of statistical tools, which may take minutes for a million rows. */
export const STATISTICS_TERMS = {
  ...READING_TERMS,
  execution_constraints: { max_timeout_ms: 300_000, max_payload_bytes: 65_536, supports_streaming: true },
  category: 'analysis',
  responseTime: 'medium',
} as const;

/** Manifest fields of tools that compare every address with its possible successors. */
export const LINKAGE_TERMS = {
  ...READING_TERMS,
  execution_constraints: { max_timeout_ms: 600_000, max_payload_bytes: 65_536, supports_streaming: true },
  category: 'analysis',
  responseTime: 'slow',
} as const;

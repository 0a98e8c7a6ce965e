/** On what terms every statistical tool is called: it reads, its answer follows from the rows, and a million of them take a while. */
export const STATISTICS_TERMS = {
  execution_constraints: { max_timeout_ms: 300_000, max_payload_bytes: 65_536, supports_streaming: true },
  cost_hint: { unit: 'call', estimated_cost: 0, currency: 'credits' },
  deterministic: true,
  effect: 'read_only',
  reversible: true,
  category: 'analysis',
  permissions: ['captures:read'],
  responseTime: 'medium',
  cacheable: true,
  cacheTTL: 86_400,
  idempotent: true,
} as const;

import type { multiplier } from '../support/tools.ts';

type Change = NonNullable<Parameters<typeof multiplier>[0]>;

/** Rows whose test is one change of a valid tool that must keep it from being registered, and a word of the reason. */
export interface ManifestRow {
  readonly id: string;
  readonly change: Change;
  readonly says: string;
}

const manifest = (change: object): Change => ({ manifest: change });
const without = (key: string): Change => manifest({ [key]: undefined });
const constraints = { max_timeout_ms: 60_000, max_payload_bytes: 4096, supports_streaming: true };
const cost = { unit: 'call', estimated_cost: 0, currency: 'credits' };
const TOP = ['name', 'version', 'description', 'capabilities', 'execution_constraints', 'cost_hint', 'deterministic'];

export const manifestRows: readonly ManifestRow[] = [
  { id: 'S0-1.1', change: manifest({ name: 'Anova-Tool' }), says: 'name' },
  { id: 'S0-1.1', change: manifest({ name: '2x' }), says: 'name' },
  { id: 'S0-1.2', change: manifest({ version: '1.2' }), says: 'version' },
  { id: 'S0-1.2', change: manifest({ version: 'v1.0.0' }), says: 'version' },
  { id: 'S0-1.2', change: manifest({ version: '1.0.0-rc1' }), says: 'version' },
  { id: 'S0-1.3', change: manifest({ description: '' }), says: 'description' },
  { id: 'S0-1.7', change: manifest({ execution_constraints: { ...constraints, max_timeout_ms: 0 } }), says: 'max_timeout_ms' },
  { id: 'S0-1.8', change: manifest({ execution_constraints: { ...constraints, max_payload_bytes: 1.5 } }), says: 'max_payload_bytes' },
  { id: 'S0-1.11', change: manifest({ cost_hint: { ...cost, unit: 'day' } }), says: 'cost_hint.unit' },
  { id: 'S0-1.12', change: manifest({ cost_hint: { ...cost, currency: 'dollars' } }), says: 'cost_hint.currency' },
  ...TOP.map((key) => ({ id: 'S0-5.1a', change: without(key), says: key })),
  { id: 'S2-4b', change: { redaction: { allow: [] } }, says: 'REDACTION_FAILED' },
  { id: 'S2-4b', change: { redaction: undefined as never }, says: 'REDACTION_FAILED' },
  { id: 'S2-10b', change: manifest({ effect: 'mostly_harmless' }), says: 'effect' },
  { id: 'S2-17', change: without('effect'), says: 'effect' },
  { id: 'S4-1.1', change: manifest({ kebab_name: 'row_multiplier' }), says: 'kebab_name' },
  { id: 'S4-1.2', change: manifest({ description: 'x'.repeat(49) }), says: 'description' },
  { id: 'S4-1.6', change: manifest({ permissions: ['captures'] }), says: 'permissions' },
  { id: 'S4-4.1', change: manifest({ category: 'mutation' }), says: 'category' },
  { id: 'S4-4.1', change: manifest({ effect: 'state_change' }), says: 'category' },
  { id: 'S4-5.1', change: manifest({ responseTime: 'soon' }), says: 'responseTime' },
  { id: 'S4-5.3', change: manifest({ cacheable: true }), says: 'cacheTTL' },
  { id: 'S4-5.3', change: manifest({ cacheable: true, cacheTTL: 0 }), says: 'cacheTTL' },
  { id: 'S4-5.4', change: manifest({ idempotent: false }), says: 'idempotent' },
  { id: 'S4-6.1', change: { examples: [] }, says: 'example' },
  { id: 'S4-6.2', change: manifest({ tags: [] }), says: 'tags' },
  { id: 'S4-7.1', change: manifest({ rateLimit: { maxCalls: 0, windowMs: 1 } }), says: 'rateLimit' },
  { id: 'S4-8.1', change: manifest({ deprecated: { since: '1.0.0', replacement: 'x' } }), says: 'deprecated' },
  { id: 'S4-N.8', change: manifest({ effect: 'state_change', category: 'mutation', cacheable: true, cacheTTL: 1 }), says: 'read_only' },
];

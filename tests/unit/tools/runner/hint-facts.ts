import type { ToolError, ToolManifest } from '../../../../src/tools/contract/index.ts';
import { toolError } from '../../../../src/tools/contract/errors.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import type { Advisor, Draft } from '../../../../src/tools/runner/advice.ts';
import type { HintFacts } from '../../../../src/tools/runner/hints.ts';
import { NO_ROWS } from '../../../../src/tools/runner/check.ts';
import { capture, compileAll, lookup, multiplier } from '../../../support/tools.ts';

/** A tool that reads captures; the names differ, the rest is that of the multiplier. */
export const toolNamed = (name: string, manifest: Partial<ToolManifest> = {}, more: object = {}) =>
  multiplier({ ...more, manifest: { name, kebab_name: name.replaceAll('_', '-').concat('-now'), title: name, ...manifest } });

const TOOLS = [
  multiplier(),
  toolNamed('list_captures'),
  toolNamed('describe_capture'),
  toolNamed('search_catalog', {}, { scope: 'none' }),
  toolNamed('fast_tool', { tags: ['speedy'] }),
  toolNamed('slow_tool', { responseTime: 'slow', cost_hint: { unit: 'call', estimated_cost: 3, currency: 'credits' } }),
];

export const registry = createRegistry(TOOLS, compileAll(TOOLS));
export const installed = (name: string) => registry.get(name)!;

export const error = (code: string, more: Partial<ToolError> = {}): ToolError => ({ ...toolError(code, `about ${code}`), ...more });

/** Advice for a caller who may call everything, over one capture of 100 rows. */
export const advisor = (change: Partial<Advisor> = {}): Advisor => ({
  registry,
  captures: lookup([capture()]),
  faults: () => [],
  corrected: () => undefined,
  selection: { capture_id: 'lab' },
  requestId: 'req-1',
  mostTime_ms: 600_000,
  unusable: () => undefined,
  preferences: [],
  ...change,
});

export const draft = (tool: string, change: Partial<Draft> = {}): Draft => ({
  tool,
  arguments: { factor: 2 },
  why: `Call ${tool}.`,
  expectedOutcome: 'A number.',
  benefit: { measure: 'rows_selected', share: 0.4 },
  likelihood: 0.9,
  ...change,
});

export const facts = (change: Partial<HintFacts> = {}): HintFacts => ({
  tool: installed('row_multiplier'),
  status: 'ok',
  confidence: 0.9,
  parts: undefined,
  rows: { ...NO_ROWS, captures: [capture()] },
  warnings: [],
  errors: [],
  calledAs: 'row_multiplier',
  arguments: { factor: 3 },
  defaults: {},
  fallback: undefined,
  advisor: advisor(),
  now: '2026-04-03T08:00:00.000Z',
  ...change,
});

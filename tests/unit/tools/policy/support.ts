import type { ToolManifest, ToolPolicy } from '../../../../src/tools/contract/index.ts';
import { multiplier } from '../../../support/tools.ts';

/** The manifest of a read-only tool `reader`. */
export const manifestOf = (more: Partial<ToolManifest> = {}): ToolManifest => ({
  ...(multiplier().manifest as ToolManifest),
  name: 'reader',
  trust: 'trusted',
  ...more,
});

/** A policy that allows `reader` and asks for nothing. */
export const policyOf = (more: Partial<ToolPolicy> = {}): ToolPolicy => ({
  format: 'capture-workbench/policy',
  version: 1,
  allowedTools: ['reader'],
  requireApprovalForEffects: [],
  grants: [],
  budgets: { maxRuntimeMs: 1000, maxArgumentBytes: 1000, maxResultBytes: 1000 },
  agents: {},
  ...more,
});

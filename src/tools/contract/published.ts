import { AuditEntry } from './audit.ts';
import { ToolInvocation } from './invocation.ts';
import { ToolManifest } from './manifest.ts';
import { Plan, PlanDocument } from './plan.ts';
import { ToolPolicy } from './policy.ts';
import { ReplayBundle } from './replay.ts';
import { ToolResult } from './result.ts';
import type { z } from './zod.ts';

/** The schemas of the tool contract, by the name under which each is published. */
export const publishedSchemas = {
  'tool-manifest': { schema: ToolManifest, io: 'output' },
  'tool-invocation': { schema: ToolInvocation, io: 'input' },
  'tool-result': { schema: ToolResult, io: 'output' },
  'tool-policy': { schema: ToolPolicy, io: 'input' },
  'audit-entry': { schema: AuditEntry, io: 'output' },
  plan: { schema: Plan, io: 'input' },
  'plan-document': { schema: PlanDocument, io: 'input' },
  'replay-bundle': { schema: ReplayBundle, io: 'input' },
} as const satisfies Record<string, { readonly schema: z.ZodType; readonly io: 'input' | 'output' }>;

/** Names of schemas whose documents the product writes but never reads, so that it contains no validators for them. */
export const WRITTEN_ONLY = ['audit-entry', 'plan'] as const satisfies readonly (keyof typeof publishedSchemas)[];

export type CheckedSchema = Exclude<keyof typeof publishedSchemas, (typeof WRITTEN_ONLY)[number]>;

/** Schema of the policy: who may call what (S2 #19, #20, R40). Denies by default. */
import type { Immutable } from './immutable.ts';
import { permission, text } from './identifiers.ts';
import { ToolEffect } from './manifest.ts';
import { z } from './zod.ts';

const profile = {
  allowedTools: z.array(text(1, 128)).max(512).describe('Canonical names of tools that may run; nothing else does.'),
  requireApprovalForEffects: z.array(ToolEffect).max(3).describe('Effects for which a person is asked first.'),
  grants: z.array(permission()).max(64).describe('Permissions, as resource:action.'),
  captures: z.array(text(1, 128)).max(4096).describe('Captures that may be read; all when absent.').optional(),
  connections: z.array(text(1, 128)).max(1024).describe('Connection ids that may be used.').optional(),
  budgets: z
    .strictObject({
      maxRuntimeMs: z.int().min(1).describe('Longest run in ms.'),
      maxArgumentBytes: z.int().min(1).describe('Largest invocation in bytes.'),
      maxResultBytes: z.int().min(1).describe('Largest result in bytes.'),
      maxRows: z.int().min(0).describe('Most rows that the captures of one call may have.').optional(),
      maxCalls: z.int().min(0).describe('Most calls that one actor may start while the page is open.').optional(),
      maxCallsPerMinute: z.int().min(1).max(100_000).describe('Most calls that one actor may start in 60 s.').optional(),
      maxTotalRuntimeMs: z
        .int()
        .min(0)
        .describe('Most ms that the tools may work for one actor, in all, while the page is open.')
        .optional(),
      maxTotalResultBytes: z
        .int()
        .min(0)
        .describe('Most bytes that the results of one actor may have, artifacts included, in all, while the page is open.')
        .optional(),
    })
    .describe('Limits of every call, and of all calls of one actor.'),
  approvalRisk: z
    .number()
    .min(0)
    .max(1)
    .describe('A person is asked about every call whose risk is at least this number, whatever the call does.')
    .optional(),
};

export const PolicyProfile = z.strictObject(profile);

export const ToolPolicy = z.strictObject({
  format: z.literal('capture-workbench/policy').describe('What this file is.'),
  version: z.literal(1).describe('Version of the format.'),
  ...profile,
  agents: z.record(z.string(), PolicyProfile).describe('Profiles by agent id; an agent that is not listed may do nothing.'),
});

export type ToolPolicy = Immutable<z.infer<typeof ToolPolicy>>;
export type PolicyProfile = Immutable<z.infer<typeof PolicyProfile>>;

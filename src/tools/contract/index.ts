/**
 * The shapes of the tool contract (superset envelope, R9). This file is the room's only entry point for the page and
 * the session. Every type is inferred from the zod schema beside it.
 */
export type { AuditEntry, AuditVerdict } from './audit.ts';
export type { AgentHints, Benefit, HintParts, NextCall, RiskFactor, SuggestedAction } from './hints.ts';
export type { CaptureSelection, ToolInvocation, ValidatedInvocation } from './invocation.ts';
export { pathOf, pointerOf } from './errors.ts';
export { isRecord, nodeAt, type JsonSchema } from './json-schema.ts';
export { parseJsonText, type ParsedJson } from './json-text.ts';
export type { ManifestParts, ToolExample, ToolManifest } from './manifest.ts';
export type { PlanDocument } from './plan.ts';
export type { PolicyProfile, ToolPolicy } from './policy.ts';
export type { CallChange, ToolArtifact, ToolError, ToolMetadata, ToolResult, ToolWarning, ValidationReport } from './result.ts';
export { EXCLUDED_PATHS } from './result-hash.ts';

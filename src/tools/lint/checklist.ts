import { AgentHints } from '../contract/hints.ts';
import type { ToolManifest } from '../contract/index.ts';
import { ToolMetadata, ToolResult } from '../contract/result.ts';

/**
 * The verification checklist of the MCP tool specification (S4), line by line. Properties that the runner guarantees for every tool are
 * checked on the runner's own schemas.
 */
export interface ChecklistLine {
  readonly line: string;
  readonly holds: boolean;
}

const required = (schema: { readonly shape: object }, key: string): boolean => Object.hasOwn(schema.shape, key);
const hint = (key: string) => () => required(ToolResult, 'agentHints') && required(AgentHints, key);

const LINES: readonly (readonly [string, (manifest: ToolManifest) => boolean])[] = [
  [
    'Tool has unique name in kebab-case',
    (tool) => /^[a-z]+(?:-[a-z0-9]+)+$/.test(tool.kebab_name) && (tool.aliases.includes(tool.kebab_name) || tool.kebab_name === tool.name),
  ],
  ['Description is clear and complete (>50 chars)', (tool) => tool.description.length > 50],
  ['All parameters validated with Zod', (tool) => tool.input_schema['additionalProperties'] === false],
  ['Permissions array defined', (tool) => Array.isArray(tool.permissions)],
  ['Category specified', (tool) => ['query', 'mutation', 'analysis', 'generation'].includes(tool.category)],
  ['responseTime specified', (tool) => ['fast', 'medium', 'slow'].includes(tool.responseTime)],
  [
    'cacheable flag set correctly',
    (tool) => typeof tool.cacheable === 'boolean' && (!tool.cacheable || (tool.effect === 'read_only' && tool.deterministic)),
  ],
  ['cacheTTL set if cacheable', (tool) => tool.cacheable === (tool.cacheTTL !== undefined && tool.cacheTTL > 0)],
  ['idempotent flag set correctly', (tool) => tool.effect !== 'read_only' || tool.idempotent === tool.deterministic],
  ['At least 1 example provided', (tool) => tool.examples.length > 0],
  ['At least 1 tag provided', (tool) => tool.tags.length > 0],
  ['Handler returns ToolResult structure', () => required(ToolResult, 'data') && required(ToolResult, 'metadata')],
  ['agentHints ALWAYS included in response', () => !ToolResult.shape.agentHints.safeParse(undefined).success],
  ['agentHints.confidence calculated (not hardcoded)', hint('confidence_basis')],
  ['agentHints.sourceQuality specified', hint('sourceQuality')],
  ['agentHints.validityPeriod specified', hint('validityPeriod')],
  ['agentHints.contextNeeded array present (can be empty)', hint('contextNeeded')],
  ['agentHints.assumptions array present (can be empty)', hint('assumptions')],
  ['agentHints.riskFactors array present (can be empty)', hint('riskFactors')],
  ['agentHints.dependencies array present (can be empty)', hint('dependencies')],
  [
    'agentHints.estimatedImpact object present with benefit/effort/roi',
    () => ['benefit', 'effort', 'roi'].every((key) => required(AgentHints.shape.estimatedImpact, key)),
  ],
  ['agentHints.preferenceAlignment array present (can be empty)', hint('preferenceAlignment')],
  ['agentHints.reasoning included (strongly recommended)', hint('reasoning')],
  [
    'All metadata fields populated',
    () =>
      ['toolVersion', 'timestamp', 'executionTime', 'serviceVersion', 'traceId', 'correlationId', 'cached'].every((key) =>
        required(ToolMetadata, key),
      ),
  ],
  ['Error handling implemented', () => required(ToolResult, 'errors')],
  ['Logging added', (tool) => tool.redaction.allow.length > 0],
  ['Metrics emitted', () => required(ToolMetadata, 'executionTime')],
  ['Tests written (unit + integration)', (tool) => tool.examples.every((example) => example.expectedResult['result_hash'] !== undefined)],
  ['Tool registered in ToolRegistry', (tool) => tool.aliases.includes(`core__${tool.name}`)],
];

export const checklistOf = (manifest: ToolManifest): ChecklistLine[] => LINES.map(([line, holds]) => ({ line, holds: holds(manifest) }));

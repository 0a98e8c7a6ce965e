/** Schema of a tool's manifest: purpose, input, output and cost (S0 §1, S2 #10, S4 "Tool Definition"). */
import type { Immutable } from './immutable.ts';
import { canonicalVersion, foreignToolName, jsonObject, permission, sha256, text, toolName } from './identifiers.ts';
import { z } from './zod.ts';

export const SideEffects = z.enum(['none', 'read_only', 'external_write']);
export const ToolEffect = z.enum(['read_only', 'state_change', 'external_side_effect']);
export const ToolCategory = z.enum(['query', 'mutation', 'analysis', 'generation']);
export const ResponseTime = z.enum(['fast', 'medium', 'slow']);
export const Trust = z.enum(['trusted', 'semi', 'untrusted']);

export const ToolExample = z.strictObject({
  description: text(10, 300).describe('What the example shows.'),
  params: jsonObject().describe('Value of `arguments`.'),
  capture_selection: jsonObject().describe('Value of `capture_selection`; absent when the tool reads no capture.').optional(),
  captures: z
    .array(
      z.strictObject({
        capture_id: text(1, 128).describe('Id by which `capture_selection` names it.'),
        sha256: sha256().describe('SHA-256 of the file that the example was run over.'),
      }),
    )
    .max(16)
    .describe('Captures that the example was run over; absent when the tool reads none.')
    .optional(),
  expectedResult: jsonObject().describe(
    'Members of the result: `status`, `summary`, `result_hash`, and code and field of the `errors` of a failing example.',
  ),
});

export const ErrorDoc = z.strictObject({
  code: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/)
    .describe('Code of the error registry.'),
  meaning: text(10, 300).describe('When this tool answers it.'),
});

export const Deprecation = z.strictObject({
  since: canonicalVersion().describe('Version in which the deprecation was announced.'),
  replacement: toolName().describe('Tool that takes over.'),
  removalDate: z.iso.date().describe('First day on which the tool may be gone, at least 90 days after the announcement.'),
  announcedOn: z.iso.date().describe('Day of the announcement.').optional(),
});

/** The manifest fields that a tool's author writes; the others are derived. */
const authored = {
  name: toolName().max(64).describe('Canonical snake_case name, stable and unique.'),
  version: canonicalVersion().describe('Semantic version major.minor.patch.'),
  kebab_name: z
    .string()
    .regex(/^[a-z]+(?:-[a-z0-9]+)+$/)
    .max(64)
    .describe('The same tool as verb-noun in kebab-case, e.g. analyze-bluetooth-addresses; also names it in advice.'),
  title: text(3, 60).describe('Name for people.'),
  description: text(60, 500).describe('What the tool does, when to use it, when not, and what it returns.'),
  long_description: text(1, 4000).describe('More about method, limits and uses.').optional(),
  background: text(20, 300)
    .describe('What a reader new to Bluetooth must know to choose the tool; included in what models receive.')
    .optional(),
  capabilities: z.array(text(1, 64)).min(1).max(32).describe('Actions that the tool supports.'),
  execution_constraints: z
    .strictObject({
      max_timeout_ms: z.int().min(1).describe('Hard upper bound of the timeout in ms.'),
      max_payload_bytes: z.int().min(1).describe('Largest invocation in bytes of UTF-8 JSON.'),
      supports_streaming: z.boolean().describe('Whether progress events are sent while it runs.'),
    })
    .describe('Runtime limits.'),
  cost_hint: z
    .strictObject({
      unit: z.enum(['call', 'second', 'record']).describe('What one unit of cost stands for.'),
      estimated_cost: z.number().min(0).describe('Cost per unit in `currency`.'),
      currency: z
        .string()
        .regex(/^(?:[A-Z]{3}|credits)$/)
        .describe('ISO 4217 code, or `credits` for local work.'),
    })
    .describe('What a call costs.'),
  deterministic: z.boolean().describe('Whether equal calls give equal results.'),
  effect: ToolEffect.describe('What a call may change: nothing, the workbench, or the world.'),
  reversible: z.boolean().describe('Whether what it changes can be undone; true when it changes nothing.'),
  category: ToolCategory.describe('Kind of work; decides caching and retries.'),
  permissions: z.array(permission()).max(16).describe('Grants a caller needs, as resource:action.'),
  responseTime: ResponseTime.describe('fast < 100 ms, medium < 1 s, slow beyond.'),
  cacheable: z.boolean().describe('Whether a result may be answered again without running.'),
  cacheTTL: z.int().min(1).describe('Seconds for which a result may be answered again; only with cacheable.').optional(),
  idempotent: z.boolean().describe('Whether the same input gives the same output and state.'),
  tags: z
    .array(z.string().regex(/^[a-z][a-z0-9-]*$/))
    .min(1)
    .max(16)
    .describe('Words to find the tool by.'),
  rateLimit: z
    .strictObject({
      maxCalls: z.int().min(1).describe('Calls per window.'),
      windowMs: z.int().min(1).describe('Length of the window in ms.'),
    })
    .describe('How often one actor may call.')
    .optional(),
  deprecated: Deprecation.describe('Present once the tool is on its way out.').optional(),
  error_codes: z.array(ErrorDoc).max(64).describe('Errors of the tool itself, beside those any call can meet.'),
  preconditions: z.array(text(1, 300)).max(16).describe('What must hold for a call to make sense.').optional(),
  fallback: toolName().describe('Tool that answers with less when this one lacks data.').optional(),
  alternatives: z.array(toolName()).max(8).describe('Tools to use instead where this one is the wrong one.').optional(),
  extra_aliases: z.array(text(1, 64)).max(8).describe('Names beside the generated ones.').optional(),
  confidence_semantics: text(1, 600).describe('How its confidence is to be read.').optional(),
  requiresConnection: z.boolean().describe('Whether the context must carry a connection id.').optional(),
  columns: z
    .array(
      z.strictObject({
        argument: text(1, 128).describe('Place in the arguments, `[]` for items of a list: features[].'),
        holds: z
          .enum(['number', 'number_or_level', 'address', 'any', 'selected'])
          .describe(
            'What the named column must hold; number_or_level: a number, or anything if `categorical` names the column; selected: any column of the rows, capture_id and ts_us included.',
          ),
      }),
    )
    .max(16)
    .describe('Arguments that name columns of the selected captures; checked before anything runs.')
    .optional(),
};

export const ManifestParts = z.strictObject(authored);

const constraints = authored.execution_constraints.extend({
  side_effects: SideEffects.describe('Side effects in the contract’s own three words, derived from `effect`.'),
});

export const ToolManifest = z.strictObject({
  ...authored,
  name: z
    .union([toolName().max(64), foreignToolName()])
    .describe('Canonical name, stable and unique; mcp__server__tool for tools of other servers.'),
  execution_constraints: constraints.describe('Runtime limits and behaviour guarantees.'),
  input_schema: jsonObject().describe('JSON Schema of `arguments`.'),
  output_schema: jsonObject().describe('JSON Schema of `structured_output` for ok and partial.'),
  examples: z.array(ToolExample).max(16).describe('Calls with the results they give; none of tools of other servers.'),
  aliases: z.array(text(1, 64)).max(32).describe('Other names that resolve to this tool.'),
  annotations: z
    .strictObject({
      readOnlyHint: z.boolean().describe('Changes nothing.'),
      destructiveHint: z.boolean().describe('May change something for good.'),
      idempotentHint: z.boolean().describe('Repeating a call changes nothing more.'),
      openWorldHint: z.boolean().describe('Reaches beyond the workbench.'),
    })
    .describe('Behaviour in the words of other dialects, derived from `effect`.'),
  scope: z.enum(['captures', 'none']).describe('Whether a call selects rows of captures.'),
  redaction: z
    .strictObject({ allow: z.array(text(1, 256)).max(512).describe('Paths of the output that may leave the tool.') })
    .describe('What may be seen outside.'),
  requires: z
    .array(z.enum(['captures', 'query', 'kernels', 'clock', 'resolver', 'exporter', 'search']))
    .max(8)
    .describe('Capabilities the tool is given.'),
  trust: Trust.describe('trusted: built in; untrusted: of another server.'),
  schemaHash: sha256()
    .describe('SHA-256 of the canonical input and output schemas; of the whole definition for tools of other servers.')
    .optional(),
  server: z
    .strictObject({
      name: text(1, 64).describe('What the person calls the server.'),
      url: text(1, 2048).describe('Where calls are sent.'),
      tool: text(1, 128).describe('The tool as the server spells it.'),
    })
    .describe('Who does the work; absent for tools of the workbench.')
    .optional(),
});

export type ManifestParts = Immutable<z.infer<typeof ManifestParts>>;
export type ToolManifest = Immutable<z.infer<typeof ToolManifest>>;
export type ToolExample = Immutable<z.infer<typeof ToolExample>>;
export type ToolEffect = z.infer<typeof ToolEffect>;
export type ToolCategory = z.infer<typeof ToolCategory>;

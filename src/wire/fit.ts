import type { ToolManifest } from '../tools/contract/index.ts';
import { isRecord, type JsonSchema } from '../tools/contract/json-schema.ts';
import { describedTool } from './describe.ts';
import { LIMITS, type Limits, type StrictLimits } from './limits.ts';
import { parametersIn, wholeSchema, type Parameters } from './parameters.ts';
import type { Dialect, Issue } from './record.ts';
import { propertiesIn, tokensOf, totalsOf } from './schema-totals.ts';

/** A tool in the form that a dialect accepts, within the limits of its provider. */
export interface Definition {
  readonly tool: ToolManifest;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly strict: boolean;
  readonly deferred: boolean;
}

/** A tool that is to be offered to the model. */
export interface Candidate {
  readonly tool: ToolManifest;
  /** Whether the model gets the tool only through a search. */
  readonly deferred: boolean;
  /** If there is no room for all tools, those with lower ranks take precedence. */
  readonly rank: number;
}

export interface Fitted {
  readonly definitions: readonly Definition[];
  /** What was changed or left out to stay within the limits. */
  readonly warnings: readonly Issue[];
}

/** Name of the optional argument that every tool has. It is left out first if optional arguments are limited. */
const TIMEOUT = 'timeout_ms';

/**
 * Writes definitions of tools within the limits of a provider. Tools with names that it refuses, and tools beyond its maximum number, are
 * left out; long descriptions are cut; as many tools as possible are strict. A warning with the tool's name reports each such step.
 *
 * @param captures ids of the open captures, so that schemas accept no others
 */
export function fit(dialect: Dialect, candidates: readonly Candidate[], captures: readonly string[]): Fitted {
  const limits = LIMITS[dialect];
  const warnings: Issue[] = [];
  const say = (code: string, message: string, path: string): number => warnings.push({ code, message, path });
  const kept = withinNumber(limits, candidates, say);
  const schemas = new Map(
    kept.map(({ tool }) => [tool, wholeSchema(tool, dialect === 'mcp' || dialect === 'webmcp' ? undefined : captures)]),
  );
  const strict = limits.strict === undefined ? new Map<ToolManifest, Parameters>() : strictOnes(limits.strict, kept, schemas, say);
  const definitions = kept.map(({ tool, deferred }) => {
    const parameters =
      strict.get(tool) ??
      parametersIn({ ...(limits.keywords && { keywords: limits.keywords.value }), closed: false }, schemas.get(tool) ?? {});
    if (parameters.said > 0)
      say(
        'SAID_IN_WORDS',
        `${String(parameters.said)} constraints moved to descriptions, because the dialect has no keyword for them; the runner still holds them`,
        tool.name,
      );
    const { text, cut } = describedTool(tool);
    if (cut) say('DESCRIPTION_CUT', 'the description is longer than the dialect takes; its end is left out', tool.name);
    return { tool, description: text, schema: parameters.schema, strict: strict.has(tool), deferred };
  });
  return { definitions: withinSize(limits, definitions, candidates, say), warnings };
}

type Say = (code: string, message: string, path: string) => void;

/** Selects the candidates whose names the provider accepts, up to its maximum number of tools. */
function withinNumber({ name, property, tools }: Limits, candidates: readonly Candidate[], say: Say): readonly Candidate[] {
  const taken = candidates.filter(({ tool }) => {
    const other = property === undefined ? undefined : propertiesIn(wholeSchema(tool)).find((key) => !property.value.test(key));
    if (!name.value.test(tool.name)) say('NAME_NOT_TAKEN', 'the provider does not take this name; the tool is not offered', tool.name);
    else if (other !== undefined)
      say('NAME_NOT_TAKEN', 'the provider does not take the name of an argument; the tool is not offered', tool.name);
    else return true;
    return false;
  });
  if (tools === undefined || taken.length <= tools.value) return taken;
  const first = new Set([...taken].sort((a, b) => a.rank - b.rank).slice(0, tools.value));
  for (const each of taken)
    if (!first.has(each))
      say('TOO_MANY_TOOLS', `the provider takes ${String(tools.value)} tools in a request; this one is not offered`, each.tool.name);
  return taken.filter((each) => first.has(each));
}

const encoder = new TextEncoder();
/** Bytes of a definition that dialects add around its name, description and schema, at most. */
const FRAME = 200;

/** Selects the definitions that take at most half of a request and of a context, those with lower ranks first. */
function withinSize(
  { bytes, context, usualContext }: Limits,
  definitions: readonly Definition[],
  candidates: readonly Candidate[],
  say: Say,
): readonly Definition[] {
  const ranks = new Map(candidates.map(({ tool, rank }) => [tool, rank]));
  const rankOf = ({ tool }: Definition): number => ranks.get(tool) ?? 0;
  const left = { bytes: (bytes?.value ?? Infinity) / 2, tokens: (context?.value ?? Infinity) / 2 };
  let loaded = 0;
  const kept = new Set<Definition>();
  for (const each of [...definitions].sort((a, b) => rankOf(a) - rankOf(b))) {
    const text = JSON.stringify([each.tool.name, each.description, each.schema]);
    const size = encoder.encode(text).length + FRAME;
    const tokens = each.deferred ? 0 : tokensOf(text);
    if (size > left.bytes || tokens > left.tokens) {
      say('TOO_MANY_TOOLS', 'the tools are larger than the provider takes in a request; this one is not offered', each.tool.name);
      continue;
    }
    left.bytes -= size;
    left.tokens -= tokens;
    loaded += tokens;
    kept.add(each);
  }
  if (usualContext !== undefined && loaded > usualContext.value)
    say(
      'CONTEXT_TOO_SMALL',
      `the tools take about ${String(loaded)} tokens, and the usual context has ${String(usualContext.value)}; set a longer one`,
      'tools',
    );
  return definitions.filter((each) => kept.has(each));
}

/** Selects the tools that are offered in the strict form, and writes their parameters in it. */
function strictOnes(
  limits: StrictLimits,
  candidates: readonly Candidate[],
  schemas: ReadonlyMap<ToolManifest, JsonSchema>,
  say: Say,
): ReadonlyMap<ToolManifest, Parameters> {
  const form = {
    keywords: limits.keywords.value,
    allRequired: limits.allRequired.value,
    closed: true,
    ...(limits.minItems && { minItems: limits.minItems.value }),
    ...(limits.pattern && { pattern: limits.pattern.value }),
  };
  const write = (tool: ToolManifest, timeout: boolean): Parameters => {
    const whole = schemas.get(tool) ?? {};
    return parametersIn(form, timeout ? whole : withoutTimeout(whole));
  };
  const possible = candidates.filter(({ tool }) => {
    const { schema, expressible } = write(tool, true);
    if (!expressible)
      say('NOT_STRICT', 'the dialect takes no object of free keys in its strict form; the tool is offered without it', tool.name);
    else if (!fitsAlone(limits, schema))
      say('NOT_STRICT', 'its schema is larger than the strict form takes; the tool is offered without it', tool.name);
    else return true;
    return false;
  });
  const whole = possible.map(({ tool }) => [tool, write(tool, true)] as const);
  if (
    isWithin(
      limits,
      whole.map(([, { schema }]) => schema),
    )
  )
    return new Map(whole);
  // Leave out the timeout argument: strict forms limit the number of optional arguments, so more tools fit without it.
  const shorter = possible.map((each) => ({ ...each, parameters: write(each.tool, false) }));
  const chosen = new Map<ToolManifest, Parameters>();
  for (const { tool, parameters } of shorter.sort((a, b) => a.rank - b.rank || costOf(a.parameters) - costOf(b.parameters))) {
    const next = [...chosen.values(), parameters].map(({ schema }) => schema);
    if (isWithin(limits, next)) {
      chosen.set(tool, parameters);
      say('TIMEOUT_LEFT_OUT', `${TIMEOUT} is left out of the strict form, so that more tools fit into it`, tool.name);
    } else say('NOT_STRICT', 'the strict forms of a request have no room for this tool; it is offered without', tool.name);
  }
  return chosen;
}

const costOf = ({ schema }: Parameters): number => totalsOf(schema).optional;

function withoutTimeout(schema: JsonSchema): JsonSchema {
  const { [TIMEOUT]: _, ...properties } = isRecord(schema['properties']) ? schema['properties'] : {};
  return { ...schema, properties };
}

function fitsAlone({ properties, depth, enumValues, characters, longEnum }: StrictLimits, schema: JsonSchema): boolean {
  const totals = totalsOf(schema);
  return (
    totals.properties <= (properties?.value ?? Infinity) &&
    totals.depth <= (depth?.value ?? Infinity) &&
    totals.enumValues <= (enumValues?.value ?? Infinity) &&
    totals.characters <= (characters?.value ?? Infinity) &&
    totals.enums.every(
      (each) => longEnum === undefined || each.values <= longEnum.value.values || each.characters <= longEnum.value.characters,
    )
  );
}

function isWithin({ tools, optional, unions }: StrictLimits, schemas: readonly JsonSchema[]): boolean {
  const totals = schemas.map(totalsOf);
  return (
    schemas.length <= (tools?.value ?? Infinity) &&
    totals.reduce((sum, each) => sum + each.optional, 0) <= (optional?.value ?? Infinity) &&
    totals.reduce((sum, each) => sum + each.unions, 0) <= (unions?.value ?? Infinity)
  );
}

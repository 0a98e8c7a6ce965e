import { canonicalJson } from '../../base/canonical.ts';
import { shorten } from '../contract/errors.ts';
import { isRecord, type JsonSchema } from '../contract/json-schema.ts';
import { checkJson } from '../contract/json-value.ts';
import { namesConnection, namesSecret, propertyNames } from '../contract/secret-names.ts';
import { acceptSchema } from './schema-rules.ts';

/** A tool from the list of an MCP server (MCP `Tool`), after validation. */
export interface OfferedTool {
  /** Name of the tool as the server spells it, which calls must use. */
  readonly name: string;
  readonly title: string | null;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | null;
  /** The server's behaviour hints, which are shown but not trusted. */
  readonly claims: readonly string[];
  /** Keywords of the tool's schemas that are checked only by the server, not here. */
  readonly left: readonly string[];
  /** The members of the definition that its fingerprint covers, frozen. */
  readonly definition: Readonly<Record<string, unknown>>;
}

/** A tool of the server's list that is not offered, with the reason. */
export interface RefusedTool {
  readonly name: string;
  readonly why: string;
}

export interface ReadTools {
  readonly offered: readonly OfferedTool[];
  readonly refused: readonly RefusedTool[];
}

/** Maximum number of tools that are read from one server. */
export const MOST_TOOLS = 512;
const MOST_NAME = 128;
const MOST_DESCRIPTION = 16_384;
/** Names of the members that the fingerprint covers: everything that people or models see or that is checked. */
const KEPT = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;
const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const;

/** Reads a server's list of tools. Tools that share a name are refused. */
export function readTools(list: readonly unknown[]): ReadTools {
  const offered = new Map<string, OfferedTool>();
  const refused = new Map<string, RefusedTool>();
  for (const line of list.slice(0, MOST_TOOLS)) {
    const read = readTool(line);
    const { name } = read;
    if ('why' in read) refused.set(name, read);
    else if (offered.has(name) || refused.has(name)) refused.set(name, { name, why: 'the server lists two tools of this name' });
    else offered.set(name, read);
  }
  return {
    offered: [...offered.values()].filter(({ name }) => !refused.has(name)),
    refused: [...refused.values()],
  };
}

export function readTool(line: unknown): OfferedTool | RefusedTool {
  const given = isRecord(line) ? line['name'] : undefined;
  const name = typeof given === 'string' ? shorten(given.toWellFormed(), MOST_NAME) : '(no name)';
  const refuse = (why: string): RefusedTool => ({ name, why });
  if (!isRecord(line)) return refuse('expected an object');
  if (typeof given !== 'string' || !/^[\w.-]{1,128}$/.test(given))
    return refuse('name: expected 1 to 128 letters, digits, dots, hyphens and underscores');
  const checked = checkJson(Object.fromEntries(KEPT.flatMap((key) => (Object.hasOwn(line, key) ? [[key, line[key]]] : []))));
  const [fault] = checked.errors;
  if (fault !== undefined) return refuse(shorten(fault.message.replace('the invocation', 'the definition'), 300));
  const definition = checked.value as Readonly<Record<string, unknown>>;
  const { title, description = '', annotations = {} } = definition;
  if (title !== undefined && typeof title !== 'string') return refuse('title: expected a text');
  if (typeof description !== 'string' || description.length > MOST_DESCRIPTION)
    return refuse(`description: expected a text of at most ${String(MOST_DESCRIPTION)} characters`);
  if (!isRecord(annotations)) return refuse('annotations: expected an object');
  const input = acceptSchema(definition['inputSchema'], 'inputSchema');
  if (typeof input === 'string') return refuse(input);
  const asked = forbiddenArgument(input.schema);
  if (asked !== undefined) return refuse(asked);
  const output = definition['outputSchema'] === undefined ? null : acceptSchema(definition['outputSchema'], 'outputSchema');
  if (typeof output === 'string') return refuse(output);
  return {
    name,
    title: title ?? null,
    description,
    inputSchema: input.schema,
    outputSchema: output?.schema ?? null,
    claims: HINTS.flatMap((hint) => (typeof annotations[hint] === 'boolean' ? [`${hint} ${String(annotations[hint])}`] : [])),
    left: [...input.left, ...(output?.left ?? [])],
    definition,
  };
}

/** Returns why a schema is refused for the name of an argument: it is a member of every call, or suggests a secret (S2 #26a). */
function forbiddenArgument(schema: JsonSchema): string | undefined {
  const { properties } = schema;
  const taken = (isRecord(properties) ? Object.keys(properties) : []).find((name) => name === 'capture_selection' || name === 'timeout_ms');
  if (taken !== undefined) return `inputSchema: every call has a member ${taken} beside its arguments, so no argument may have that name`;
  const secret = propertyNames(schema).find((name) => namesSecret(name) || namesConnection(name));
  return secret === undefined ? undefined : `inputSchema: ${secret} asks for a secret or a connection; those stay with their owner`;
}

/** Returns the text whose SHA-256 is the fingerprint: the definition as canonical JSON. */
export const fingerprintText = ({ definition }: Pick<OfferedTool, 'definition'>): string => canonicalJson(definition);

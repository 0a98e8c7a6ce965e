import { canonicalJson } from '../../base/canonical.ts';
import { shorten } from '../contract/errors.ts';
import { isRecord, type JsonSchema } from '../contract/json-schema.ts';
import { FORBIDDEN_KEYS } from '../contract/json-walk.ts';
import { plainPattern, referred } from './interpret.ts';

/** The accepted part of a server's schema: of bounded size, with local references only. */
export interface Accepted {
  readonly schema: JsonSchema;
  /** Keywords that only the server checks, each with its location. */
  readonly left: readonly string[];
}

const MOST_CHARACTERS = 64 * 1024;
const MOST_NODES = 4000;
const MOST_DEPTH = 32;
const MOST_LEFT = 32;

/** Keywords whose value is a schema, a list of schemas, or a schema per name. */
const ONE = ['additionalProperties', 'items', 'additionalItems', 'contains', 'propertyNames', 'not', 'if', 'then', 'else'];
const LIST = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const NAMED = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];
/** Keywords that restrict values but are not checked here. */
const LEFT = ['unevaluatedProperties', 'unevaluatedItems', 'dependencies', '$dynamicRef', '$recursiveRef'];

/** Checks a server's schema of arguments or of an answer. Returns the accepted part, or the fault as a text that begins with `kind`. */
export function acceptSchema(schema: unknown, kind: 'inputSchema' | 'outputSchema'): Accepted | string {
  if (!isRecord(schema)) return `${kind}: expected a JSON Schema object`;
  const size = canonicalJson(schema).length;
  if (size > MOST_CHARACTERS) return `${kind}: expected at most ${String(MOST_CHARACTERS)} characters, got ${String(size)}`;
  if (kind === 'inputSchema' && schema['type'] !== 'object') return 'inputSchema: expected type object at its root';
  const left: string[] = [];
  let nodes = 0;
  const leave = (what: string, at: string): void => {
    if (left.length < MOST_LEFT) left.push(`${what} at ${at === '' ? 'the root' : at}`);
  };
  const visit = (node: unknown, at: string, depth: number): string | undefined => {
    nodes += 1;
    if (nodes > MOST_NODES) return `${kind}: expected at most ${String(MOST_NODES)} nodes`;
    if (depth > MOST_DEPTH) return `${kind}: expected at most ${String(MOST_DEPTH)} levels`;
    if (typeof node === 'boolean') return undefined;
    if (!isRecord(node)) return `${kind}: expected a schema at ${at === '' ? 'the root' : at}`;
    const { $ref, pattern, patternProperties } = node;
    if ($ref !== undefined && (typeof $ref !== 'string' || referred(schema, $ref) === undefined))
      return `${kind}: expected $ref to name a place inside it, at ${at === '' ? 'the root' : at}`;
    for (const key of LEFT) if (key in node) leave(key, at);
    if (typeof pattern === 'string' && !plainPattern(pattern)) leave('pattern', at);
    for (const key of Object.keys(isRecord(patternProperties) ? patternProperties : {}))
      if (!plainPattern(key)) leave('patternProperties', at);
    for (const [key, child] of childrenOf(node)) {
      const name = key.at(-1) ?? '';
      if (key.length === 2 && FORBIDDEN_KEYS.has(name)) return `${kind}: no property may be named ${name}`;
      const wrong = visit(child, `${at}/${key.map((step) => shorten(step, 64)).join('/')}`, depth + 1);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  };
  const wrong = visit(schema, '', 0);
  return wrong ?? { schema, left };
}

/** Returns the direct child schemas of a node, each with its path from the node. */
function childrenOf(node: JsonSchema): readonly (readonly [readonly string[], unknown])[] {
  const under = (key: string): unknown => (Object.hasOwn(node, key) ? node[key] : undefined);
  return [
    ...ONE.flatMap((key) => {
      const child = under(key);
      return child === undefined || Array.isArray(child) ? [] : [[[key], child] as const];
    }),
    ...LIST.flatMap((key) => {
      const list = under(key);
      return Array.isArray(list) ? list.map((child: unknown, index) => [[key, String(index)], child] as const) : [];
    }),
    ...NAMED.flatMap((key) => {
      const names = under(key);
      return isRecord(names) ? Object.entries(names).map(([name, child]) => [[key, name], child] as const) : [];
    }),
  ];
}

import type { ToolManifest } from '../contract/index.ts';
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';

/** One rule of the manifest lint as data: its name, severity, requirement and check. */
export interface LintRule {
  /** Id of the rule: `DL-…`. */
  readonly id: string;
  readonly severity: Severity;
  readonly asks: string;
  readonly check: (manifest: ToolManifest, facts: LintFacts) => readonly Breach[];
}

/** `error`: blocks a release; `warning`: should be corrected; `info`: worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/** A location in a manifest that breaks a rule. */
export interface Breach {
  /** JSON Pointer to the faulty place in the manifest. */
  readonly pointer: string;
  readonly message: string;
  /** Severity of this finding; set if it differs from the rule's severity. */
  readonly severity?: Severity;
}

export interface LintFinding extends Breach {
  /** Id of the broken rule, `DL-1` to `DL-64`; `DL-0` for a value that is not a manifest. */
  readonly rule: string;
  readonly severity: Severity;
  /** The checked tool, as `name@version`. */
  readonly tool: string;
}

/** Facts for the rules that the manifest itself does not contain. */
export interface LintFacts {
  /** The manifests of all tools in the catalog, including the one that is checked. */
  readonly siblings: readonly ToolManifest[];
  /** Outcome of running each example of a manifest, by `name#index`; absent if none was run. */
  readonly examples?: ReadonlyMap<string, ExampleVerdict>;
  /** Digest of the schemas of each tool when it was published, by `name@version`; absent if unknown. */
  readonly published?: ReadonlyMap<string, string>;
  /** Digest of the current schemas of each tool, by `name@version`. */
  readonly digests?: ReadonlyMap<string, string>;
}

export type ExampleVerdict = { readonly ok: true } | { readonly ok: false; readonly message: string };

/** A schema node with its location. */
export interface Leaf {
  readonly name: string;
  readonly pointer: string;
  readonly node: SchemaNode;
  readonly required: boolean;
  readonly depth: number;
}

/** Lists all named properties of a schema, including nested ones and the values of records. */
export function leavesOf(schema: SchemaNode, pointer: string, depth = 0): Leaf[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  const own = Object.entries(properties).flatMap(([name, node]): Leaf[] => {
    if (!isRecord(node)) return [];
    const at = `${pointer}/properties/${name}`;
    return [{ name, pointer: at, node, required: required.includes(name), depth }, ...leavesOf(node, at, depth + 1)];
  });
  const inner = (['items', 'additionalProperties'] as const).flatMap((key) => {
    const node = schema[key];
    if (!isRecord(node)) return [];
    return [{ name: key, pointer: `${pointer}/${key}`, node, required: true, depth }, ...leavesOf(node, `${pointer}/${key}`, depth + 1)];
  });
  return [...own, ...inner];
}

export const isNumeric = (node: SchemaNode): boolean => {
  const types: readonly unknown[] = Array.isArray(node['type']) ? node['type'] : [node['type']];
  return types.includes('number') || types.includes('integer');
};

export const textOf = (node: SchemaNode): string => (typeof node['description'] === 'string' ? node['description'] : '');

export const breach = (pointer: string, message: string, severity?: Severity): Breach => ({
  pointer,
  message,
  ...(severity && { severity }),
});

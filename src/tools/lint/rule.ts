import type { ToolManifest } from '../contract/index.ts';
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';

/** One rule of the manifest lint as data: its name, severity, requirement and check. */
export interface LintRule {
  /** `DL-…` */
  readonly id: string;
  readonly severity: Severity;
  readonly asks: string;
  readonly check: (manifest: ToolManifest, facts: LintFacts) => readonly Breach[];
}

/** `error`: blocks a release; `warning`: should be corrected; `info`: worth knowing. */
export type Severity = 'error' | 'warning' | 'info';

/** A location in a manifest that breaks a rule. */
export interface Breach {
  /** JSON Pointer into the manifest. */
  readonly pointer: string;
  readonly message: string;
  /** Set if it differs from the rule's severity. */
  readonly severity?: Severity;
}

export interface LintFinding extends Breach {
  /** `DL-1` to `DL-64`; `DL-0` for a value that is not a manifest. */
  readonly rule: string;
  readonly severity: Severity;
  /** `name@version`. */
  readonly tool: string;
}

/** Facts that a manifest does not contain. */
export interface LintFacts {
  /** All manifests of the catalog, including the one in question. */
  readonly siblings: readonly ToolManifest[];
  /** Outcome of a real run of each example, by `name#index`; absent if nothing was run. */
  readonly examples?: ReadonlyMap<string, ExampleVerdict>;
  /** Schema digest at publication, by `name@version`; absent if unknown. */
  readonly published?: ReadonlyMap<string, string>;
  /** Current schema digest, by `name@version`. */
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

/** All named properties of a schema, including nested ones and the values of records. */
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

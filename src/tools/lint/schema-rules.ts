/** Requirements on the schemas of a manifest (DL-10 … DL-15, DL-20 … DL-24, DL-60 … DL-62). */
import type { ToolManifest } from '../contract/index.ts';
import { isRecord, type SchemaNode } from '../contract/json-schema.ts';
import { breach, isNumeric, leavesOf, textOf, type Breach, type Leaf, type LintRule } from './rule.ts';

const inputs = (manifest: ToolManifest): Leaf[] => leavesOf(manifest.input_schema, '/input_schema');
const outputs = (manifest: ToolManifest): Leaf[] => leavesOf(manifest.output_schema, '/output_schema');
const named = (leaves: readonly Leaf[]): Leaf[] => leaves.filter((leaf) => leaf.name !== 'items' && leaf.name !== 'additionalProperties');
const enumOf = (node: SchemaNode): readonly unknown[] => (Array.isArray(node['enum']) ? (node['enum'] as unknown[]) : []);

const UNIT_WORDS =
  /\b(?:unitless|ratio|probabilit\w+|share|posterior|milliseconds?|ms|seconds?|µs|bytes?|dBm|Hz|rows|frames|packets|observations|units of|per second|relative)\b/i;
const UNIT_SUFFIX = /_(?:ms|s|us|dbm|hz|count|ratio|bytes|rows|pct)$/;

function hasUnit({ name, node }: Leaf): boolean {
  const isRatio = node['minimum'] === 0 && node['maximum'] === 1;
  return isRatio || typeof node['x-unit'] === 'string' || UNIT_SUFFIX.test(name) || UNIT_WORDS.test(textOf(node));
}

function boundsMissing({ node }: Leaf): string | undefined {
  const type = node['type'];
  if (isNumeric(node) && (node['minimum'] ?? node['exclusiveMinimum']) === undefined) return 'no minimum';
  if (isNumeric(node) && (node['maximum'] ?? node['exclusiveMaximum']) === undefined) return 'no maximum';
  if (type === 'array' && node['maxItems'] === undefined) return 'no maxItems';
  if (type === 'string' && node['maxLength'] === undefined && node['pattern'] === undefined && node['enum'] === undefined)
    return 'no maxLength, pattern or enum';
  return undefined;
}

const KEYWORDS_2020_ONLY = [
  'prefixItems',
  'unevaluatedProperties',
  'unevaluatedItems',
  'dependentRequired',
  'dependentSchemas',
  '$dynamicRef',
  'minContains',
];
const REFUSED = ['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else', 'patternProperties', '$ref', ...KEYWORDS_2020_ONLY];

function hygiene(schema: SchemaNode, pointer: string): Breach[] {
  const found: Breach[] = [];
  if (schema['type'] !== 'object') found.push(breach(pointer, 'the root is no object'));
  if (!isRecord(schema['properties'])) found.push(breach(pointer, 'the root has no properties'));
  if (!Array.isArray(schema['required'])) found.push(breach(pointer, 'the root has no list of required keys'));
  if (typeof schema['$schema'] !== 'string') found.push(breach(pointer, 'no $schema'));
  const visit = (node: unknown, at: string, depth: number): void => {
    if (!isRecord(node)) return;
    if (depth > 5) found.push(breach(at, 'nested deeper than 5 levels'));
    for (const keyword of REFUSED)
      if (node[keyword] !== undefined) found.push(breach(at, `the keyword ${keyword} is not part of the profile`));
    if (Array.isArray(node['enum']) && node['enum'].length === 0) found.push(breach(at, 'an empty enum'));
    if (node['required'] === false || node['required'] === true) found.push(breach(at, 'required is no list'));
    const properties = isRecord(node['properties']) ? node['properties'] : undefined;
    if (properties) {
      const names = Object.keys(properties);
      if (node['additionalProperties'] !== false) found.push(breach(at, 'the object is not closed'));
      const required = Array.isArray(node['required']) ? (node['required'] as string[]) : [];
      for (const name of required) if (!names.includes(name)) found.push(breach(at, `${name} is required and not a property`));
      if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
        found.push(breach(at, 'two properties differ only in case'));
      for (const name of names) {
        if (/^(?:__proto__|constructor|prototype)$/.test(name)) found.push(breach(at, `the name ${name} is refused`));
        const child = properties[name];
        if (isRecord(child) && child['type'] === undefined && child['enum'] === undefined)
          found.push(breach(`${at}/properties/${name}`, 'no type'));
        visit(child, `${at}/properties/${name}`, depth + 1);
      }
    }
    visit(node['items'], `${at}/items`, depth);
    visit(node['additionalProperties'], `${at}/additionalProperties`, depth);
  };
  visit(schema, pointer, 0);
  return found;
}

/** Estimated number of tokens of a tool's definition: a quarter of its characters, which is close to most tokenisers. */
const tokens = (manifest: ToolManifest): number =>
  Math.ceil(JSON.stringify([manifest.name, manifest.description, manifest.input_schema]).length / 4);

export const schemaRules: readonly LintRule[] = [
  {
    id: 'DL-10',
    severity: 'error',
    asks: 'Every parameter is described in 15 to 150 characters, and 80 more for each value of an enum.',
    check: (manifest) =>
      named(inputs(manifest)).flatMap(({ pointer, node, name }) => {
        const { length } = textOf(node);
        const most = 150 + 80 * enumOf(node).length;
        if (length < 15 || length > most)
          return [breach(pointer, `expected a description of 15 to ${String(most)} characters, got ${String(length)}`)];
        return textOf(node).toLowerCase() === name.replaceAll('_', ' ') ? [breach(pointer, 'the description is the name')] : [];
      }),
  },
  {
    id: 'DL-11',
    severity: 'warning',
    asks: 'An optional parameter says what holds when it is absent, and the schema agrees.',
    check: (manifest) =>
      named(inputs(manifest)).flatMap(({ pointer, node, required }) => {
        const value = node['default'];
        const says = /\b(?:absent|without it|optional|default)\b/i.test(textOf(node));
        if (required && value === undefined) return [];
        if (!says) return [breach(pointer, 'does not say what holds when it is absent')];
        const shown = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
        const stated = textOf(node).includes(shown);
        return stated ? [] : [breach(pointer, `the default ${shown} is not in the text`)];
      }),
  },
  {
    id: 'DL-12',
    severity: 'warning',
    asks: 'Numbers, texts and lists have bounds.',
    check: (manifest) =>
      inputs(manifest).flatMap((leaf) => {
        const missing = boundsMissing(leaf);
        return missing === undefined ? [] : [breach(leaf.pointer, missing)];
      }),
  },
  {
    id: 'DL-13',
    severity: 'warning',
    asks: 'Every parameter has an example.',
    check: (manifest) =>
      named(inputs(manifest)).flatMap(({ pointer, node }) =>
        Array.isArray(node['examples']) && node['examples'].length > 0 ? [] : [breach(pointer, 'no example')],
      ),
  },
  {
    id: 'DL-14',
    severity: 'error',
    asks: 'A numeric parameter names its unit.',
    check: (manifest) =>
      inputs(manifest).flatMap((leaf) => (!isNumeric(leaf.node) || hasUnit(leaf) ? [] : [breach(leaf.pointer, 'no unit')])),
  },
  {
    id: 'DL-15',
    severity: 'warning',
    asks: 'An enum has 1 to 20 values, each explained, no two alike but for case.',
    check: (manifest) =>
      inputs(manifest).flatMap(({ pointer, node }) => {
        const values = enumOf(node).map(String);
        if (values.length === 0) return [];
        const silent = values.filter((value) => !textOf(node).includes(value));
        return [
          ...(values.length > 20 ? [breach(pointer, 'more than 20 values')] : []),
          ...(new Set(values.map((value) => value.toLowerCase())).size < values.length
            ? [breach(pointer, 'values that differ only in case')]
            : []),
          ...silent.map((value) => breach(pointer, `the value ${value} is not explained`)),
        ];
      }),
  },
  {
    id: 'DL-20',
    severity: 'error',
    asks: 'The text says what is returned, the schema what an empty list means.',
    check: (manifest) => [
      ...(/\bReturns\b/.test(manifest.description) ? [] : [breach('/description', 'no sentence "Returns …"')]),
      ...named(outputs(manifest)).flatMap(({ pointer, node, depth }) =>
        depth > 0 || node['type'] !== 'array' || /\b(?:empty|one per)\b/i.test(textOf(node))
          ? []
          : [breach(pointer, 'does not say when the list is empty', 'warning')],
      ),
    ],
  },
  {
    id: 'DL-21',
    severity: 'error',
    asks: 'Every number in the output has a unit or says it has none.',
    check: (manifest) =>
      outputs(manifest).flatMap((leaf) => (!isNumeric(leaf.node) || hasUnit(leaf) ? [] : [breach(leaf.pointer, 'no unit')])),
  },
  {
    id: 'DL-22',
    severity: 'warning',
    asks: 'Times are RFC 3339 in UTC, states are enums, currencies have three letters.',
    check: (manifest) =>
      named(outputs(manifest)).flatMap(({ pointer, node, name }) => {
        const free = node['type'] === 'string' && node['enum'] === undefined && node['pattern'] === undefined;
        if (/(?:_ts|_at|^now)$/.test(name) && node['format'] !== 'date-time') return [breach(pointer, 'a time without format date-time')];
        if (free && /(?:^|_)(?:status|state|severity|priority)$/.test(name)) return [breach(pointer, 'a state in free words')];
        return free && /(?:^|_)currency$/.test(name) ? [breach(pointer, 'a currency in free words')] : [];
      }),
  },
  {
    id: 'DL-24',
    severity: 'error',
    asks: 'The output schema is closed, has required keys, and describes every leaf.',
    check: (manifest) => [
      ...(Array.isArray(manifest.output_schema['required']) && manifest.output_schema['required'].length > 0
        ? []
        : [breach('/output_schema', 'nothing is required')]),
      ...(manifest.output_schema['additionalProperties'] === false ? [] : [breach('/output_schema', 'not closed')]),
      ...named(outputs(manifest)).flatMap(({ pointer, node }) => (textOf(node) === '' ? [breach(pointer, 'no description')] : [])),
    ],
  },
  {
    id: 'DL-60',
    severity: 'error',
    asks: 'Both schemas keep to the profile that every dialect reads alike.',
    check: (manifest) => {
      const count = Object.keys(isRecord(manifest.input_schema['properties']) ? manifest.input_schema['properties'] : {}).length;
      return [
        ...hygiene(manifest.input_schema, '/input_schema'),
        ...hygiene(manifest.output_schema, '/output_schema'),
        ...(count > 15 ? [breach('/input_schema', `${String(count)} parameters`, 'warning')] : []),
      ];
    },
  },
  {
    id: 'DL-61',
    severity: 'info',
    asks: 'How well the definition travels to stricter dialects.',
    check: (manifest) => {
      const optional = named(inputs(manifest)).filter((leaf) => !leaf.required).length;
      const moved = inputs(manifest).filter((leaf) =>
        ['minimum', 'maximum', 'maxLength', 'maxItems'].some((key) => leaf.node[key] !== undefined),
      ).length;
      return [
        breach(
          '/input_schema',
          `openai-strict: ${optional > 0 ? `convertible (${String(optional)} optional keys become nullable)` : 'pass'}`,
        ),
        breach(
          '/input_schema',
          `anthropic-strict: ${moved > 0 ? `convertible (bounds of ${String(moved)} keys move into the text)` : 'pass'}`,
        ),
        breach('/input_schema', 'webmcp-subset: pass'),
        breach('/input_schema', 'mcp-2025-06-18: pass'),
      ];
    },
  },
  {
    id: 'DL-62',
    severity: 'warning',
    asks: 'The definition costs at most 2 000 tokens.',
    check: (manifest) => (tokens(manifest) > 2000 ? [breach('', `about ${String(tokens(manifest))} tokens`)] : []),
  },
];

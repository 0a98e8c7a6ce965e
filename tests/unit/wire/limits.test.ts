import { describe, expect, it, test } from 'vitest';
import { catalog } from '../../../src/tools/catalog/index.ts';
import type { ToolManifest } from '../../../src/tools/contract/index.ts';
import { isRecord, type JsonSchema } from '../../../src/tools/contract/json-schema.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { definitionsIn } from '../../../src/wire/definitions.ts';
import { encode, type EncodeOptions } from '../../../src/wire/encode.ts';
import { LIMITS, type Figure } from '../../../src/wire/limits.ts';
import { DIALECTS, type Dialect } from '../../../src/wire/record.ts';
import { beyondLimits, schemasIn, wiredTools } from '../../support/provider-limits.ts';

const tools = createRegistry(catalog).getAll();
const captures = Array.from({ length: 64 }, (_, at) => `lab_floor_2026_04_03_${String(at)}`);
const WAYS: readonly (readonly [string, EncodeOptions])[] = [
  ['loaded first', {}],
  ['with 64 captures', { captures }],
  ['all loaded', { load: 'all', captures }],
  ['a choice', { choice: { name: 'statistical_comparison_tool' } }],
  ...tools.map(({ name }): readonly [string, EncodeOptions] => [name, { tools: [name] }]),
];

/** A tool of our own with other parts, as a tool of another server may have them. */
const like = (name: string, more: Partial<ToolManifest> = {}): ToolManifest => ({
  ...(tools.find((tool) => tool.name === 'capture_query') as ToolManifest),
  name,
  aliases: [],
  ...more,
});
const object = (properties: object): JsonSchema => ({ type: 'object', properties, required: [], additionalProperties: false });
const nested = (depth: number): JsonSchema => (depth === 0 ? { type: 'string' } : object({ inner: nested(depth - 1) }));
const many = (count: number): JsonSchema =>
  object(Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${String(at)}`, { type: 'string' }])));

const STRANGE: Readonly<Record<string, readonly ToolManifest[]>> = {
  'names of 65 and 129 characters, and with a dot': [like('a'.repeat(65)), like('b'.repeat(129)), like('mcp.tool'), like('9lives')],
  '600 tools': Array.from({ length: 600 }, (_, at) => like(`tool_${String(at)}`)),
  'a long description': [like('wordy', { description: 'Long. '.repeat(1000), background: '' })],
  'deep, wide and much listed': [
    like('deep', { input_schema: nested(14) }),
    like('wide', { input_schema: many(5100) }),
    like('listed', { input_schema: object({ one: { type: 'string', enum: Array.from({ length: 1200 }, (_, at) => `v${String(at)}`) } }) }),
  ],
  'a long enum': [
    like('long_enum', {
      input_schema: object({ one: { type: 'string', enum: Array.from({ length: 300 }, (_, at) => `${String(at)}${'v'.repeat(60)}`) } }),
    }),
  ],
  'tools of 18 MB': Array.from({ length: 60 }, (_, at) =>
    like(`large_${String(at)}`, { input_schema: object({ one: { type: 'string', description: 'Long. '.repeat(50_000) } }) }),
  ),
  'names of arguments': [like('spaced', { input_schema: object({ 'two words': { type: 'string' }, 'dotted.name': { type: 'string' } }) })],
  'unions and patterns': Array.from({ length: 8 }, (_, at) =>
    like(`union_${String(at)}`, {
      input_schema: object({
        either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
        both: { type: ['string', 'null'] },
        third: { type: 'array', items: { type: 'string', pattern: '^(?=x)\\bx{0,4000}$' }, minItems: 3 },
      }),
    }),
  ),
};

describe('every figure', () => {
  const figures = (value: unknown): Figure<unknown>[] => {
    if (!isRecord(value)) return [];
    return 'read' in value ? [value as unknown as Figure<unknown>] : Object.values(value).flatMap(figures);
  };
  it('has a source and the day it was read', () => {
    const all = figures(LIMITS);
    expect(all.length).toBeGreaterThan(30);
    for (const { source, read } of all) {
      expect(source).toMatch(/^https:\/\/\S+/);
      expect(read).toMatch(/^20\d\d-\d\d-\d\d$/);
    }
  });
});

describe.each(DIALECTS)('%s', (dialect: Dialect) => {
  test.each(WAYS)('%s: nothing is beyond the limits', (_, options) => {
    const encoded = encode(dialect, tools, options);
    expect(beyondLimits(dialect, encoded)).toEqual([]);
    expect(asDocumented(dialect, encoded)).toEqual([]);
  });

  test.each(Object.entries(STRANGE))('%s: nothing is beyond the limits, and what was left out is said', (_, strange) => {
    const all = [...tools, ...strange];
    const encoded = encode(dialect, all, { load: 'all' });
    expect(beyondLimits(dialect, encoded)).toEqual([]);
    expect(asDocumented(dialect, encoded)).toEqual([]);
    const offered = new Set(wiredTools(encoded).map(({ name }) => name));
    const reported = encoded.warnings.filter(({ code }) => code === 'NAME_NOT_TAKEN' || code === 'TOO_MANY_TOOLS').map(({ path }) => path);
    expect([...offered, ...reported].sort()).toEqual(all.map(({ name }) => name).sort());
  });
});

it('the checker finds what is beyond', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 25 }, (_, at) => [`p${String(at)}`, { type: ['string', 'null'], minLength: 1 }]),
  );
  const tool = { name: 'a b', description: 'x', strict: true, input_schema: { type: 'object', properties, additionalProperties: false } };
  const found = beyondLimits('anthropic', { value: { tools: [tool] } }).join('\n');
  for (const text of ['name a b', 'keyword minLength', 'optional: 25 of 24', 'unions: 25 of 16']) expect(found).toContain(text);
});

/** A catalog of one tool beyond each size, in the form of the provider. */
it.each<[Dialect, string, (schema: JsonSchema, description: string) => object, number]>([
  ['anthropic', 'bytes', (input_schema, description) => ({ name: 'a', description, input_schema }), 32_000_000],
  ['anthropic', 'tokens', (input_schema, description) => ({ name: 'a', description, input_schema }), 800_000],
  ['cohere', 'tokens', (parameters, description) => ({ type: 'function', function: { name: 'a', description, parameters } }), 512_000],
  [
    'ollama',
    'unreported tokens',
    (parameters, description) => ({ type: 'function', function: { name: 'a', description, parameters } }),
    16_384,
  ],
])('the checker finds a catalog for %s with too many %s', (dialect, what, tool, characters) => {
  const sizes = (length: number) => beyondLimits(dialect, { value: { tools: [tool({ type: 'object' }, 'x'.repeat(length))] } });
  expect(sizes(characters).some((each) => each.startsWith(`${what}: `))).toBe(true);
  expect(sizes(characters - 1000).some((each) => each.startsWith(`${what}: `))).toBe(false);
});

it('the checker finds requests to Gemini and Bedrock that are too large, and long enums for OpenAI', () => {
  const description = 'x'.repeat(20_000_000);
  const declarations = { tools: [{ functionDeclarations: [{ name: 'a', description, parameters: { type: 'object' } }] }] };
  expect(beyondLimits('gemini', { value: declarations }).join()).toContain('bytes: ');
  const toolSpec = { name: 'a', description, inputSchema: { json: { type: 'object' } } };
  expect(beyondLimits('bedrock', { value: { toolConfig: { tools: [{ toolSpec }] } } }).join()).toContain('bytes: ');
  const schema = (values: number) => ({
    ...object({ one: { type: 'string', enum: Array.from({ length: values }, () => 'v'.repeat(70)) } }),
    required: ['one'],
  });
  const found = (values: number) =>
    beyondLimits('openai-responses', {
      value: { tools: [{ type: 'function', name: 'a', description: 'x', strict: true, parameters: schema(values) }] },
    });
  expect([found(250), found(251)]).toEqual([[], ['a: characters of an enum: 17570 of 15000']]);
});

it('what a provider cannot take is left out, and the usual context of Ollama is a warning', () => {
  const large = STRANGE['tools of 18 MB'] ?? [];
  const left = (dialect: Dialect) =>
    encode(dialect, large, { load: 'all' }).warnings.filter(({ code }) => code === 'TOO_MANY_TOOLS').length;
  expect([left('anthropic'), left('cohere'), left('gemini'), left('bedrock')].every((count) => count > 0)).toBe(true);
  const codes = (load?: 'all') => encode('ollama', tools, load === undefined ? {} : { load }).warnings.map(({ code }) => code);
  expect([codes().includes('CONTEXT_TOO_SMALL'), codes('all').includes('CONTEXT_TOO_SMALL')]).toEqual([false, true]);
});

describe('anthropic', () => {
  const strict = (options: EncodeOptions): readonly string[] =>
    wiredTools(encode('anthropic', tools, options)).flatMap((tool) => (tool.strict ? [tool.name] : []));

  it.each([{}, { load: 'all' }, { captures }] satisfies EncodeOptions[])(
    'the tools that are loaded first are all strict: %j',
    (options) => {
      const first = [
        'bluetooth_address_analyzer',
        'capture_overview',
        'capture_query',
        'describe_capture',
        'list_captures',
        'search_catalog',
      ];
      expect(strict(options)).toEqual(expect.arrayContaining(first));
    },
  );

  it('a named tool is strict before others', () => {
    expect(strict({ load: 'all', choice: { name: 'statistical_comparison_tool' } })).toContain('statistical_comparison_tool');
  });

  it('one tool alone keeps its timeout', () => {
    const [anova] = wiredTools(encode('anthropic', tools, { tools: ['anova_tool'] }));
    expect([anova?.strict, Object.keys(anova?.schema['properties'] ?? {}).includes('timeout_ms')]).toEqual([true, true]);
  });

  it('a tool that is not strict has its bounds as keywords', () => {
    const [regression] = wiredTools(encode('anthropic', tools, { tools: ['statistical_regression_tool'] }));
    expect(regression?.strict).toBe(false);
    expect(JSON.stringify(regression?.schema)).toContain('"maximum"');
  });
});

/**
 * The published limits again, as the pages state them and counted in another way: by walking the text of the request. Kept apart from the
 * figures that the encoders read, so that a wrong figure there is found.
 */
function asDocumented(dialect: Dialect, encoded: { readonly value: Readonly<Record<string, unknown>> }): readonly string[] {
  const found: string[] = [];
  const must = (holds: boolean, what: string): void => {
    if (!holds) found.push(what);
  };
  const list = wiredTools(encoded);
  const strict = list.filter((tool) => tool.strict);
  const longest = dialect === 'cohere' ? Infinity : ['anthropic', 'mcp', 'webmcp'].includes(dialect) ? 128 : 64;
  for (const { name, description } of list) {
    const dots = dialect === 'gemini' || dialect === 'mcp' || dialect === 'webmcp';
    must(name.length > 0 && name.length <= longest && /^[\w.-]+$/.test(name) && (dots || !name.includes('.')), `name ${name}`);
    if (dialect.startsWith('openai')) must(description.length <= 1024, `description of ${name}`);
  }
  if (dialect.startsWith('openai')) {
    must(definitionsIn(encoded).length <= 128, 'more than 128 tools');
    for (const { name, schema } of strict) {
      const nodes = [...schemasIn(schema)];
      const names = nodes.flatMap(propertyNames);
      const values = nodes.flatMap((node) => (node['enum'] ?? []) as unknown[]);
      must(names.length <= 5000 && values.length <= 1000 && [...names, ...values].join('').length <= 120_000, `size of ${name}`);
      must(
        nodes.every((node) => node['properties'] === undefined || node['additionalProperties'] === false),
        `open object in ${name}`,
      );
      const refused = /^(?:minLength|maxLength|uniqueItems|default|examples|title|allOf|not|oneOf)$/;
      must(!keywords(nodes).some((key) => refused.test(key)), `keywords of ${name}`);
      must(levels(schema) <= 10, `levels of ${name}`);
    }
  }
  if (dialect === 'anthropic') {
    must(strict.length <= 20, 'more than 20 strict tools');
    const nodes = strict.flatMap(({ schema }) => [...schemasIn(schema)]);
    const optional = nodes.map((node) => propertyNames(node).length - (Array.isArray(node['required']) ? node['required'].length : 0));
    must(optional.reduce((sum, each) => sum + each, 0) <= 24, 'more than 24 optional parameters');
    must(nodes.filter((node) => Array.isArray(node['type']) || node['anyOf'] !== undefined).length <= 16, 'more than 16 unions');
    const refused = /^(?:minimum|maximum|multipleOf|minLength|maxLength|maxItems|uniqueItems|exclusiveMinimum|exclusiveMaximum)$/;
    must(!keywords(nodes).some((key) => refused.test(key)), 'keywords');
    must(
      nodes.every((node) => Number(node['minItems'] ?? 0) <= 1),
      'minItems',
    );
  }
  if (dialect === 'gemini') {
    must(list.length <= 512, 'more than 512 tools');
    const refused = /^(?:additionalProperties|uniqueItems|exclusiveMinimum|exclusiveMaximum|\$schema|\$ref|const|oneOf)$/;
    must(!keywords(list.flatMap(({ schema }) => [...schemasIn(schema)])).some((key) => refused.test(key)), 'keywords');
  }
  return found;
}

const propertyNames = (node: JsonSchema): readonly string[] => Object.keys(isRecord(node['properties']) ? node['properties'] : {});
const keywords = (nodes: readonly JsonSchema[]): readonly string[] => nodes.flatMap((node) => Object.keys(node));

const levels = (node: unknown): number => {
  if (Array.isArray(node)) return Math.max(0, ...node.map(levels));
  if (!isRecord(node)) return 0;
  const own = isRecord(node['properties']) ? 1 : 0;
  return (
    own +
    Math.max(
      0,
      ...Object.values(isRecord(node['properties']) ? node['properties'] : {}).map(levels),
      levels(node['items']),
      levels(node['anyOf']),
    )
  );
};

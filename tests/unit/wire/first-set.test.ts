import { readFileSync } from 'node:fs';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it, test } from 'vitest';
import { bare } from '../../../.ci/lib/ajv-options.mjs';
import { catalog } from '../../../src/tools/catalog/index.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { isRecord } from '../../../src/tools/contract/json-schema.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { selectRows } from '../../../src/tools/runner/select.ts';
import { compactSchema } from '../../../src/wire/compact.ts';
import { decode } from '../../../src/wire/decode.ts';
import { definitionsIn } from '../../../src/wire/definitions.ts';
import { encode, foundTools, type EncodeOptions } from '../../../src/wire/encode.ts';
import { DIALECTS, type Dialect } from '../../../src/wire/record.ts';
import { randomSource } from '../../support/random.ts';
import { capture, compileSchema, lookup } from '../../support/tools.ts';

const tools = createRegistry(catalog).getAll();
const names = tools.map(({ name }) => name);
type Wired = Readonly<Record<string, unknown>>;
const listed = (dialect: Dialect, options: EncodeOptions = {}): readonly Wired[] => definitionsIn(encode(dialect, tools, options));
const definition = (tool: Wired): Wired => [tool['function'], tool['toolSpec']].find(isRecord) ?? tool;
const namesIn = (list: readonly Wired[]): unknown[] => list.map((tool) => definition(tool)['name']);
const FIRST = ['bluetooth_address_analyzer', 'capture_overview', 'capture_query', 'describe_capture', 'list_captures', 'search_catalog'];

/** Tokens of what a model has in its context before it searches: deferred tools are not in it. */
const tokens = (list: readonly Wired[]): number => countTokens(JSON.stringify(list.filter((tool) => tool['defer_loading'] !== true)));

describe('what is loaded first', () => {
  it('is a small set with the search, in every dialect that can load more later', () => {
    for (const dialect of ['openai-chat', 'mcp'] as const) expect(namesIn(listed(dialect))).toEqual(FIRST);
    for (const dialect of ['openai-responses', 'anthropic'] as const) {
      const [search, ...rest] = listed(dialect);
      expect(search?.['type']).toMatch(/^tool_search/);
      expect(namesIn(rest.filter((tool) => tool['defer_loading'] !== true))).toEqual(FIRST);
      expect(namesIn(rest).sort()).toEqual(names);
    }
    expect(namesIn(listed('webmcp'))).toEqual(names);
    expect(encode('openai-chat', tools).warnings.map(({ code }) => code)).toContain('DEFERRED');
  });

  it('grows by what is asked for, and is everything where the catalog has no search', () => {
    expect(namesIn(listed('openai-chat', { load: ['anova-tool'] }))).toContain('anova_tool');
    expect(namesIn(listed('openai-chat', { choice: { name: 'capture_export' } }))).toContain('capture_export');
    expect(namesIn(listed('openai-chat', { load: 'all' }))).toEqual(names);
    expect(namesIn(listed('openai-chat', { tools: ['anova_tool'] }))).toEqual(['anova_tool']);
    const without = tools.filter(({ name }) => name !== 'search_catalog');
    expect(encode('openai-chat', without).value['tools']).toHaveLength(without.length);
    expect(() => listed('openai-chat', { load: ['nothing'] })).toThrow('expected one of');
  });

  it('grows by what a search found', () => {
    const hits = [
      { kind: 'tool', id: 'anova_tool' },
      { kind: 'document', id: 'docs/explanation/statistics.md: Conventions' },
    ];
    const result = (toolName: string) => ({ metadata: { toolName }, structured_output: { hits } }) as unknown as ToolResult;
    expect(foundTools(result('search_catalog'))).toEqual(['anova_tool']);
    expect(foundTools(result('capture_query'))).toEqual([]);
  });

  it('takes at most 5,000 tokens of OpenAI chat and 8,000 of MCP (o200k_base)', () => {
    const captures = Array.from({ length: 8 }, (_, at) => `lab_floor_2026_04_03_${String(at)}`);
    expect(tokens(listed('openai-chat', { captures }))).toBeLessThanOrEqual(5000);
    expect(tokens(listed('mcp'))).toBeLessThanOrEqual(8000);
  });

  it('is what docs/how-to/assistants.md says', () => {
    const size = (dialect: Dialect, options?: EncodeOptions): string => tokens(listed(dialect, options)).toLocaleString('en');
    const lines = DIALECTS.map((dialect) => `| \`${dialect}\` | ${size(dialect)} | ${size(dialect, { load: 'all' })} |`);
    expect(readFileSync('docs/how-to/assistants.md', 'utf8')).toContain(lines.join('\n'));
  });
});

describe('the words of a tool', () => {
  it.each(DIALECTS)('%s: an example that can be called, and the errors of the tool, within what vendors take', (dialect) => {
    for (const each of listed(dialect, { load: 'all' })) {
      const { name, description } = definition(each) as { name: string; description: string };
      const tool = tools.find((known) => known.name === name);
      expect(description.length).toBeLessThanOrEqual(1024);
      for (const { code } of tool?.error_codes ?? []) expect(description).toContain(code);
      expect(description).toContain('Example: {');
      expect(description).toContain(tool?.background ?? '');
    }
  });

  test('the example of a description is a call of the schema beside it', () => {
    for (const each of listed('anthropic', { load: 'all' })) {
      const { name, description, input_schema } = each as { name: string; description: string; input_schema: object };
      const text = /Example: (\{.*?\})(?: Errors: |$)/.exec(description)?.[1] ?? '';
      expect([name, compileSchema(input_schema)(JSON.parse(text))]).toEqual([name, true]);
    }
  });

  test('a number says its unit', () => {
    const numbers = (node: unknown): readonly Wired[] => {
      if (Array.isArray(node)) return node.flatMap(numbers);
      if (!isRecord(node)) return [];
      return [...('maximum' in node && 'description' in node ? [node] : []), ...Object.values(node).flatMap(numbers)];
    };
    const found = numbers(listed('openai-chat', { load: 'all' }));
    expect(
      found.filter(
        ({ description }) => !/\b(?:unitless|ms|s|rows|bytes|dB|frames|advertisements|probability|ratio|unit)\b/.test(String(description)),
      ),
    ).toEqual([]);
  });
});

describe('schemas of answers over MCP', () => {
  /** A compact schema with its references resolved. */
  const resolved = (node: unknown, root: Wired): unknown => {
    if (Array.isArray(node)) return node.map((each) => resolved(each, root));
    if (!isRecord(node)) return node;
    const name = /^#\/\$defs\/(\w+)$/.exec(String(node['$ref']))?.[1];
    if (name !== undefined) return resolved((root['$defs'] as Wired)[name], root);
    return Object.fromEntries(Object.entries(node).flatMap(([key, each]) => (key === '$defs' ? [] : [[key, resolved(each, root)]])));
  };

  test.each(tools)('$name: the same without descriptions and examples', ({ output_schema }) => {
    const compact = compactSchema(output_schema);
    // `bare` leaves out every annotation.
    expect(bare(resolved(compact, compact) as object)).toEqual(bare(output_schema));
    expect(JSON.stringify(compact)).not.toContain('"description":"');
    expect(countTokens(JSON.stringify(compact))).toBeLessThan(countTokens(JSON.stringify(output_schema)));
  });
});

/** A value that fits a schema of the strict form: every key, any of its values, null where it may be. */
function anyOf(schema: Wired, random: () => number): unknown {
  const types = [schema['type']].flat();
  if (types.includes('null') && random() < 0.4) return null;
  if (Array.isArray(schema['enum'])) return schema['enum'][Math.floor(random() * schema['enum'].length)];
  if (isRecord(schema['properties'])) {
    const value = Object.fromEntries(Object.entries(schema['properties']).map(([key, node]) => [key, anyOf(node as Wired, random)]));
    // No JSON Schema can say that two bounds are in order.
    const { start_ms, end_ms } = value as { start_ms: number; end_ms: number };
    return 'start_ms' in value ? { start_ms: Math.min(start_ms, end_ms), end_ms: Math.max(start_ms, end_ms) } : value;
  }
  if (types.includes('array')) return Array.from({ length: 1 + Math.floor(random() * 3) }, () => anyOf(schema['items'] as Wired, random));
  return types.includes('integer') ? 1_700_000_000_000 + Math.floor(random() * 120_000) : 'rssi > -92';
}

describe('a selection of strict mode', () => {
  const open = [capture(), capture({ capture_id: 'lab_2' })];
  it.each(['openai-chat', 'openai-responses'] as const)(
    '%s: whatever fits its schema has no fault of its shape, keys or captures',
    (dialect) => {
      const source = randomSource(26);
      const random = (): number => source.next();
      const [tool] = listed(dialect, { tools: ['capture_overview'], captures: open.map(({ capture_id }) => capture_id) });
      const { properties } = definition(tool!)['parameters'] as { properties: Readonly<Record<string, Wired>> };
      const found = new Set<string>();
      for (let at = 0; at < 500; at++) {
        const args = JSON.stringify({
          capture_selection: anyOf(properties['capture_selection']!, random),
          top: 5,
          time_bins: 4,
          timeout_ms: null,
        });
        const call = { id: 'call_1', type: 'function', function: { name: 'capture_overview', arguments: args } };
        const [record] = decode('openai-chat', { role: 'assistant', tool_calls: [call] }, tools).calls;
        const { errors } = selectRows(record!.invocation!.capture_selection, lookup(open));
        for (const { code, field } of errors) found.add(`${code} ${String(field)}`);
      }
      expect([...found]).toEqual([]);
    },
  );
});

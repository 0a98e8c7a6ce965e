import { describe, expect, it, test } from 'vitest';
import { catalog } from '../../../src/tools/catalog/index.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { isRecord } from '../../../src/tools/contract/json-schema.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { encode, type EncodeOptions } from '../../../src/wire/encode.ts';
import { decode } from '../../../src/wire/decode.ts';
import { definitionsIn } from '../../../src/wire/definitions.ts';
import { DIALECTS, type Dialect } from '../../../src/wire/record.ts';

const tools = createRegistry(catalog).getAll();
const names = [...new Set(tools.map(({ name }) => name))].sort();
/** Every tool, loaded at once; tests/unit/wire/first-set.test.ts is about what is loaded first. */
const write = (dialect: Dialect, options: EncodeOptions = {}) => encode(dialect, tools, { load: 'all', ...options });
const listed = (dialect: Dialect, options: EncodeOptions = {}) => definitionsIn(write(dialect, options));
const definition = (tool: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  [tool['function'], tool['toolSpec']].find(isRecord) ?? tool;
const schemaOf = (tool: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const { parameters, input_schema, inputSchema } = definition(tool);
  const found = (parameters ?? input_schema ?? inputSchema) as Record<string, unknown>;
  return isRecord(found['json']) ? found['json'] : found;
};

/** Every schema inside, the whole first. */
function* nodes(schema: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (!isRecord(schema)) return;
  yield schema;
  for (const inner of Object.values(isRecord(schema['properties']) ? schema['properties'] : {})) yield* nodes(inner);
  for (const key of ['items', 'additionalProperties']) yield* nodes(schema[key]);
  for (const branch of Array.isArray(schema['anyOf']) ? schema['anyOf'] : []) yield* nodes(branch);
}

describe('definitions', () => {
  test.each<[Dialect, string[]]>([
    ['openai-chat', ['description', 'name', 'parameters', 'strict']],
    ['openai-responses', ['description', 'name', 'parameters', 'strict', 'type']],
    ['anthropic', ['description', 'input_schema', 'name', 'strict']],
    ['gemini', ['description', 'name', 'parameters']],
    ['bedrock', ['description', 'inputSchema', 'name']],
    ['cohere', ['description', 'name', 'parameters']],
    ['ollama', ['description', 'name', 'parameters']],
    ['mcp', ['annotations', 'description', 'inputSchema', 'name', 'outputSchema', 'title']],
    ['webmcp', ['annotations', 'description', 'inputSchema', 'name', 'title']],
  ])('%s: each tool once, sorted, with exactly its keys', (dialect, keys) => {
    const found = listed(dialect).map(definition);
    expect(found.map(({ name }) => name)).toEqual(names);
    for (const tool of found) {
      expect(Object.keys(tool).sort()).toEqual(keys);
      expect(tool['name']).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    }
  });

  test.each(DIALECTS)('%s: arguments, selection where rows are read, timeout; no words of ours', (dialect) => {
    const without = new Set(write(dialect).warnings.flatMap(({ code, path }) => (code === 'TIMEOUT_LEFT_OUT' ? [path] : [])));
    expect(without.size > 0).toBe(dialect === 'anthropic');
    for (const tool of listed(dialect)) {
      const schema = schemaOf(tool);
      const manifest = tools.find(({ name }) => name === definition(tool)['name']);
      const own = Object.keys(manifest?.input_schema['properties'] ?? {});
      const selection = manifest?.scope === 'captures' ? ['capture_selection'] : [];
      const timeout = without.has(manifest?.name) ? [] : ['timeout_ms'];
      expect(Object.keys(schema['properties'] as object)).toEqual([...selection, ...own, ...timeout]);
      expect(JSON.stringify(schema)).not.toMatch(dialect === 'mcp' ? /^$/ : /"x-unit"/);
    }
  });

  test.each(['openai-chat', 'openai-responses'] as const)('%s: strict means all required, closed, known keywords', (dialect) => {
    for (const tool of listed(dialect)) {
      const strict = definition(tool)['strict'];
      const all = [...nodes(schemaOf(tool))];
      expect(strict).toBe(all.every((node) => node['properties'] !== undefined || node['type'] !== 'object'));
      for (const node of strict === true ? all : []) {
        expect(
          Object.keys(node).filter((key) => ['minLength', 'maxLength', 'uniqueItems', 'default', 'examples', '$schema'].includes(key)),
        ).toEqual([]);
        if (node['properties'] !== undefined) {
          expect(node['additionalProperties']).toBe(false);
          expect(node['required']).toEqual(Object.keys(node['properties'] as object));
        }
      }
    }
    expect(listed(dialect).filter((tool) => definition(tool)['strict'] === true).length).toBeGreaterThan(names.length / 2);
  });

  it('says what a dialect cannot', () => {
    const { warnings } = write('openai-chat');
    expect(warnings.find(({ code, path }) => code === 'SAID_IN_WORDS' && path === 'capture_query')?.message).toMatch(
      /^\d+ constraints moved to descriptions/,
    );
    expect(warnings.filter(({ code }) => code === 'NOT_STRICT').map(({ path }) => path)).toContain('statistical_regression_tool');
    const limit = JSON.stringify(listed('openai-chat', { tools: ['capture_query'] }));
    expect(limit).toMatch(/characters at most/);
  });

  it('of MCP, with what the later revision adds', () => {
    expect(write('mcp').value).toMatchObject({ resultType: 'complete', cacheScope: 'private' });
    expect(Object.keys(write('mcp', { revision: '2025-06-18' }).value)).toEqual(['tools']);
    expect(listed('mcp')[0]).toMatchObject({ annotations: { destructiveHint: false } });
  });

  it('are the same bytes every time', () => {
    for (const dialect of DIALECTS) expect(JSON.stringify(write(dialect))).toBe(JSON.stringify(write(dialect)));
  });
});

describe('a choice', () => {
  const name = 'get_current_time';
  test.each<[Dialect, unknown, unknown, unknown]>([
    ['openai-chat', 'auto', 'none', { type: 'function', function: { name } }],
    ['openai-responses', 'auto', 'none', { type: 'function', name }],
    ['anthropic', { type: 'auto' }, { type: 'none' }, { type: 'tool', name }],
  ])('%s', (dialect, auto, none, named) => {
    const choice = (given: EncodeOptions['choice']) => write(dialect, { choice: given ?? 'auto' }).value['tool_choice'];
    expect([choice('auto'), choice('none'), choice({ name: 'core__get_current_time' })]).toEqual([auto, none, named]);
    expect(choice('required')).toEqual(dialect === 'anthropic' ? { type: 'any' } : 'required');
  });

  it('is warned of where there is none', () => {
    for (const dialect of ['mcp', 'webmcp'] as const) {
      expect(write(dialect, { choice: 'required' }).warnings.map(({ code }) => code)).toContain('CHOICE_NOT_SAID');
      expect(write(dialect, { choice: 'auto' }).warnings.map(({ code }) => code)).not.toContain('CHOICE_NOT_SAID');
    }
  });

  it('names a tool that is offered', () => {
    expect(listed('openai-chat', { tools: ['get-current-time'] })).toHaveLength(1);
    expect(() => write('openai-chat', { tools: ['rm'] })).toThrow(/^expected one of anova_tool, .*, found "rm"$/);
    expect(() => write('openai-chat', { tools: ['capture_query'], choice: { name } })).toThrow(
      'expected one of capture_query, found "get_current_time"',
    );
  });
});

describe('results', () => {
  const result = (status: 'ok' | 'error'): ToolResult =>
    ({
      status,
      tool_call_id: `call-${status}`,
      summary: 'Noon.',
      structured_output: { iso: '2026-11-22T12:00:00Z' },
      artifacts: [],
      warnings: [],
      errors: [],
      confidence: 1,
      agentHints: { suggestedNextActions: [], riskFactors: [], assumptions: [] },
      metadata: { toolName: 'get_current_time' },
    }) as unknown as ToolResult;
  const results = [result('ok'), result('error')];

  it('go back under the id of their call, failures marked', () => {
    const messages = (dialect: Dialect, key: string) => write(dialect, { tools: [], results }).value[key] as Record<string, unknown>[];
    expect(messages('openai-chat', 'messages').map(({ role, tool_call_id }) => [role, tool_call_id])).toEqual([
      ['tool', 'call-ok'],
      ['tool', 'call-error'],
    ]);
    expect(messages('openai-responses', 'input').map(({ type, call_id }) => [type, call_id])[1]).toEqual([
      'function_call_output',
      'call-error',
    ]);
    expect(messages('anthropic', 'messages')).toMatchObject([
      { role: 'user', content: [{ is_error: false }, { is_error: true, tool_use_id: 'call-error' }] },
    ]);
    expect(messages('mcp', 'results')).toMatchObject([
      { id: 'call-ok', result: { isError: false, structuredContent: { iso: '2026-11-22T12:00:00Z' } } },
      { id: 'call-error', result: { isError: true } },
    ]);
    expect(messages('mcp', 'results')[1]?.['result']).not.toHaveProperty('structuredContent');
  });

  it('are read back as the results of their calls', () => {
    const asks = {
      role: 'assistant',
      tool_calls: results.map(({ tool_call_id }) => ({ id: tool_call_id, function: { name: 'get_current_time', arguments: '{}' } })),
    };
    const answers = write('openai-chat', { tools: [], results }).value['messages'] as unknown[];
    const { calls, problems } = decode('openai-chat', [asks, ...answers], tools);
    expect(problems).toEqual([]);
    expect(calls.map(({ result: value }) => (JSON.parse(value as string) as ToolResult).summary)).toEqual(['Noon.', 'Noon.']);
  });
});

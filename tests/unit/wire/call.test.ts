import { describe, expect, it, test } from 'vitest';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { encodeCall } from '../../../src/wire/call.ts';
import { decode } from '../../../src/wire/decode.ts';
import { detectDialect } from '../../../src/wire/detect.ts';
import { DIALECTS } from '../../../src/wire/record.ts';

const tools = createRegistry(catalog).getAll();
/** The newest version of each tool is the one that a decoded call gets. */
const newest = [...new Map(tools.map((tool) => [tool.name, tool])).values()];
const calls = newest.flatMap(({ name, version, execution_constraints, examples }) =>
  examples.map(({ params, capture_selection = {} }, at) => ({
    tool_name: name,
    tool_version: version,
    capture_selection,
    arguments: params,
    request_id: `call_${String(at)}`,
    tool_call_id: `call_${String(at)}`,
    timeout_ms: Math.ceil(execution_constraints.max_timeout_ms / 2),
  })),
);

describe.each(DIALECTS)('%s', (dialect) => {
  it('reads back every example of every tool as it was', () => {
    expect(new Set(calls.map(({ tool_name }) => tool_name)).size).toBe(newest.length);
    for (const call of calls) {
      const message: unknown = JSON.parse(JSON.stringify(encodeCall(dialect, call)));
      const { calls: read, problems } = decode(dialect, message, newest);
      expect(problems).toEqual([]);
      expect(read.map(({ invocation }) => invocation)).toEqual([call]);
    }
  });

  it('is known by its form', () => {
    expect(detectDialect(JSON.stringify(encodeCall(dialect, calls[0])))).toBe(dialect);
  });

  it('gives a call without ids one', () => {
    const { tool_name, arguments: args } = calls[0] ?? { tool_name: '', arguments: {} };
    const [read] = decode(dialect, encodeCall(dialect, { tool_name, arguments: args }), newest).calls;
    expect(read?.toolCallId).toBe('call_1');
  });

  test.each([[null], ['capture_query'], [{ tool_name: 'capture_query' }], [{ tool_name: 1, arguments: {} }]])('refuses %j', (given) => {
    expect(() => encodeCall(dialect, given)).toThrow(expect.objectContaining({ code: 'INVALID_OPTIONS' }));
  });
});

test('a number is the id of an MCP request again', () => {
  expect(encodeCall('mcp', { ...calls[0], tool_call_id: 'rpc-7' })).toMatchObject({ id: 7 });
});

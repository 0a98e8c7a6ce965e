import { describe, expect, test } from 'vitest';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { answerMessages } from '../../../src/wire/answer-messages.ts';
import { DIALECTS } from '../../../src/wire/record.ts';
import { crowdedResult } from '../../support/crowded-result.ts';
import { compileSchema } from '../../support/tools.ts';

const MOST = 32 * 1024;
const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;
const result = crowdedResult(2000);
const query = createRegistry(catalog)
  .getAll()
  .find(({ name }) => name === 'capture_query');

test('the answer is far larger than what may be sent', () => {
  expect(bytes(result.structured_output)).toBeGreaterThan(10 * MOST);
});

const HOSTILE = '\u0001"\\'.repeat(40);
const output = (structured_output: Readonly<Record<string, unknown>>): ToolResult => ({
  ...result,
  structured_output,
  data: structured_output,
});
const faults = (message: string): ToolResult['errors'] =>
  Array.from({ length: 2000 }, () => ({ code: 'X', message, severity: 'error' }) as unknown as ToolResult['errors'][number]);
/** Answers that grow in escapes, keys, depth, and in members beside the output. */
const SHAPES: Readonly<Record<string, () => ToolResult>> = {
  'many lists': () => result,
  'many rows of escapes': () => output({ rows: Array.from({ length: 5000 }, () => [HOSTILE]) }),
  'a long text of escapes': () => output({ text: HOSTILE.repeat(2000) }),
  'a long text of four bytes a character': () => output({ text: '\u{1F4A1}'.repeat(50_000) }),
  'many long keys': () => output(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${'k'.repeat(100)}${String(at)}`, 1]))),
  'one key': () => output({ ['k'.repeat(100_000)]: 1 }),
  'deep objects': () =>
    output(Array.from({ length: 60 }).reduce<Record<string, unknown>>((inner) => ({ ['n'.repeat(200)]: inner, text: HOSTILE }), {})),
  'a long summary': () => ({ ...result, summary: HOSTILE.repeat(3000) }),
  'many errors': () => ({ ...result, ok: false, status: 'error', structured_output: {}, data: {}, errors: faults(HOSTILE.repeat(20)) }),
  'many warnings': () => ({ ...result, warnings: faults(HOSTILE) }),
};
const ALL = DIALECTS.flatMap((dialect) => Object.keys(SHAPES).map((shape) => [dialect, shape] as const));

interface Message {
  readonly content?:
    string | readonly [{ readonly content?: unknown; readonly toolResult?: { readonly content: readonly [{ readonly json: unknown }] } }];
  readonly parts?: readonly [{ readonly functionResponse: { readonly response: unknown } }];
  readonly output?: unknown;
  readonly result?: unknown;
}

/** The answer in a message, without the members that carry it; a text is measured as the text that it is. */
function answerIn({ content, parts, output: written, result: whole }: Message): unknown {
  const inner = typeof content === 'string' ? content : (content?.[0].content ?? content?.[0].toolResult?.content[0].json);
  const answer = inner ?? parts?.[0].functionResponse.response ?? written ?? whole;
  return typeof answer === 'string' ? JSON.parse(answer) : answer;
}

test.each(ALL)('%s: the content of an answer is at most 32 KB, for browsers 4 KB: %s', (dialect, shape) => {
  const answer = answerIn(answerMessages(dialect, [SHAPES[shape]!()])[0] as Message);
  expect(answer).toBeTypeOf('object');
  expect(bytes(answer)).toBeLessThanOrEqual(dialect === 'webmcp' ? 4096 : MOST);
});

describe('over MCP', () => {
  const [{ result: written }] = answerMessages('mcp', [result]) as [
    { result: { content: { text: string }[]; structuredContent: Record<string, unknown> } },
  ];
  const text = JSON.parse(written.content[0]!.text) as Record<string, unknown>;

  test('text and structured content together stay below 32 KB, say the same, and name the rest', () => {
    expect(bytes(written)).toBeLessThanOrEqual(MOST);
    expect(bytes(written)).toBeGreaterThan(MOST / 4);
    expect(text['structured_output']).toEqual(written.structuredContent);
    expect(text).toMatchObject({ truncated: true, rest: expect.any(String) as string });
    expect(text['cut_lists']).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: 'structured_output.address_classification', total: 2000 })]),
    );
  });

  test('what is left of a page of rows still follows the schema of the tool', () => {
    const rows = Array.from({ length: 5000 }, (_, at) => [at, `device ${String(at)}`]);
    const columns = [
      { name: 'packet_no', type: 'INTEGER' },
      { name: 'local_name', type: 'VARCHAR' },
    ];
    const structured_output = { columns, rows, row_count: 5000, total_count: 9000, offset: 0, limit: 5000, has_more: true };
    const page = { ...result, structured_output, metadata: { ...result.metadata, toolName: 'capture_query' } };
    const [message] = answerMessages('mcp', [page]) as [{ result: { structuredContent: { rows: unknown[] } } }];
    const valid = compileSchema(query!.output_schema);
    expect([valid(structured_output), valid(message.result.structuredContent)]).toEqual([true, true]);
    expect(message.result.structuredContent.rows.length).toBeLessThan(5000);
    expect(bytes(message.result)).toBeLessThanOrEqual(MOST);
  });
});

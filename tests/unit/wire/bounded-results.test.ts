import { describe, expect, test } from 'vitest';
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

test.each(DIALECTS)('%s: the content of an answer is at most 32 KB', (dialect) => {
  const text = JSON.stringify(answerMessages(dialect, [result])[0]);
  const message = JSON.parse(text) as Record<string, unknown>;
  // A text is measured as the text that it is, not with the backslashes that carry it.
  const content = [message['content'], message['output']].find((each) => typeof each === 'string');
  expect(content === undefined ? bytes(message['result'] ?? message) : bytes(JSON.parse(content))).toBeLessThanOrEqual(MOST + 1024);
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

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decode } from '../../../src/wire/decode.ts';
import { encode } from '../../../src/wire/encode.ts';
import type { Dialect } from '../../../src/wire/record.ts';
import { SAMPLE } from '../../support/fixtures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.open(new Uint8Array(readFileSync(SAMPLE)), 'lab.pcapng');
});
afterAll(() => workbench.close());

/** What a caller sees of an answer, in every dialect. */
interface Seen {
  readonly truncated?: boolean;
  readonly cut_lists?: readonly { readonly path: string; readonly shown: number; readonly total: number }[];
  readonly rest?: string;
  readonly next_call?: { readonly tool: string; readonly set_arguments: Readonly<Record<string, unknown>> };
  readonly structured_output: { readonly rows: readonly unknown[][]; readonly has_more: boolean; readonly next_cursor?: string };
}

let calls = 0;
const scope = 'rest';

/** One turn of a caller that knows the dialect alone: its call is decoded and run, the answer encoded. */
async function turn(dialect: Dialect, input: object): Promise<Seen> {
  const id = `call_${String(++calls)}`;
  const asked: Partial<Record<Dialect, unknown>> = {
    'openai-chat': { role: 'assistant', tool_calls: [{ id, function: { name: 'capture_query', arguments: JSON.stringify(input) } }] },
    webmcp: { invocationId: id, toolName: 'capture_query', input },
  };
  const [call] = decode(dialect, asked[dialect], workbench.runner.catalog()).calls;
  const result = await workbench.runner.run(call?.invocation, { entry: 'console', scope });
  const { messages, results } = encode(dialect, [], { results: [result] }).value as {
    messages?: readonly { content: string }[];
    results?: readonly { output: Seen }[];
  };
  return results?.[0]?.output ?? (JSON.parse(messages?.[0]?.content ?? '') as Seen);
}

test.each<[Dialect, number, number]>([
  ['openai-chat', 32 * 1024, 250],
  ['webmcp', 4096 + 300, 40],
])('%s: a caller that does what a cut answer says gets every row once, in order', async (dialect, most, wantedRows) => {
  const sql = `SELECT packet_no, repeat('x', 200) AS filler FROM lab ORDER BY packet_no, report_no LIMIT ${String(wantedRows)}`;
  const question = { capture_selection: { capture_id: 'lab' }, sql, limit: 250 };
  const wanted = await workbench.runner.run(
    {
      tool_name: 'capture_query',
      tool_version: '1.2.0',
      capture_selection: { capture_id: 'lab' },
      arguments: { sql, limit: 250 },
      request_id: `whole-${dialect}`,
      timeout_ms: 30_000,
    },
    { entry: 'console', scope },
  );
  const all = wanted.structured_output?.['rows'] as unknown[][];
  expect(all.length).toBe(wantedRows);

  const rows: unknown[][] = [];
  let input: object = question;
  let cut = 0;
  for (;;) {
    const seen = await turn(dialect, input);
    expect(Buffer.byteLength(JSON.stringify(seen))).toBeLessThanOrEqual(most);
    rows.push(...seen.structured_output.rows);
    const { next_cursor, has_more } = seen.structured_output;
    if (seen.next_call !== undefined) {
      cut++;
      // The page's own cursor would go on behind rows that were never shown.
      expect(next_cursor).toBeUndefined();
      expect([seen.truncated, seen.next_call.tool]).toEqual([true, 'capture_query']);
      expect(seen.cut_lists?.map(({ path }) => path)).toContain('structured_output.rows');
      input = { ...question, ...seen.next_call.set_arguments };
    } else if (has_more) input = { ...question, limit: seen.structured_output.rows.length, cursor: next_cursor };
    else break;
    if (rows.length > all.length) break;
  }
  expect(cut).toBeGreaterThan(0);
  expect(rows).toEqual(all);
});

test('where no page can be asked for, the answer says which lists were cut and how to ask for less', async () => {
  const sql = "SELECT repeat('é', 40000) AS one";
  const seen = await turn('webmcp', { capture_selection: { capture_id: 'lab' }, sql });
  expect(seen).toMatchObject({ truncated: true, rest: expect.stringContaining('fewer columns') as unknown });
});

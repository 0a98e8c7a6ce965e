/** Results as their readers want them: exact, structured, cut where they are long, alike over all tools (S3 §2.3.5). */
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { project } from '../../../src/tools/contract/project.ts';
import { errorRegistry } from '../../../src/tools/contract/errors.ts';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { bench, call, multiplier } from '../../support/tools.ts';
import { row, type Row } from '../frame/row.ts';
import { answer, answering, ran } from '../frame/runs.ts';
import { allResults } from '../frame/results.ts';
import { openTable, runTool } from '../frame/workbench.ts';

const TABLE = 'pages.csv';
const capture_selection = { capture_id: 'pages' };
/** Ten thousand rows; n counts, rssi lies where it must. */
const lines = (): string[] => [
  'n,rssi,word',
  ...Array.from({ length: 10_000 }, (_, n) => `${String(n)},${String(-40 - (n % 50))},w${String(n % 7)}`),
];

async function query(args: object): Promise<ToolResult> {
  await openTable(TABLE, lines);
  return runTool('capture_query', args, capture_selection);
}

interface Page {
  readonly columns: readonly { readonly name: string }[];
  readonly rows: readonly (readonly unknown[])[];
  readonly total_count: number;
  readonly has_more: boolean;
}
const pageOf = (result: ToolResult): Page => result.structured_output as unknown as Page;

const cursorOf = (result: ToolResult | undefined): unknown => result?.structured_output?.['next_cursor'];

/** Results of real tools over the table. */
async function real(): Promise<ToolResult[]> {
  const page = await query({ sql: 'SELECT * FROM pages ORDER BY n', limit: 3, offset: 4 });
  const overview = await runTool('capture_overview', {}, capture_selection);
  const fit = await runTool(
    'statistical_regression_tool',
    { operation: 'linear_regression', target: 'rssi', features: ['n'] },
    capture_selection,
  );
  return [page, overview, fit, await runTool('get_current_time', {}, {})];
}

const NUMBER = /\d[\d,]*(?:\.\d+)?/g;

/** Every number of the output, every length of a list in it, and what those add up to on a page. */
function figures(value: unknown, found = new Set<string>()): Set<string> {
  if (typeof value === 'number') found.add(String(value)).add(value.toLocaleString('en-US'));
  if (typeof value === 'string') for (const number of [...(value.match(/\d+/g) ?? []), ...(value.match(NUMBER) ?? [])]) found.add(number);
  if (Array.isArray(value)) found.add(String(value.length));
  if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) figures(member, found);
  return found;
}

function underivable({ summary, structured_output: output }: ToolResult): string[] {
  const known = figures(output);
  const page = output as Partial<Record<'offset' | 'row_count', number>>;
  if (page.offset !== undefined) known.add(String(page.offset + (page.row_count ?? 0)));
  return (summary.match(NUMBER) ?? []).filter((number) => !known.has(number.replace(/,$/, '')) && !known.has(String(Number(number))));
}

/** An answer far longer than a planner is shown. */
const long = () =>
  ran(
    answering({
      structured_output: { product: 1, labels: Array.from({ length: 100 }, (_, n) => `label ${String(n)} ${'x'.repeat(40)}`) },
      warnings: Array.from({ length: 400 }, (_, n) => ({ code: 'CLOCK_GAP', message: `${String(n)} ${'y'.repeat(300)}` })),
    }),
  );

const view = (result: ToolResult) => project(result, 'planner') as Record<string, unknown>;
const bytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length;

export const rows: readonly Row[] = [
  row(
    'S4-Y.2',
    'a list is read page by page with the cursor of the page before, as with offsets',
    async () => {
      const question = { sql: 'SELECT n FROM pages ORDER BY n', limit: 4000 };
      const pages = [await query(question)];
      for (let next = cursorOf(pages.at(-1)); next !== undefined; next = cursorOf(pages.at(-1)))
        pages.push(await query({ ...question, cursor: next }));
      const jumped = await query({ ...question, limit: 3, cursor: cursorOf(pages[0]) });
      const numbers = pages.flatMap((page) => pageOf(page).rows.map(([n]) => n));
      return [pages.length, numbers.every((n, at) => n === at), numbers.length, pageOf(jumped).rows.flat(), pages[2]?.warnings];
    },
    [3, true, 10_000, [4000, 4001, 4002], []],
  ),
  row(
    'S4-Y.2',
    'a cursor that is none, of another statement, column or selection, or beside an offset is INVALID_VALUE at its place',
    async () => {
      const question = { sql: 'SELECT n FROM pages ORDER BY n', limit: 10 };
      const cursor = cursorOf(await query(question));
      const wrong = [
        await query({ ...question, cursor: 'AAA=' }),
        await query({ ...question, cursor: '1.10.0000000000000000' }),
        await query({ ...question, sql: 'SELECT n FROM pages ORDER BY n DESC', cursor }),
        await query({ ...question, columns: ['n'], cursor }),
        await query({ ...question, cursor, offset: 2 }),
        await runTool('capture_query', { ...question, cursor }, { capture_id: 'pages', selectors: { filters: ['n > 3'] } }),
      ];
      return wrong.map((result) => result.errors.map(({ code, field }) => `${code} ${String(field)}`));
    },
    Array.from({ length: 6 }, () => ['INVALID_VALUE arguments.cursor']),
  ),
  row(
    'S3-1.7 S3-3.18 S3-3.19',
    'every number that a real tool tells in words follows from its output',
    async () => (await real()).flatMap(underivable),
    [],
  ),
  row(
    'S3-3.19',
    'what is told is short, and nothing is told that is not there',
    async () => (await real()).map(({ summary, structured_output }) => summary.length <= 400 && structured_output !== undefined),
    [...Array.from({ length: 4 }, () => true)],
  ),
  row(
    'S3-1.8 S3-3.21',
    'an answer too long for a planner is cut to fit, says so, how long it was, and where the rest is',
    async () => {
      const { result } = await long();
      const seen = view(result);
      return [
        bytes(seen) <= 32 * 1024,
        seen['truncated'],
        Number(seen['total_length']) > 100_000,
        seen['full_available_via'],
        result.warnings.length,
      ];
    },
    [true, true, true, 'run() or the page', 400],
  ),
  row(
    'S3-1.8 S3-3.21',
    'one that fits is whole and carries no marks',
    async () => {
      const seen = view((await ran()).result);
      return [seen['structured_output'], 'truncated' in seen, 'detail_tool' in seen];
    },
    [{ product: 300, labels: ['lab'] }, false, false],
  ),
  row(
    'S3-3.20',
    'a cut answer has its summary and a sample, and names the tool that tells more, which is installed',
    async () => {
      const { result, registry } = await long();
      const seen = view(result);
      const sample = (seen['structured_output'] as { labels: string[] }).labels;
      return [seen['summary'], sample.length > 0, seen['detail_available'], registry.get(String(seen['detail_tool']))?.manifest.name];
    },
    [answer.summary, true, true, 'row_multiplier'],
  ),
  row(
    'S3-2.49 S3-3.17',
    'ten thousand rows come page by page, each once, with how many there are',
    async () => {
      const seen: unknown[] = [];
      const ends: unknown[] = [];
      for (let offset = 0; offset < 12_000; offset += 4000) {
        const page = pageOf(await query({ sql: 'SELECT n FROM pages ORDER BY n', limit: 4000, offset }));
        seen.push(...page.rows.map(([n]) => n));
        ends.push([page.rows.length, page.total_count, page.has_more]);
      }
      return [ends, seen.length, seen.every((n, at) => Number(n) === at)];
    },
    [
      [
        [4000, 10_000, true],
        [4000, 10_000, true],
        [2000, 10_000, false],
      ],
      10_000,
      true,
    ],
  ),
  row(
    'S3-2.49',
    'a page that is not the last says what follows',
    async () =>
      (await query({ sql: 'SELECT n FROM pages', limit: 10 })).warnings.map(({ code, message }) => [
        code,
        message.includes('9990'),
        message.includes('offset 10'),
      ]),
    [['TRUNCATED', true, true]],
  ),
  row(
    'S3-3.16',
    'only the columns that were asked for, in the order in which they were',
    async () => {
      const page = pageOf(await query({ sql: 'SELECT * FROM pages ORDER BY n', columns: ['word', 'n'], limit: 2 }));
      return [page.columns.map(({ name }) => name), page.rows];
    },
    [
      ['word', 'n'],
      [
        ['w0', 0],
        ['w1', 1],
      ],
    ],
  ),
  row(
    'S3-3.32',
    'an answer of nothing is an answer, and says what would help',
    async () => {
      const result = await query({ sql: 'SELECT n FROM pages WHERE n < 0' });
      return [result.status, pageOf(result).total_count, result.agentHints.contextNeeded];
    },
    ['ok', 0, ['a statement that finds rows']],
  ),
  row(
    'S3-3.32',
    'a signal of +40 dBm in a table is warned of where it is shown',
    async () => {
      await openTable('loud.csv', () => ['n,rssi', '1,-40', '2,40']);
      const result = await runTool('capture_query', { sql: 'SELECT * FROM loud ORDER BY n' }, { capture_id: 'loud' });
      return result.warnings.map(({ code, field }) => [code, field]);
    },
    [['ANOMALOUS_VALUE', 'structured_output.rows[1][1]']],
  ),
  row(
    'S3-2.50',
    'what is no JSON is given by reference: name, type, size, digest and address, and no bytes',
    async () => {
      const content = new TextEncoder().encode('a,b\r\n1,2\r\n');
      const artifacts = [{ name: 'table', mime_type: 'text/csv', bytes: content }];
      const { result } = await ran(answering({ artifacts }), {}, { storeArtifact: ({ name }) => `blob:local/${name}` });
      return [result.artifacts, JSON.stringify(result).includes('1,2')];
    },
    [
      [
        {
          name: 'table',
          mime_type: 'text/csv',
          uri: 'blob:local/table',
          bytes: 10,
          sha256: 'ea14f99c47575613ab22111122c847728c61007f6bfd7b062d02fcb99df3feb0',
        },
      ],
      false,
    ],
  ),
  row(
    'S3-3.22',
    'one envelope over all tools: the same fields, whatever tool, and but for the output whatever end',
    async () => {
      const keys = ({ status, ...result }: ToolResult) => `${status === 'error' ? 'error' : 'result'} ${Object.keys(result).sort().join()}`;
      const all = new Set([...(await real()), ...(await allResults())].map(keys));
      return [...all].sort();
    },
    [
      'error agentHints,artifacts,confidence,confidence_basis,errorCode,errors,metadata,ok,summary,tool_call_id,warnings',
      'result agentHints,artifacts,confidence,confidence_basis,data,errors,metadata,ok,structured_output,summary,tool_call_id,warnings',
    ],
  ),
  row(
    'S3-2.6',
    'a tool is what a planner may call, a function is what it is bound to, an interface is what it is given; the types keep them apart',
    () => {
      const { registry } = bench();
      const tool = registry.get('row_multiplier');
      const told = Object.values(tool?.manifest ?? {}).filter((value) => typeof value === 'function').length;
      return [
        told,
        typeof tool?.definition.run,
        tool?.definition.requires,
        catalog.every(({ manifest }) => manifest.capabilities.length > 0),
      ];
    },
    [0, 'function', ['captures'], true],
  ),
  row(
    'S3-3.35',
    'every code of the registry is of one of four classes, and only what is of the moment may be tried again',
    () =>
      errorRegistry
        .filter(
          ({ s3_class, retryable }) =>
            !['user', 'system', 'transient', 'permanent'].includes(s3_class) ||
            (s3_class === 'permanent' && retryable) ||
            (s3_class === 'transient' && !retryable),
        )
        .map(({ code }) => code),
    [],
  ),
  row(
    'S3-2.51',
    'an error is told apart from a success in every projection',
    async () => {
      const { runner } = bench([multiplier()]);
      const [good, bad] = [await runner.run(call()), await runner.run(call({ request_id: 'b', arguments: {} }))];
      const of = (result: ToolResult) => {
        const [exec, s0, s4, planner] = (['exec', 's0', 's4', 'planner'] as const).map(
          (name) => project(result, name) as Record<string, unknown>,
        );
        return [exec?.['ok'], s0?.['status'], Object.keys(s4?.['data'] as object).length > 0, planner?.['status']];
      };
      return [of(good), of(bad)];
    },
    [
      [true, 'ok', true, 'ok'],
      [false, 'error', false, 'error'],
    ],
  ),
];

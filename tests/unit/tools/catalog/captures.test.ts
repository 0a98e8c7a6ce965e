import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ToolResult } from '../../../../src/tools/contract/index.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';

let workbench: NodeWorkbench;
const table = [
  'time,level_dbm,name,mac,ok',
  '2026-04-03T08:00:00Z,-40,a,AA:BB:CC:DD:EE:01,true',
  '2026-04-03T08:00:01Z,-50.5,b,AA:BB:CC:DD:EE:02,',
]
  .join('\n')
  .concat('\n');

beforeAll(async () => {
  workbench = await nodeWorkbench();
  await workbench.openFile('public/samples/chamber_four_phones.pcapng');
  await workbench.open(new TextEncoder().encode(table), 'levels.csv');
});
afterAll(() => workbench.close());

let next = 0;
const run = (tool_name: string, args: object, capture_selection: object = {}): Promise<ToolResult> =>
  workbench.runner.run({
    tool_name,
    tool_version: '1.0.0',
    capture_selection,
    arguments: args,
    request_id: `req-${String(next++)}`,
    timeout_ms: 5000,
  });
interface Column {
  readonly name: string;
  readonly kind: string;
}
const columnsOf = (result: ToolResult): readonly Column[] => result.structured_output?.['columns'] as readonly Column[];
const column = (result: ToolResult, name: string): Column | undefined => columnsOf(result).find((each) => each.name === name);

describe('list_captures', () => {
  it('names every open capture with what a selection needs', async () => {
    const { status, summary, structured_output } = await run('list_captures', {});
    expect([status, summary]).toEqual(['ok', '2 captures match.']);
    expect(structured_output).toMatchObject({
      capture_count: 2,
      captures: [
        { capture_id: 'chamber_four_phones', kind: 'ble', format: 'pcapng', row_count: 8853, ready: true },
        { capture_id: 'levels', kind: 'table', row_count: 2, time_base: 'epoch', first_ts: '2026-04-03T08:00:00.000Z' },
      ],
    });
  });

  it('leads to the columns of a capture and on to its overview, by calls that run as they are', async () => {
    let result = await run('list_captures', {});
    for (const tool of ['describe_capture', 'capture_overview']) {
      result = await workbench.runner.run(result.agentHints.suggestedNextActions[0]?.data);
      expect([result.metadata.toolName, result.status]).toEqual([tool, 'ok']);
    }
  });

  it('is short where a text is given, and says what is missing where nothing matches', async () => {
    expect((await run('list_captures', { id_contains: 'LEVEL' })).structured_output).toMatchObject({ capture_count: 1 });
    const none = await run('list_captures', { id_contains: 'nothing' });
    expect([none.structured_output, none.agentHints.contextNeeded.length]).toEqual([{ capture_count: 0, captures: [] }, 1]);
  });
});

describe('describe_capture', () => {
  it('says kind, unit, range and examples of each column of packets', async () => {
    const result = await run('describe_capture', {}, { capture_id: 'chamber_four_phones' });
    expect(columnsOf(result).length).toBeGreaterThan(30);
    expect(column(result, 'rssi')).toMatchObject({ kind: 'number', unit: 'dBm', type: 'SMALLINT', filled: 8853 });
    expect(column(result, 'advertiser_addr')).toMatchObject({ kind: 'address' });
    expect(column(result, 'channel')).toMatchObject({ kind: 'number', min: '37', max: '39', distinct: 3 });
    expect(column(result, 'ts_us')).toMatchObject({ kind: 'time', unit: 'µs' });
    expect(column(result, 'adv_data')).toMatchObject({ kind: 'bytes' });
    expect(column(result, 'service_uuids')).toMatchObject({ kind: 'list' });
    expect(column(result, 'crc_ok')).toMatchObject({ kind: 'boolean', examples: ['true', 'false'] });
    expect(result.metadata.trust).toBe('untrusted');
  });

  it('reads tables as well, and counts missing values out', async () => {
    const result = await run('describe_capture', { examples: 1 }, { capture_id: 'levels' });
    expect(columnsOf(result)).toMatchObject([
      { name: 'time', kind: 'time', min: '2026-04-03 08:00:00', filled: 2 },
      { name: 'level_dbm', kind: 'number', min: '-50.5', max: '-40.0', examples: ['-40.0'] },
      { name: 'name', kind: 'text', distinct: 2, examples: ['a'] },
      { name: 'mac', kind: 'address' },
      { name: 'ok', kind: 'boolean', filled: 1 },
      { name: 'ts_us', kind: 'time', unit: 'µs' },
    ]);
  });

  it('counts selected rows only, and says that there are none', async () => {
    const filter_expression = 'channel = 37';
    const some = await run('describe_capture', { columns: ['channel'] }, { capture_ids: ['chamber_four_phones'], filter_expression });
    expect(columnsOf(some)).toMatchObject([{ distinct: 1, examples: ['37'], min: '37', max: '37' }]);
    const none = await run(
      'describe_capture',
      { columns: ['rssi'] },
      { capture_id: 'chamber_four_phones', selectors: { filters: ['rssi > 100'] } },
    );
    expect([none.structured_output?.['row_count'], none.warnings.map(({ code }) => code)]).toEqual([0, ['EMPTY_SELECTION']]);
    expect(columnsOf(none)).toEqual([
      { name: 'rssi', kind: 'number', type: 'SMALLINT', unit: 'dBm', filled: 0, distinct: 0, examples: [] },
    ]);
  });

  it('describes several captures as the one relation that a call reads', async () => {
    const result = await run('describe_capture', { examples: 0 }, { capture_ids: ['chamber_four_phones', 'levels'] });
    expect(result.structured_output).toMatchObject({ row_count: 8855 });
    expect(column(result, 'level_dbm')).toMatchObject({ filled: 2, examples: [] });
  });

  it('refuses a column that is not there, or twice', async () => {
    const faults = async (columns: readonly string[]) =>
      (await run('describe_capture', { columns }, { capture_id: 'levels' })).errors.map(({ code, field }) => [code, field]);
    expect(await faults(['nothing'])).toEqual([['INVALID_VALUE', 'arguments.columns[0]']]);
    expect(await faults(['mac', 'mac'])).toEqual([['INVALID_VALUE', 'arguments.columns[1]']]);
  });
});

describe('search_catalog', () => {
  it('finds tools for the person, and for an agent only those that it may call', async () => {
    const result = await run('search_catalog', { text: 'which addresses belong to one phone', kinds: ['tool'], limit: 1 });
    expect(result.structured_output).toMatchObject({ hits: [{ kind: 'tool', id: 'bluetooth_address_analyzer' }] });
  });
});

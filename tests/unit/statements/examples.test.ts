import { afterAll, beforeAll, expect, test } from 'vitest';
import { NamesTable } from '../../../src/core/names-table.ts';
import { examplesFor } from '../../../src/statements/examples.ts';
import { firstChoice, sqlPlot } from '../../../src/answers/charts/query-plot.ts';
import { fixture } from '../../support/fixtures.ts';
import { type NodeWorkbench, nodeWorkbench } from '../../support/node-workbench.ts';

let workbench: NodeWorkbench;
beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

test.each([
  ['hackrf/adv38.pcap', 8],
  ['mitll/anechoic_ubertooth_90.csv', 3],
] as const)('every question to start from has an answer in %s', async (path, least) => {
  const capture = await workbench.openFile(fixture(path));
  const examples = examplesFor(capture);
  expect(examples.length).toBeGreaterThanOrEqual(least);
  const [first] =
    capture.kind === 'ble' ? (await workbench.engine.query(`SELECT any_value(advertiser_addr) FROM ${capture.capture_id}`)).rows : [];
  await new NamesTable(workbench.engine, () => (first ? [{ address: String(first[0]), name: 'Mine' }] : [])).inStep();
  const answers = [];
  for (const { title, sql } of examples) answers.push({ title, result: await workbench.engine.query(sql, { limit: 1000 }) });
  expect(answers.filter(({ result }) => result.rows.length === 0 || result.columns.length < 2).map(({ title }) => title)).toEqual([]);
  // What comes back is drawn at once wherever there is a number to draw.
  const drawn = answers.map(({ title, result }) => [title, sqlPlot(result, firstChoice(result))] as const);
  expect(drawn.filter(([title, plot]) => typeof plot === 'string' && title !== 'First rows')).toEqual([]);
});

test('questions are asked only of columns that are there, whatever they are called', async () => {
  const capture = await workbench.openFile(fixture('hackrf/adv38.pcap'));
  const bare = { ...capture, columns: capture.columns.filter(({ name }) => name === 'channel' || name === 'adv_type') };
  expect(examplesFor(bare).map(({ title }) => title)).toEqual(['Packet types by channel']);
  const odd = await workbench.open(new TextEncoder().encode('a "b,select\nx,1\ny,2\n'), 'odd.csv');
  for (const { sql } of examplesFor(odd)) expect((await workbench.engine.query(sql, {})).rows.length).toBeGreaterThan(0);
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { ResultsPort } from '../../../../src/workbench/results.ts';
import { crowdedResult } from '../../../support/crowded-result.ts';
import { captureInfo } from '../../../support/fake-data.ts';
import { type FakePort, fakePort } from '../../../support/fake-port.ts';

const ID = 'crowd-900';
const NOTHING = { time_range: null, addresses: [] };
let port: FakePort;
let results: ResultsPort;
beforeEach(() => {
  port = fakePort();
  ({ results } = port);
  port.store.add(crowdedResult(900));
});

describe('tables of a stored result', () => {
  it('are returned in slices, sorted and narrowed, with the total number of rows', async () => {
    const sort = { column: 3, descending: true };
    const first = await results.rows(ID, 'addresses', { sort, offset: 0, limit: 2 });
    const next = await results.rows(ID, 'addresses', { sort, offset: 2, limit: 1 });
    expect([first.total, first.all, first.rows.length]).toEqual([900, 900, 2]);
    const packets = [...first.rows, ...next.rows].map((row) => Number(row[3]));
    expect(packets).toEqual([...packets].sort((a, b) => b - a));
    const chosen = [String(first.rows[0]?.[0])];
    const narrowed = await results.rows(ID, 'addresses', { narrowing: { ...NOTHING, addresses: chosen }, offset: 0, limit: 9 });
    expect([narrowed.total, narrowed.all]).toEqual([1, 900]);
    expect((await results.rows(ID, 'addresses', { offset: 890, limit: 1000 })).rows).toHaveLength(10);
    expect((await results.rows(ID, 'links', { offset: 0, limit: 5 })).total).toBe(200);
    expect((await results.rows(ID, 'segments', { offset: 0, limit: 5 })).total).toBe(1800);
    expect((await results.rows(ID, 'cluster/0', { offset: 0, limit: 5 })).total).toBe(3);
  });

  it('are saved completely', async () => {
    const csv = await (await results.tableFile(ID, 'addresses', 'csv', { sort: { column: 0, descending: false } })).text();
    const lines = csv.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(900);
    expect(lines.map((line) => line.slice(0, 17))).toEqual(lines.map((line) => line.slice(0, 17)).sort());
  });

  it('reject with a code if the result is not stored', async () => {
    await expect(results.rows('gone', 'addresses', { offset: 0, limit: 1 })).rejects.toMatchObject({ code: 'RESULT_GONE' });
    await expect(results.rows(ID, 'nonsense', { offset: 0, limit: 1 })).rejects.toMatchObject({ code: 'NO_TABLE' });
    await expect(results.list(ID, '/summary', { offset: 0, limit: 1 })).rejects.toMatchObject({ code: 'NO_LIST' });
    port.store.forget(ID);
    expect(await results.view(ID)).toBeUndefined();
  });
});

describe("parts of an analyzer's answer", () => {
  it('include its headline, clusters, matrices and pairs', async () => {
    const headline = await results.headline(ID);
    expect([headline.total, headline.chains.length, headline.types.reduce((sum, { count }) => sum + count, 0)]).toEqual([100, 12, 900]);
    const { rows, total, all } = await results.clusters(ID, { offset: 8, limit: 4, narrowing: NOTHING });
    expect([rows.map(({ index }) => index), total, all]).toEqual([[8, 9, 10, 11], 100, 100]);
    const part = await results.matrix(ID, 8, { row: 1, column: 0, rows: 1, columns: 2 });
    expect([part.rows.length, part.columns.length, part.cells]).toEqual([1, 2, [[0.77, 1]]]);
    const [one = '', other = ''] = part.columns;
    const { pair, rationale } = await results.pair(ID, one, other);
    expect([pair.from, pair.to, pair.evidence.length, rationale.length]).toEqual([one, other, 7, 1]);
    const [from = '', , to = ''] = (await results.matrix(ID, 0, { row: 0, column: 0, rows: 1, columns: 3 })).columns;
    expect((await results.pair(ID, from, to)).pair).toMatchObject({ from, to, probability: 0.57, evidence: [] });
  });

  it('include links at a threshold, as a summary and as a graph', async () => {
    const own = await results.threshold(ID, 0.5);
    const none = await results.threshold(ID, 0.99);
    expect([own.links, none.links, none.lost.total, none.lost.first.length]).toEqual([200, 0, 200, 6]);
    const [address = ''] = headOf(await results.headline(ID));
    const graph = await results.graph(ID, { threshold: 0.5, width: 800, narrowing: { ...NOTHING, addresses: [address] } });
    expect(graph.nodes.length).toBe(300);
    expect(graph.nodes.filter(({ aside }) => !aside).map((node) => node.address)).toEqual([address]);
    expect(graph.title).toMatch(/^200 links among 300 addresses/);
  });

  it('include the visible rows of the timeline, and the lanes of a group', async () => {
    const folds = { start: 'none', toggled: [] } as const;
    const timeline = await results.timeline(ID, { folds, top: 0, height: 200, view: null, picked: [], cursor: null });
    expect([timeline.clusters, timeline.count, timeline.rows.length < 20]).toEqual([100, 100 + 1 + 900, true]);
    expect(timeline.title).toMatch(/^900 addresses active within/);
    expect(await results.lanes(ID, 0)).toHaveLength(3);
  });
});

const headOf = ({ chains }: Awaited<ReturnType<ResultsPort['headline']>>): readonly string[] => chains[0]?.addresses ?? [];

describe('a complete stored result', () => {
  it('is available as text and as a file, and its lists in slices', async () => {
    const file = await (await results.file(ID)).text();
    expect(JSON.parse(file)).toEqual(crowdedResult(900));
    expect(await results.text(ID, { offset: 10, limit: 50 })).toEqual({ text: file.slice(10, 60), more: true });
    const { items, total } = await results.list(ID, '/structured_output/address_classification', { offset: 899, limit: 50 });
    expect([items.length, total]).toEqual([1, 900]);
    const matrix = await results.list(ID, '/structured_output/probabilistic_links/0/pairwise_probability_matrix', { offset: 0, limit: 1 });
    expect(matrix.total).toBe(3);
  });

  it('is compared with another result, table by table', async () => {
    const other = crowdedResult(300);
    port.store.add({ ...other, metadata: { ...other.metadata, result_hash: 'cd'.repeat(32) } });
    const { equal, moved } = await results.compare('crowd-300', ID);
    expect([equal, moved.map(({ title }) => title)[0]]).toEqual([false, '5 of 6 figures of the answer moved']);
    const [table] = moved;
    const rows = await results.rows(ID, table?.id ?? '', { offset: 0, limit: 9 });
    expect(rows.rows[0]).toEqual(['addresses', '300', '900', '+600']);
    const diff = await results.diff('crowd-300', ID);
    expect([diff.lines.length > 0, diff.complete]).toEqual([true, false]);
    expect(JSON.parse(await (await results.patch('crowd-300', ID)).text())).toHaveLength(300);
  });

  it('becomes a report, masked unless requested otherwise', async () => {
    port.setCaptures([captureInfo('one.pcap')]);
    const [address = ''] = headOf(await results.headline(ID));
    const request = { title: 'Crowd', note: '', made_ms: 0, verdicts: [], notes: [], names: [] };
    const shown = await (await results.report(ID, { ...request, unmasked: true })).text();
    const masked = await (await results.report(ID, { ...request, unmasked: false })).text();
    expect([shown.includes(address), masked.includes(address)]).toEqual([true, false]);
    await expect(results.report(ID, { ...request, unmasked: true }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('consists of plain data only', async () => {
    const folds = { start: 'initial', toggled: [] } as const;
    const answers = [
      await results.view(ID),
      await results.tables(ID),
      await results.timeline(ID, { folds, top: 0, height: 900, view: null, picked: [], cursor: 0 }),
      await results.graph(ID, { threshold: 0.5, width: 800, narrowing: NOTHING }),
      await results.plots(ID),
    ];
    for (const answer of answers) expect(structuredClone(answer)).toEqual(answer);
  });
});

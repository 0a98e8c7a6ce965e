import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readEmbedded } from '../../../../src/core/offline/embedded.ts';
import { addressesIn } from '../../../../src/core/offline/scope.ts';
import { savedSession, sharedFile, shareContents } from '../../../../src/core/offline/sharing.ts';
import type { WorkState } from '../../../../src/workbench/port.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { sharingParts } from '../../../support/sharing-parts.ts';

const STAYS = 'C0:00:00:00:00:01';
const GOES = 'C0:00:00:00:00:02';
const table = (address: string): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`time,advertiser_addr,rssi\n${[1, 2, 3].map((at) => `158835848${String(at)}.5,${address},-60`).join('\n')}\n`);

const about = (address: string): Partial<WorkState> => ({
  names: [{ address, name: `phone of ${address.slice(-1)}` }],
  notes: [
    { on: 'device', address, text: 'seen at the door' },
    { on: 'time', sha256: '0'.repeat(64), start_ms: 1, end_ms: 2, text: `then ${address.toLowerCase()} left` },
  ],
  verdicts: [{ from_address: address, to_address: address, verdict: 'confirmed', note: '', tool_call_id: 'call-1' }],
  queries: [{ name: 'mine', sql: `SELECT * FROM t WHERE advertiser_addr = '${address}'` }],
});

let bench: NodeWorkbench;
beforeAll(async () => {
  bench = await nodeWorkbench();
});
afterAll(() => bench.close());

const sharing = (work: WorkState) => sharingParts(bench, { work: () => work });

test.each(['c0:00:00:00:00:0a', 'C0-00-00-00-00-0A', 'C0000000000A'])(
  'a table that writes addresses as %s is still the one that a name is about',
  async (spelt) => {
    const info = await bench.open(table(spelt), 'spelt.csv');
    const named = { names: [{ address: 'C0:00:00:00:00:0A', name: 'bench' }], queries: [{ name: 'mine', sql: `SELECT '${spelt}'` }] };
    const contents = await shareContents(sharing({ selected: [], invocation: '', sql: '', ...named }), { capture_ids: [info.capture_id] });
    expect([contents.names, contents.queries.length]).toEqual([1, 1]);
    await bench.captures.close(info.capture_id);
  },
);

test('identifiers of calls do not count as addresses', () => {
  expect(addressesIn('req-9b2f6c1e-1c6b-4a7e-8f00-5a11223344aa, 158835848100, 5a11223344aa')).toEqual(['5a11223344aa']);
});

const options = { signal: new AbortController().signal, onProgress: () => undefined };

test("a shared file does not mention devices of closed captures; the person's own session does", async () => {
  const closed = await bench.open(table(STAYS), 'private.csv');
  const open = await bench.open(table(GOES), 'public.csv');
  const [first, second] = [about(STAYS), about(GOES)];
  const work: WorkState = {
    selected: [],
    invocation: `{"filter": "advertiser_addr = '${STAYS}'"}`,
    sql: `SELECT '${GOES}'`,
    names: [...first.names!, ...second.names!],
    notes: [...first.notes!, ...second.notes!],
    verdicts: [...first.verdicts!, ...second.verdicts!],
    queries: [...first.queries!, ...second.queries!],
    selection: { time_range: null, addresses: [STAYS] },
  };
  const both = await shareContents(sharing(work), {});
  expect([both.names, both.notes, both.verdicts, both.queries.length, both.editors]).toEqual([2, 4, 2, 2, ['call', 'SQL']]);

  await bench.captures.close(closed.capture_id);
  const contents = await shareContents(sharing(work), {});
  expect([contents.names, contents.notes, contents.verdicts, contents.queries.length, contents.editors]).toEqual([1, 2, 1, 1, ['SQL']]);
  expect(contents.left_out).toMatchObject({ names: 1, notes: 2, verdicts: 1, queries: 1 });

  vi.stubGlobal('fetch', () => Promise.resolve(new Response('<html><!--embedded--></html>')));
  const { file } = await sharedFile(sharing(work), {}, options);
  const html = await file.text();
  const source = {
    base: '',
    textOf: (id: string) => Promise.resolve(new RegExp(`id="${id}">([\\s\\S]*?)</script>`).exec(html)?.[1] ?? null),
  };
  const session = JSON.stringify((await readEmbedded(source))?.session);
  expect(session).toContain(GOES);
  expect(session.toUpperCase()).not.toContain(STAYS);
  expect(session).not.toContain('phone of 1');

  expect(JSON.stringify(await savedSession(sharing(work), {}))).toContain('phone of 1');
  expect(JSON.stringify(await savedSession(sharing(work), { capture_ids: [open.capture_id] }))).not.toContain('phone of 1');
});

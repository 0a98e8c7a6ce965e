import { expect, it } from 'vitest';
import type { AnalyzerOutput, Cluster } from '../../../../src/answers/analyzer/model.ts';
import { analyzerHeadline, clusterPage } from '../../../../src/answers/analyzer/summaries.ts';
import { notesAt } from '../../../../src/answers/charts/timeline-notes.ts';

const addresses = Array.from({ length: 12 }, (_, at) => `AA:BB:CC:DD:EE:${String(at).padStart(2, '0')}`);
const matrix = addresses.map(() => addresses.map(() => 0.9));
const cluster = { letter: 'A', addresses, matrix, rationale: [] } as unknown as Cluster;
const output = { addresses: [], clusters: [cluster] } as unknown as AnalyzerOutput;
const names = [{ address: addresses[11] ?? '', name: 'Bench phone' }];
const all = { narrows: false, has: () => true } as unknown as Parameters<typeof clusterPage>[1];

it('a device is named after any of its addresses, also one that is not listed', () => {
  expect(analyzerHeadline(output, names).chains[0]).toMatchObject({ name: 'Bench phone', total: 12 });
  expect(clusterPage(output, all, { offset: 0, limit: 9 }, names).rows[0]).toMatchObject({ letter: 'A', name: 'Bench phone' });
  expect([analyzerHeadline(output).chains[0]?.name, clusterPage(output, all, { offset: 0, limit: 9 }).rows[0]?.name]).toEqual([
    undefined,
    undefined,
  ]);
});

it('the notes on an instant are found', () => {
  const notes = [
    { start_ms: 10, end_ms: 20, text: 'one' },
    { start_ms: 30, end_ms: 40, text: 'other' },
  ];
  expect([5, 8, 20, 25].map((at) => notesAt(notes, at, 2).map(({ text }) => text))).toEqual([[], ['one'], ['one'], []]);
});

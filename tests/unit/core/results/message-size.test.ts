import { expect, it } from 'vitest';
import { crowdedResult } from '../../../support/crowded-result.ts';
import { fakePort } from '../../../support/fake-port.ts';

/** Characters of JSON; what a structured clone takes is about as much. */
const BOUND = 256 * 1024;
const NOTHING = { time_range: null, addresses: [] };
const FOLDS = { start: 'none', toggled: [] } as const;

it('sends at most 256 kB per message of an answer with 100,000 addresses', async () => {
  const { results, store } = fakePort();
  const complete = crowdedResult(100_000);
  store.add(complete);
  const id = complete.tool_call_id;
  const requests: Readonly<Record<string, () => Promise<unknown>>> = {
    view: async () => ({ ...(await results.view(id)), data: null }),
    headline: () => results.headline(id),
    addresses: () => results.rows(id, 'addresses', { offset: 0, limit: 250 }),
    'addresses sorted': () => results.rows(id, 'addresses', { sort: { column: 0, descending: true }, offset: 50_000, limit: 250 }),
    'addresses sorted, next page': () =>
      results.rows(id, 'addresses', { sort: { column: 0, descending: true }, offset: 50_250, limit: 250 }),
    links: () => results.rows(id, 'links', { offset: 0, limit: 250 }),
    segments: () => results.rows(id, 'segments', { offset: 0, limit: 250 }),
    clusters: () => results.clusters(id, { offset: 0, limit: 50, narrowing: NOTHING }),
    threshold: () => results.threshold(id, 0.7),
    graph: () => results.graph(id, { threshold: 0.5, width: 1200, narrowing: NOTHING }),
    timeline: () => results.timeline(id, { folds: FOLDS, top: 0, height: 1200, view: null, picked: [], cursor: null }),
    'timeline, next rows': () => results.timeline(id, { folds: FOLDS, top: 9e5, height: 3600, view: null, picked: [], cursor: 5 }),
    // Its characters are counted as they are, without the escapes that JSON would add.
    text: async () => (await results.text(id, { offset: 0, limit: 1e6 })).text.replaceAll(/["\n]/g, ' '),
    list: () => results.list(id, '/structured_output/address_classification', { offset: 0, limit: 200 }),
  };
  const took: Record<string, string> = {};
  for (const [name, request] of Object.entries(requests)) {
    const start = performance.now();
    const answer = await request();
    took[name] = `${(performance.now() - start).toFixed(0)} ms, ${(JSON.stringify(answer).length / 1024).toFixed(0)} kB`;
    expect([name, JSON.stringify(answer).length <= BOUND]).toEqual([name, true]);
  }
  if (process.env['MEASURE']) console.info(took);
});

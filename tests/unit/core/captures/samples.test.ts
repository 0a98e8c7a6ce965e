import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NodeWorkbench } from '../../../support/node-workbench.ts';
import { nodeWorkbench } from '../../../support/node-workbench.ts';

const FOLDER = 'public/samples';
let workbench: NodeWorkbench;

beforeAll(async () => {
  workbench = await nodeWorkbench();
});
afterAll(() => workbench.close());

test('every sample has a licence and is offered', () => {
  const notice = readFileSync(`${FOLDER}/NOTICE.txt`, 'utf8');
  const offered = readFileSync('src/core/captures/samples.ts', 'utf8');
  const files = readdirSync(FOLDER).filter((name) => name !== 'NOTICE.txt');
  expect(files).toHaveLength(2);
  for (const name of files) {
    expect(notice).toContain(`${name}\n`);
    expect(offered).toContain(`samples/${name}'`);
  }
});

test('the one-hour sample gives one cluster with the true addresses, in order', async () => {
  const truth = readFileSync('tests/fixtures/captures/pact/ground-truth.tsv', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Samsung Galaxy S7-1\t'))
    .map((line) => line.split('\t')[2]!.toUpperCase());
  const info = await workbench.openFile(`${FOLDER}/one_phone_one_hour.pcapng`);
  const columns = { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' };
  const { structured_output } = await workbench.run({
    tool: 'bluetooth_address_analyzer',
    version: '1.5.0',
    captures: [info],
    arguments: {
      address_columns: columns,
      analysis_mode: 'both',
      linkage_window_s: 60,
      min_observation_count: 10,
      rpa_rotation_model: 'spec_default',
    },
  });
  const { probabilistic_links } = structured_output as { probabilistic_links: { addresses: string[] }[] };
  expect(probabilistic_links).toHaveLength(1);
  expect(probabilistic_links[0]!.addresses).toEqual(truth);
});

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { devicesSql } from '../../../../src/answers/devices/device-sql.ts';
import { readDevices, type Device } from '../../../../src/answers/devices/devices.ts';
import { loadAssignedNames } from '../../../../src/ble/assigned/load.ts';
import { nodeWorkbench } from '../../../support/node-workbench.ts';

const bench = await nodeWorkbench();
const names = await loadAssignedNames();
const larger = process.env['WORKBENCH_DATA'];
const FOLDERS = ['tests/fixtures/captures', ...(larger === undefined ? [] : [join(larger, 'captures')])];

const RECORDINGS = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:mitll|pact|hackrf).*\.pcap(?:ng)?$/.test(name))
    .map((name) => join(folder, name)),
);

async function devicesOf(path: string): Promise<readonly Device[]> {
  const capture = await bench.openFile(path);
  const statement = devicesSql(capture, null);
  if (statement === null) return [];
  const devices = readDevices(await bench.engine.rows(statement.sql, statement.values, {}), names);
  await bench.captures.close(capture.capture_id);
  return devices;
}

const all: Device[] = [];
test.each(RECORDINGS)('every description of %s has evidence', async (path) => {
  const devices = await devicesOf(path);
  for (const { what } of devices) expect(what.evidence.length > 0).toBe(what.text !== null);
  all.push(...devices);
});

afterAll(() => {
  const described = all.filter(({ what }) => what.text !== null).length;
  console.log(`${String(described)} of ${String(all.length)} addresses of ${String(RECORDINGS.length)} recordings are described`);
});

test('at least nine of ten addresses are described', () => {
  expect(all.filter(({ what }) => what.text !== null).length).toBeGreaterThanOrEqual(0.9 * all.length);
});

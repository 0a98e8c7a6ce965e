import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { commandHost, type Places } from '../../../src/cli/host.ts';

const folder = mkdtempSync(join(tmpdir(), 'host-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const host = (places: Places) =>
  commandHost(places, { textOf: () => Promise.resolve(null) }, { renderer: 'none', font: 'none' }, () => undefined);
const bytes = new TextEncoder().encode('<svg/>');
const FILE = { kind: 'file', name: 'rows.csv', mime_type: 'text/csv' } as const;

test('where files are refused, artifacts stay in memory, exports are denied with the reason, and nothing is written', async () => {
  const refusing = host({ folder, refused: 'Start with a folder.' });
  const uri = await refusing.storeArtifact(bytes, 'image/svg+xml');
  expect(await (await fetch(uri)).text()).toBe('<svg/>');
  for (const kind of ['file', 'folder'] as const)
    await expect(refusing.destination.choose({ ...FILE, kind })).rejects.toMatchObject({
      code: 'DESTINATION_DENIED',
      message: 'Start with a folder.',
    });
  expect(readdirSync(folder)).toEqual([]);
});

test('elsewhere an artifact is a new file of the folder', async () => {
  await host({ folder }).storeArtifact(bytes, 'image/svg+xml');
  expect(readdirSync(folder)).toHaveLength(1);
});

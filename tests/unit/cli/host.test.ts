import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
  const uri = await refusing.storeArtifact(bytes, 'image/svg+xml', 'means');
  expect(await (await fetch(uri)).text()).toBe('<svg/>');
  for (const kind of ['file', 'folder'] as const)
    await expect(refusing.destination.choose({ ...FILE, kind })).rejects.toMatchObject({
      code: 'DESTINATION_DENIED',
      message: 'Start with a folder.',
    });
  expect(readdirSync(folder)).toEqual([]);
});

test('elsewhere an artifact is a new file of the folder, with its name and extension', async () => {
  const writing = host({ folder });
  const uris = [
    await writing.storeArtifact(bytes, 'image/svg+xml', 'means'),
    await writing.storeArtifact(bytes, 'image/svg+xml', 'means'),
    await writing.storeArtifact(bytes, 'text/csv', '../rows'),
  ];
  const names = ['means.svg', 'means (2).svg', '___rows.csv'];
  expect(uris).toEqual(names.map((name) => pathToFileURL(join(folder, name)).href));
  expect(readdirSync(folder).sort()).toEqual(names.sort());
  for (const name of names) expect(readFileSync(join(folder, name), 'utf8')).toBe('<svg/>');
});

test('an artifact that cannot be written is an error that names the place', async () => {
  const missing = join(folder, 'missing');
  await expect(host({ folder: missing }).storeArtifact(bytes, 'image/svg+xml', 'means')).rejects.toMatchObject({
    code: 'WRITE_FAILED',
    message: expect.stringContaining(join(missing, 'means.svg')) as string,
  });
});

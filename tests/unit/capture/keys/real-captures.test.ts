import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { withoutKeyMaterial } from '../../../../src/capture/keys/without-keys.ts';
import { openBytes } from '../../../support/captures.ts';

const ROOT = process.env['KEYS_CAPTURES'] ?? 'tests/fixtures/captures';
const files = readdirSync(ROOT, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(?:pcap|pcapng|log|cfa|pklg|btsnoop|zst)$/.test(name),
);
const digest = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)))
    .digest('hex');

it.each(files)('the copy of a recording gives its rows: %s', async (name) => {
  const bytes = Uint8Array.from(readFileSync(join(ROOT, name)));
  const before = await openBytes(bytes, name).catch(() => null);
  // Recordings of other radios do not open.
  if (before === null) return;
  const copy = await withoutKeyMaterial(new Blob([bytes]), name);
  const after = await openBytes(new Uint8Array(await copy.arrayBuffer()), name);
  expect(after.summary.row_count).toBe(before.summary.row_count);
  expect(digest(after.columns)).toBe(digest(before.columns));
  expect(digest(after.problems)).toBe(digest(before.problems));
});

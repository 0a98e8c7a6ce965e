import { expect, test } from 'vitest';
import { duckDbAssets, publicFile } from '../../../../src/core/offline/assets.ts';
import type { PageSource } from '../../../../src/core/offline/page-source.ts';
import { pack } from '../../../../src/core/offline/payload.ts';

async function carrying(blocks: Record<string, string>): Promise<PageSource> {
  const packed = new Map<string, string>();
  for (const [id, text] of Object.entries(blocks)) packed.set(id, (await pack(new Blob([text]))).join(''));
  return { base: 'https://page.example/', textOf: (id) => Promise.resolve(packed.get(id) ?? null) };
}

test('the one-file page reads its assets from its own blocks', async () => {
  const page = await carrying({
    'payload:duckdb-worker': 'self.onmessage = null;',
    'payload:duckdb-wasm': 'module',
    'payload:file:samples/NOTICE.txt': 'CC BY 4.0',
  });
  const assets = duckDbAssets(page);
  expect(await assets.workerSource()).toBe('self.onmessage = null;');
  const wasm = await assets.wasm();
  expect([wasm.type, await wasm.text()]).toEqual(['application/wasm', 'module']);
  expect(await (await publicFile('samples/NOTICE.txt', page)).text()).toBe('CC BY 4.0');
});

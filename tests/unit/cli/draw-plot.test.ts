import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { plotDrawer } from '../../../src/cli/output/draw-plot.ts';
import { memoryArtifacts } from '../../../src/cli/output/memory-artifacts.ts';
import { dot, svg, WIDTH, words } from '../../../src/tools/svg-plot.ts';

const folder = mkdtempSync(join(tmpdir(), 'draw-plot-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const font = join(folder, 'font');
const draw = plotDrawer({ renderer: 'node_modules/@resvg/resvg-wasm/index_bg.wasm', font });
let missing: unknown;
beforeAll(async () => {
  missing = await draw(plot('rssi'), WIDTH).catch((error: unknown) => error);
  copyFileSync('node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', font);
});
let next = 0;
function stored(bytes: Uint8Array | string): string {
  const path = join(folder, String(next++));
  writeFileSync(path, bytes);
  return pathToFileURL(path).href;
}
const plot = (label: string): string => stored(svg('p', 'Title', 'Text', 200, [dot(40, 40, '#1d4ed8'), words(100, 100, label)]).bytes);
const sizeIn = (png: Uint8Array): readonly number[] => {
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

test('a plot is drawn as PNG at the width that was asked for, with equal bytes each time', async () => {
  const uri = plot('rssi');
  const [whole, again, half] = [await draw(uri, WIDTH), await draw(uri, WIDTH), await draw(uri, WIDTH / 2)];
  expect([...whole!.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  expect([sizeIn(whole!), sizeIn(half!)]).toEqual([
    [640, 200],
    [320, 100],
  ]);
  expect(again).toEqual(whole);
});

test('a plot is drawn after a font that was missing is there', async () => {
  expect(missing).toMatchObject({ code: 'ENOENT' });
  expect(await draw(plot('rssi'), WIDTH)).toBeInstanceOf(Uint8Array);
});

test('words are drawn: without the font, plots with other labels would be equal', async () => {
  expect(await draw(plot('rssi'), WIDTH)).not.toEqual(await draw(plot('channel'), WIDTH));
});

test('a file that is gone has no image, and one that is no drawing is an error', async () => {
  expect(await draw(pathToFileURL(join(folder, 'gone')).href, WIDTH)).toBeNull();
  await expect(draw(stored('rssi,place\n-40,a\n'), WIDTH)).rejects.toThrow();
});

test('plots are drawn from memory, which holds the latest artifacts only', async () => {
  const store = memoryArtifacts();
  const { bytes } = svg('p', 'Title', 'Text', 200, []);
  const uris: string[] = [];
  for (let at = 0; at < 257; at++) uris.push(await store(bytes, 'image/svg+xml', 'p'));
  expect(await draw(uris[0]!, WIDTH)).toBeNull();
  for (const uri of [uris[1]!, uris[256]!]) expect(await draw(uri, WIDTH)).toBeInstanceOf(Uint8Array);
});

test('a drawing reads no other file', async () => {
  const image = stored(await draw(plot('rssi'), WIDTH).then((bytes) => bytes!));
  const naming = (href: string): string =>
    stored(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 200"><image href="${href}" width="640" height="200"/><path d="M0 0h9"/></svg>`,
    );
  expect(await draw(naming(image), WIDTH)).toEqual(await draw(naming('file:///gone'), WIDTH));
});

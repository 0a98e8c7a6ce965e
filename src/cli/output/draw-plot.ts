import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { once } from '../../base/once.ts';

/** Paths of the renderer's module and of the page's font, which plots use for words. */
export interface DrawingAssets {
  readonly renderer: string;
  readonly font: string;
}

const FAMILY = 'Inter Variable';

/** Returns a function that draws SVG files as PNG with a width in px. Files and addresses that a drawing names are not read. */
export function plotDrawer({ renderer, font }: DrawingAssets): (uri: string, width: number) => Promise<Uint8Array | null> {
  const ready = once(async () => {
    // Read both files first, because the renderer can be initialised only once: if reading fails, the next plot tries again.
    const [module, letters] = await Promise.all([readFile(renderer), readFile(font)]);
    await initWasm(module);
    return new Uint8Array(letters);
  });
  return async (uri, width) => {
    const svg = await textAt(uri);
    if (svg === undefined) return null;
    const fontBuffers = [await ready()];
    const drawing = new Resvg(svg, {
      fitTo: { mode: 'width', value: width },
      font: { fontBuffers, defaultFontFamily: FAMILY, sansSerifFamily: FAMILY },
    });
    try {
      const image = drawing.render();
      try {
        return image.asPng();
      } finally {
        image.free();
      }
    } finally {
      drawing.free();
    }
  };
}

/** Returns the text of an artifact on disk or in memory; undefined if it no longer exists. */
async function textAt(uri: string): Promise<string | undefined> {
  const text = uri.startsWith('blob:') ? fetch(uri).then((kept) => kept.text()) : readFile(fileURLToPath(uri), 'utf8');
  return text.catch(() => undefined);
}

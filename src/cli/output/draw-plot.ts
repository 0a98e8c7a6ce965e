import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { once } from '../../base/once.ts';

/** The renderer's module, and the font of the page for the words in a plot. */
export interface DrawingAssets {
  readonly renderer: string;
  readonly font: string;
}

const FAMILY = 'Inter Variable';

/** Draws SVG files as PNG, `width` px wide. Reads no other file and no address that a drawing may name. */
export function plotDrawer({ renderer, font }: DrawingAssets): (uri: string, width: number) => Promise<Uint8Array | null> {
  const ready = once(async () => {
    // The renderer can be initialized only once, so both files are read first: a plot after a failed one tries again.
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

/** The text of an artifact on disk or in memory; undefined if it is gone. */
async function textAt(uri: string): Promise<string | undefined> {
  const text = uri.startsWith('blob:') ? fetch(uri).then((kept) => kept.text()) : readFile(fileURLToPath(uri), 'utf8');
  return text.catch(() => undefined);
}

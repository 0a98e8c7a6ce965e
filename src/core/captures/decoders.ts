import { once } from '../../base/once.ts';
import type { ImportCapture } from '../../capture/import.ts';
import { whenIdle } from '../idle.ts';
import { decodeAssets } from '../offline/assets.ts';
import type { PageSource } from '../offline/page-source.ts';

/** Returns the function that imports captures. The code of the decoders is loaded with the first file, or earlier by `prepare`. */
export function lazyDecoders(page: PageSource): { readonly importCapture: ImportCapture; readonly prepare: () => void } {
  const load = once(async () => (await import('../../capture/import-capture.ts')).createImportCapture(decodeAssets(page), whenIdle));
  return {
    importCapture: async (file, sink, options) => (await load())(file, sink, options),
    prepare: () => {
      // Ignore a failure to load the decoders early: opening a file loads them again and reports its own failure.
      whenIdle(() => void load().catch(() => undefined));
    },
  };
}

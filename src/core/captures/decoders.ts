import { once } from '../../base/once.ts';
import type { ImportCapture } from '../../capture/import.ts';
import { whenIdle } from '../idle.ts';
import { decodeAssets } from '../offline/assets.ts';
import type { PageSource } from '../offline/page-source.ts';

/** Imports captures. The decoders are loaded with the first file, or earlier by `prepare`. */
export function lazyDecoders(page: PageSource): { readonly importCapture: ImportCapture; readonly prepare: () => void } {
  const load = once(async () => (await import('../../capture/import-capture.ts')).createImportCapture(decodeAssets(page), whenIdle));
  return {
    importCapture: async (file, sink, options) => (await load())(file, sink, options),
    prepare: () => {
      // Ignore a failure here: the next opening tries again and reports it.
      whenIdle(() => void load().catch(() => undefined));
    },
  };
}

import { once } from '../../base/once.ts';
import type { ImportCapture } from '../../capture/import.ts';
import { whenIdle } from '../idle.ts';
import { decodeAssets } from '../offline/assets.ts';
import type { PageSource } from '../offline/page-source.ts';

/** Imports captures with decoders that are loaded with the first file, or before it when `prepare` was called. */
export function lazyDecoders(page: PageSource): { readonly importCapture: ImportCapture; readonly prepare: () => void } {
  const load = once(async () => (await import('../../capture/import-capture.ts')).createImportCapture(decodeAssets(page), whenIdle));
  return {
    importCapture: async (file, sink, options) => (await load())(file, sink, options),
    prepare: () => {
      // The next opening tries again and reports why loading fails.
      whenIdle(() => void load().catch(() => undefined));
    },
  };
}

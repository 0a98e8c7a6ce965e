import { once } from '../../base/once.ts';
import type { ImportCapture } from '../../capture/import.ts';
import { whenIdle } from '../idle.ts';
import { decodeAssets } from '../offline/assets.ts';

/** Decoders are a third of the code, and the page stands without them: they come with the first file, or before it when all else is done. */
export const importCapture: ImportCapture = async (file, sink, options) => (await decoders())(file, sink, options);

/** Fetches the decoders and starts a reader's thread once the page has nothing better to do. */
export function prepareDecoders(): void {
  whenIdle(() => {
    // Whoever opens a file tries again, and hears why it fails.
    decoders().catch(() => undefined);
  });
}

const decoders = once(async () => (await import('../../capture/import-capture.ts')).createImportCapture(decodeAssets(), whenIdle));

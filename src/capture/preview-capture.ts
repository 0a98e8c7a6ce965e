import * as comlink from 'comlink';
import { WorkbenchError } from '../base/failure.ts';
import { inOwnThread } from '../base/own-thread.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { DecodeAssets } from './decoder.ts';
import type { PreviewedFile } from './preview.ts';
import { readers, type ReaderThread } from './reader-thread.ts';

/**
 * A look into the beginning of a file, in a reader's thread that the signal ends. A look is short and leaves nothing behind:
 * the thread is the spare one again, so that the file is opened without waiting for another. Rejects as `previewFile` does.
 */
export async function previewInWorker(
  file: File,
  assets: DecodeAssets,
  { choice, signal }: { choice?: OpenChoice | undefined; signal?: AbortSignal | undefined },
): Promise<PreviewedFile> {
  const died = (message: string): Error => new WorkbenchError('DECODER_FAILED', `the decoder's thread ended: ${message}`);
  let looked = false;
  const lent = (): ReaderThread => {
    const thread = readers.take();
    const { service } = thread;
    return {
      service,
      addEventListener: (type, listener) => thread.addEventListener(type, listener),
      terminate: () => {
        if (looked) readers.giveBack(thread);
        else thread.terminate();
      },
    };
  };
  const outcome = await inOwnThread(lent, { signal, what: `looking into ${file.name}`, died }, async ({ service }) => {
    const answer = await service.preview(file, comlink.proxy(assets), choice);
    looked = true;
    return answer;
  });
  if (outcome.ok) return outcome.previewed;
  throw new WorkbenchError(outcome.failure.code, outcome.failure.message, outcome.failure.details);
}

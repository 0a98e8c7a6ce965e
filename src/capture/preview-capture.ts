import * as comlink from 'comlink';
import { WorkbenchError } from '../base/failure.ts';
import { inOwnThread } from '../base/own-thread.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { DecodeAssets } from './decoder.ts';
import type { PreviewedFile } from './preview.ts';
import { readers } from './reader-thread.ts';

/**
 * A preview of the beginning of a file, in a reader's thread that the signal ends. The thread is kept, so that opening the file
 * does not start another one. Rejects as `previewFile` does.
 */
export async function previewInWorker(
  file: File,
  assets: DecodeAssets,
  { choice, signal }: { choice?: OpenChoice | undefined; signal?: AbortSignal | undefined },
): Promise<PreviewedFile> {
  const died = (message: string): Error => new WorkbenchError('DECODER_FAILED', `the decoder's thread ended: ${message}`);
  const outcome = await inOwnThread(
    () => readers.lend(),
    { signal, what: `looking into ${file.name}`, died },
    async ({ thread, keep }) => {
      const answer = await thread.service.preview(file, comlink.proxy(assets), choice);
      if (answer.ok) keep();
      return answer;
    },
  );
  if (outcome.ok) return outcome.previewed;
  throw new WorkbenchError(outcome.failure.code, outcome.failure.message, outcome.failure.details);
}

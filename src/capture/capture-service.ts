import * as comlink from 'comlink';
import type { Progress } from '../base/progress.ts';
import type { OpenChoice } from '../tables/reading.ts';
import { decodeInstance } from '../kernels/decode.ts';
import { convert, type Converted, type TakePart } from './convert/convert.ts';
import type { DecodeAssets } from './decoder.ts';
import type { CaptureSink, CaptureSummary, ImportOptions } from './import.ts';
import { withoutKeyMaterial } from './keys/without-keys.ts';
import { hashBlobInThread, hashInThread } from './hash-thread.ts';
import { plainFailure, type PlainFailure } from './plain-failure.ts';
import { type PreviewedFile, previewFile } from './preview.ts';
import { readCapture } from './read-capture.ts';
import { unpackCaptures } from './wrapped/unpack.ts';
import type { Unpacked } from './wrapped/unpack.ts';

export type ReadOutcome = { readonly ok: true; readonly summary: CaptureSummary } | { readonly ok: false; readonly failure: PlainFailure };

/** What the worker does: reads a file and sends its rows to the page as they come. Holds no state between files. */
export const captureService = {
  /** Does once, ahead of time, what the first capture of this thread would otherwise wait for. */
  async warm(): Promise<void> {
    await decodeInstance();
  },

  /** @param options `measures`: the sink has `taken`, which a proxy does not show */
  async read(
    file: File,
    sink: CaptureSink,
    onProgress: ((progress: Progress) => void) | null,
    assets: DecodeAssets,
    {
      choice,
      memory_bytes,
      link_keys,
      tables = false,
      measures = false,
    }: Pick<ImportOptions, 'choice' | 'memory_bytes' | 'link_keys'> & { readonly tables?: boolean; readonly measures?: boolean } = {},
  ): Promise<ReadOutcome> {
    const sender: CaptureSink = {
      header: (header) => sink.header(header),
      // Transfer the memory of the rows instead of copying it.
      rows: (ipc, rows) => sink.rows(comlink.transfer(ipc, [ipc.buffer as ArrayBuffer]), rows),
      problems: (problems) => sink.problems(problems),
      ...(tables && {
        tableRows: (name: string, ipc: Uint8Array, rows: number) =>
          sink.tableRows?.(name, comlink.transfer(ipc, [ipc.buffer as ArrayBuffer]), rows) ?? Promise.resolve(),
      }),
      ...(measures && { taken: () => sink.taken!() }),
    };
    try {
      const summary = await readCapture(file, file.name, sender, {
        choice,
        memory_bytes,
        link_keys,
        onProgress: onProgress ?? undefined,
        hash: hashInThread,
        hashBlob: hashBlobInThread,
        assets: { parquetModule: () => assets.parquetModule() },
      });
      return { ok: true, summary };
    } catch (error) {
      return { ok: false, failure: plainFailure(error) };
    } finally {
      release(sink, onProgress, assets);
    }
  },

  async preview(file: File, assets: DecodeAssets, choice: OpenChoice | undefined): Promise<PreviewOutcome> {
    try {
      const previewed = await previewFile(file, file.name, { choice, assets: { parquetModule: () => assets.parquetModule() } });
      return comlink.transfer({ ok: true, previewed }, [previewed.ipc.buffer as ArrayBuffer]);
    } catch (error) {
      return { ok: false, failure: plainFailure(error) };
    } finally {
      release(assets);
    }
  },

  /** Converts a capture to Parquet files; the next file is made only when the last one was taken. */
  async convert(
    file: File,
    capture_id: string,
    take: TakePart,
    onProgress: ((progress: Progress) => void) | null,
    assets: DecodeAssets,
  ): Promise<ConvertOutcome> {
    try {
      const converted = await convert(
        file,
        file.name,
        capture_id,
        (path, bytes, label) => take(path, comlink.transfer(bytes, [bytes.buffer]), label),
        { onProgress: onProgress ?? undefined, hash: hashInThread, assets: { parquetModule: () => assets.parquetModule() } },
      );
      return { ok: true, converted };
    } catch (error) {
      return { ok: false, failure: plainFailure(error) };
    }
  },

  /** Makes a copy of the file without key material; null if the file contains none. */
  async removeKeys(file: File): Promise<RemoveKeysOutcome> {
    try {
      const copy = await withoutKeyMaterial(file, file.name);
      return { ok: true, copy: copy === file ? null : copy };
    } catch (error) {
      return { ok: false, failure: plainFailure(error) };
    }
  },

  async unpack(file: File, onProgress: ((progress: Progress) => void) | null): Promise<UnpackOutcome> {
    try {
      return { ok: true, unpacked: await unpackCaptures(file, file.name, { onProgress: onProgress ?? undefined }) };
    } catch (error) {
      return { ok: false, failure: plainFailure(error) };
    }
  },
};

/** Closes the ports of proxies at once: the thread outlives the file, and comlink would wait for the garbage collector. */
function release(...proxies: readonly unknown[]): void {
  for (const proxy of proxies) (proxy as Partial<comlink.ProxyMethods> | null)?.[comlink.releaseProxy]?.();
}

export type ConvertOutcome = { readonly ok: true; readonly converted: Converted } | { readonly ok: false; readonly failure: PlainFailure };

export type RemoveKeysOutcome = { readonly ok: true; readonly copy: Blob | null } | { readonly ok: false; readonly failure: PlainFailure };

export type UnpackOutcome =
  { readonly ok: true; readonly unpacked: Unpacked | null } | { readonly ok: false; readonly failure: PlainFailure };

export type PreviewOutcome =
  { readonly ok: true; readonly previewed: PreviewedFile } | { readonly ok: false; readonly failure: PlainFailure };

export type CaptureService = typeof captureService;

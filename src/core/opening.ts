import { WorkbenchError } from '../base/failure.ts';
import { headText } from '../base/head-text.ts';
import type { CaptureInfo } from '../tables/captures.ts';
import type { OpenChoice } from '../tables/reading.ts';
import type { MergeInfo } from '../tables/merges.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { ConvertReport } from '../workbench/files.ts';
import type { MergeOptions, OpenOptions, PreviewOfFile, PreviewOptions, SampleId } from '../workbench/port.ts';
import type { Remedy } from './activities.ts';
import { isLargeCapture, memoryLeft, offersOf } from './captures/memory-budget.ts';
import { openFiles, type OpenRequest } from './captures/open-files.ts';
import { partOf } from './captures/part-of.ts';
import { sampleFile } from './captures/samples.ts';
import type { CoreBase, Data } from './data.ts';
import { decodeAssets } from './offline/assets.ts';

/** Size in bytes below which a file's rows are assumed to fit into memory. */
const SURE_TO_FIT = 4 * 1024 * 1024;

const PARQUET_MAGIC = 'PAR1';

/** Opens, re-reads, merges and closes captures, and shows the progress in the activity list. */
export interface Opening {
  open(files: readonly File[], options?: OpenOptions): Promise<CaptureInfo[]>;
  openSample(id: SampleId): Promise<CaptureInfo[]>;
  /** Joins the files of each converted capture to one file; other files are returned unchanged. */
  gather(files: readonly File[]): Promise<readonly File[]>;
  preview(file: File, options?: PreviewOptions): Promise<PreviewOfFile>;
  reopen(id: string, choice: OpenChoice, options?: WorkOptions): Promise<CaptureInfo>;
  convert(file: File, options?: WorkOptions): Promise<ConvertReport>;
  /** Reads an unavailable capture again, or builds an unavailable merged view again, if that is possible. */
  retry(id: string, options?: WorkOptions): Promise<CaptureInfo | undefined>;
  /** Supplies the missing file of a capture, or the files of its conversion. Rejects with `OTHER_FILE` unless they have the same bytes. */
  provide(id: string, files: readonly File[], options?: WorkOptions): Promise<CaptureInfo | undefined>;
  /** Reads another file, or another conversion, under the id of a capture. If that fails, the capture is unchanged. */
  replace(id: string, files: readonly File[], options?: WorkOptions): Promise<CaptureInfo>;
  merge(ids: readonly string[], options?: MergeOptions): Promise<MergeInfo>;
  close(id: string): Promise<void>;
}

export function createOpening(base: CoreBase, data: Data): Opening {
  const { activities, busy, page } = base;
  const { captures, merges, opened, engine } = data;

  /** Remedies for a file that does not fit into memory: one for each part that would fit, which loads that part. */
  const loading = (error: unknown, choice: OpenChoice | undefined, load: (choice: OpenChoice) => Promise<unknown>): readonly Remedy[] => {
    const { start_ms, end_ms } = choice?.keep?.time_window ?? {};
    return offersOf(error).map(({ label, keep }) => ({
      label: `Load ${label}`,
      window: keep.time_window?.start_ms !== start_ms || keep.time_window?.end_ms !== end_ms,
      take: () => void load({ ...choice, keep }).catch(() => undefined),
    }));
  };

  /** Remedies for a file that failed to open: loading a part that would fit, converting a file that is too large, or trying again. */
  const remedies = (error: unknown, { choice, memory_bytes, mask }: OpenOptions, of?: OpenRequest): readonly Remedy[] => {
    const again = (given = choice): Promise<unknown> => open(of ? [of.file] : [], { choice: given, memory_bytes, mask });
    const offers = loading(error, choice, again);
    if (of !== undefined && mask === undefined && isLargeCapture(error)) {
      const take = (): void => void convert(of.file).catch(() => undefined);
      return [...offers, { label: 'Convert to Parquet files in a folder…', take }];
    }
    return of === undefined || offers.length > 0
      ? offers
      : [
          {
            label: 'Try again',
            take: () => void again().catch(() => undefined),
          },
        ];
  };

  /** Maximum bytes for the rows of a file; undefined (no limit) for a small file, which is assumed to fit. */
  const roomFor = async ({ size }: File): Promise<number | undefined> => (size < SURE_TO_FIT ? undefined : memoryLeft(engine));

  const gather: Opening['gather'] = async (files) => {
    for (const file of files) {
      // Read the beginnings of files one after another, because each open file takes a file descriptor.
      if ((await headText(file, PARQUET_MAGIC.length)) === PARQUET_MAGIC)
        return (await import('../capture/parts/gather.ts')).gatherParts(files, data.joinFiles);
    }
    return files;
  };

  const openOne = async (
    request: OpenRequest,
    { choice, memory_bytes, mask }: OpenOptions,
    inner: WorkOptions & { readonly signal: AbortSignal },
  ) => {
    const { file } = request;
    const left = memory_bytes ?? (await roomFor(file));
    if (mask === undefined) return captures.open(file, { ...inner, choice, memory_bytes: left }, request.warnings);
    const { openMasked } = await import('./offline/sharing.ts');
    const masked = await partOf(data.joinFiles)(file, choice);
    return openMasked({ ...data, isTaken: (id) => opened.get(id) !== undefined }, masked, {
      ...inner,
      onProgress: inner.onProgress ?? (() => undefined),
      choice,
      memory_bytes: left,
      payloads: mask,
    });
  };

  const convert: Opening['convert'] = async (file, options = {}) => {
    const { convertFile, convertWords } = await import('./exports/convert-file.ts');
    const { convertInWorker } = await import('../capture/convert/convert-capture.ts');
    const worker = convertInWorker(decodeAssets(page));
    return activities.run(`Converting ${file.name}`, { ...options, outcome: convertWords }, (inner) =>
      convertFile(file, base.host.destination, worker, inner),
    );
  };

  const open: Opening['open'] = (files, options = {}) => {
    const { signal, onProgress } = options;
    return busy.during(() =>
      openFiles(files, {
        activity: (title, work, of) =>
          activities.run(title, { signal, onProgress }, work, undefined, (error) => remedies(error, options, of)),
        unpack: async (file, inner) => (await import('../capture/unpack-captures.ts')).unpackInWorker(file, inner),
        join: data.joinFiles,
        gather,
        open: (request, inner) => openOne(request, options, inner),
      }),
    );
  };

  const readAgain = <T>(
    id: string,
    options: WorkOptions,
    work: (inner: WorkOptions) => Promise<T>,
    remedies?: (error: unknown) => readonly Remedy[],
  ): Promise<T> => activities.run(`Reading ${opened.get(id)?.file_name ?? id} again`, options, work, undefined, remedies);

  const reopen: Opening['reopen'] = (id, choice, options = {}) => {
    const file = captures.original(id);
    const room = file && (() => roomFor(file));
    const work = (inner: WorkOptions): Promise<CaptureInfo> => opened.reopen(id, choice, { ...inner, room });
    return readAgain(id, options, work, (error) => loading(error, choice, (other) => reopen(id, other)));
  };

  /** Returns the one capture that the files contain; throws if they contain none or several. */
  const captureOf = async (files: readonly File[]): Promise<File> =>
    (await import('../capture/parts/parts-file.ts')).onlyCapture(await gather(files));

  const replace: Opening['replace'] = (id, files, options = {}) =>
    readAgain(id, options, async (inner) => {
      const file = await captureOf(files);
      return opened.replace(id, file, { ...inner, room: () => roomFor(file) });
    });

  /** If the file is not the original, offers to read it as the capture's new content, which a person must confirm. */
  const orReplace =
    (id: string, files: readonly File[]) =>
    (error: unknown): readonly Remedy[] => {
      if (!(error instanceof WorkbenchError) || error.code !== 'OTHER_FILE') return [];
      const take = (): void => void replace(id, files).catch(() => undefined);
      return [{ label: `Read ${files[0]!.name} as it is now`, take }];
    };

  return {
    open,
    gather,
    convert,
    openSample: async (id) => open([await sampleFile(id, page)]),
    preview: (file, options = {}) =>
      busy.during(() =>
        activities.later(`Reading the beginning of ${file.name}`, options, async (inner) =>
          (await import('./previews.ts')).previewFile(file, { ...options, ...inner }, page),
        ),
      ),
    reopen,
    retry: (id, options = {}) => readAgain(id, options, (inner) => opened.retry(id, inner)),
    provide: (id, files, options = {}) =>
      readAgain(id, options, async (inner) => opened.provide(id, await captureOf(files), inner), orReplace(id, files)),
    replace,
    merge: (ids, options = {}) => activities.run('Merging captures', options, (inner) => merges.merge(ids, { ...options, ...inner })),
    close: (id) => opened.close(id),
  };
}

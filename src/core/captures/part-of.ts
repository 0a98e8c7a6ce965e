import type { JoinFiles } from '../../base/join-files.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';

/** @returns the part of a file that contains all rows of a choice, so that the rest need not be read */
export type PartOf = (file: File, choice: OpenChoice | undefined) => Promise<File>;

/** Returns, of a converted capture, only its files with rows in the chosen time window; of any other file, the whole file. */
export const partOf =
  (join: JoinFiles): PartOf =>
  async (file, choice) => {
    const { isPartsFile, partsWithin } = await import('../../capture/parts/parts-file.ts');
    // Ignore an error here: opening the file reports why it cannot be read.
    const head = await file
      .slice(0, 8)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0));
    if (!isPartsFile(new Uint8Array(head))) return file;
    return partsWithin(file, choice?.keep?.time_window ?? null, join);
  };

interface Reading {
  readonly info: CaptureInfo;
  readonly part?: File | undefined;
}

/** Whether two readings of a converted capture read different files of it because of different time windows; their digests then differ. */
export function areOtherParts(before: Reading, after: Reading, file: File): boolean {
  const window = ({ info }: Reading): string => JSON.stringify(info.choice?.keep?.time_window ?? null);
  if (before.part === undefined || window(before) === window(after)) return false;
  return before.part !== file || after.part !== file;
}

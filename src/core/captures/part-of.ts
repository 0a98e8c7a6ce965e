import type { JoinFiles } from '../../base/join-files.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';

/** @returns the part of a file that has all rows of a choice; the rest of the file need not be read */
export type PartOf = (file: File, choice: OpenChoice | undefined) => Promise<File>;

/** Of a converted capture only the files that have rows of the chosen time. */
export const partOf =
  (join: JoinFiles): PartOf =>
  async (file, choice) => {
    const { isPartsFile, partsWithin } = await import('../../capture/parts/parts-file.ts');
    // Reading the file itself says why it cannot be read.
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

/** Whether two readings of a converted capture took files of different time windows, which have no digest in common. */
export function areOtherParts(before: Reading, after: Reading, file: File): boolean {
  const window = ({ info }: Reading): string => JSON.stringify(info.choice?.keep?.time_window ?? null);
  if (before.part === undefined || window(before) === window(after)) return false;
  return before.part !== file || after.part !== file;
}

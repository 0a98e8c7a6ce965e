import { ConvertedSet } from '../../src/core/exports/converted-set.ts';
import { convertHere } from './converted.ts';
import { memoryDestination, type MemoryFiles } from './memory-destination.ts';

/** The files of a conversion, manifest and statements included, as a person would pick them: by name, without their folders. */
export async function convertedFiles(captures: readonly File[], batch_rows: number): Promise<File[]> {
  const written: MemoryFiles = new Map();
  const destination = await memoryDestination(written, 'folder')({ kind: 'folder', name: 'set', mime_type: '' });
  const set = new ConvertedSet(destination, (file, capture_id, take) => convertHere(file, file.name, take, { capture_id, batch_rows }));
  for (const capture of captures) await set.add(capture, {});
  await set.finish();
  return [...written].map(([path, bytes]) => new File([bytes], path.slice(path.lastIndexOf('/') + 1)));
}

export const isPart = ({ name }: File): boolean => name.endsWith('.parquet');

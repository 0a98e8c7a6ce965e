import { previewInWorker } from '../capture/preview-capture.ts';
import { jsonRows } from '../engine/cells.ts';
import { decodeArrow } from '../engine/rows.ts';
import { PREVIEW_ROWS } from '../tables/preview.ts';
import type { PreviewOptions, PreviewOfFile } from '../workbench/port.ts';
import { decodeAssets } from './offline/assets.ts';
import type { PageSource } from './offline/page-source.ts';

/**
 * Reads the beginning of a file: its description and its first rows, whose cells have the form that `query` returns. Rejects with the same
 * errors as opening the file.
 */
export async function previewFile(file: File, options: PreviewOptions, page: PageSource): Promise<PreviewOfFile> {
  const { preview, ipc } = await previewInWorker(file, decodeAssets(page), options);
  return { ...preview, rows: jsonRows(decodeArrow(ipc), PREVIEW_ROWS) };
}

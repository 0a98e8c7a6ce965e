import { formatAmount, formatBytes } from '../../base/format.ts';
import { WorkbenchError } from '../../base/failure.ts';
import type { ConvertCapture } from '../../capture/convert/convert-capture.ts';
import type { Destination } from '../../export/destination.ts';
import { captureId } from '../../tables/capture-id.ts';
import type { ConvertReport } from '../../workbench/files.ts';
import type { ActivityOptions } from '../activities.ts';
import type { DestinationHost } from '../host.ts';
import { ConvertedSet, type ConvertedCapture } from './converted-set.ts';
import { hostDestinations } from './exporter.ts';

/** Maximum size in bytes of a capture that is converted to a download, because the browser holds all its files until it saves them. */
export const MOST_DOWNLOAD = 500e6;

/**
 * Converts a capture of any size to a set of Parquet files: in a folder that the person chooses, or in one zip file if the browser cannot
 * choose folders. A failure leaves no files. Rejects as `ConvertedSet.add` does, or with `CANCELLED` or `DESTINATION_DENIED`.
 */
export async function convertFile(
  file: File,
  host: DestinationHost,
  convert: ConvertCapture,
  options: ActivityOptions,
): Promise<ConvertReport> {
  const name = `${captureId(file.name, () => false)}-parquet`;
  const destination = await hostDestinations(host)({ kind: 'folder', name, mime_type: 'application/vnd.apache.parquet' });
  const set = new ConvertedSet(destination, convert);
  try {
    if (destination.place === 'download' && file.size > MOST_DOWNLOAD) throw needsFolder(file, name);
    const capture = await set.add(file, options);
    await set.finish(options.signal);
    return reportOf(capture, destination);
  } catch (error) {
    await set.abandon();
    throw error;
  }
}

const needsFolder = (file: File, name: string): WorkbenchError =>
  new WorkbenchError(
    'DESTINATION_DENIED',
    `expected a browser that can write into a folder, for a capture of more than ${formatBytes(MOST_DOWNLOAD)}, found one that can only download ` +
      `(${formatBytes(file.size)}). Use Chrome or Edge, or the command line: capture-workbench convert "${file.name}" --to parquet --output ${name}`,
  );

function reportOf({ summary, files, radio_clock }: ConvertedCapture, { place, name }: Destination): ConvertReport {
  return { name, place, files: files.length, rows: summary.row_count, problems: summary.problem_count, times_as_recorded: radio_clock };
}

/** Describes the outcome of a conversion in words, for the activity list. */
export function convertWords({ name, place, files, rows, problems, times_as_recorded }: ConvertReport): string {
  const where = place === 'folder' ? `the folder ${name}` : name;
  const unread = problems === 0 ? '' : `; ${formatAmount(problems, 'problem')} in what could not be read`;
  const late = times_as_recorded ? '. Times are those of the file: packets that the sniffer delivered late are not corrected' : '';
  return `${formatAmount(rows, 'packet')} in ${formatAmount(files, 'Parquet file')}, in ${where}${unread}${late}`;
}

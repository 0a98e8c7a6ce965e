/** Arrow IPC files, Feather 2 and Arrow streams. */
import { displayName } from '../../ble/ad/display-name.ts';
import { WorkbenchError } from '../../base/failure.ts';
import { type ArrowFile, openArrow } from '../../tables/arrow-file.ts';
import type { ByteSource, DecodeEnd, DecodeOptions, DecodeOutput, Decoder, Probe, ProbeHead } from '../decoder.ts';
import { ARROW_CODECS } from './arrow-codecs.ts';
import { ArrowRows, messageOf } from './arrow-rows.ts';
import { MAX_COLUMNS } from './table-summary.ts';

/** Maximum size, because the library needs the whole file in memory; larger data should be Parquet. */
const MAX_BYTES = 1024 * 1024 * 1024;

export const arrowDecoder: Decoder = { name: 'arrow', kind: 'table', whole: true, probe, decode };

function probe({ bytes }: ProbeHead): Probe | null {
  const magic = latin1(bytes.subarray(0, 6));
  if (magic === 'ARROW1' || magic.startsWith('FEA1')) return { confidence: 1, format: 'arrow' };
  return isStream(bytes) ? { confidence: 0.9, format: 'arrow' } : null;
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** A stream starts with a message: continuation mark, length of the metadata (a multiple of 8), a schema. */
function isStream(bytes: Uint8Array): boolean {
  if (bytes.length < 16 || bytes.subarray(0, 4).some((byte) => byte !== 0xff)) return false;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true);
  return length > 0 && length % 8 === 0 && length < 64 * 1024 * 1024;
}

async function decode(source: ByteSource, output: DecodeOutput, options: DecodeOptions): Promise<DecodeEnd> {
  const file = await openFile(source);
  const rows = await ArrowRows.begin('arrow', file, output, options);
  for (const index of file.batches.keys()) await rows.send(file, index);
  return rows.end();
}

async function openFile(source: ByteSource): Promise<ArrowFile> {
  const name = displayName(source.file_name);
  const refuse = (found: string) => new WorkbenchError('UNREADABLE_FILE', `expected an Arrow IPC file or stream, found ${name}: ${found}`);
  const size = await source.length();
  if (size > MAX_BYTES) throw refuse(`${size} bytes, at most ${MAX_BYTES} can be read; Parquet has no such limit`);
  const bytes = await source.bytes(0, size);
  if (latin1(bytes.subarray(0, 4)) === 'FEA1') throw refuse('Feather version 1, which Arrow itself gave up; write version 2');
  let file: ArrowFile;
  try {
    // A copy, because typed views need aligned memory of their own.
    file = openArrow(bytes.slice(), ARROW_CODECS);
  } catch (error) {
    throw refuse(messageOf(error));
  }
  const { length } = file.fields;
  if (length === 0 || length > MAX_COLUMNS) throw refuse(`${length} columns, expected 1 to ${MAX_COLUMNS}`);
  return file;
}

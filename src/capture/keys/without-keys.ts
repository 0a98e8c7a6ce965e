import { throwIfAborted, WorkbenchError } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import type { ByteSource, DecodeOutput } from '../decoder.ts';
import { DECODERS } from '../decoders/index.ts';
import { chooseDecoder, claimBy } from '../probe.ts';
import { fileSource } from '../source.ts';
import { isZip } from '../wrapped/archive.ts';
import { BugReportSource } from '../wrapped/bug-report.ts';
import { uncompress, unwrap } from '../wrapped/unwrap.ts';
import { KeptOctets } from './kept-octets.ts';
import { KeyRemoval } from './key-removal.ts';
import { holdsOnlyAdvertising } from './only-advertising.ts';
import { recordHeader } from './record-headers.ts';

/** Most octets of content, out of its compression. */
const MOST_BYTES = 512 * 2 ** 20;
const BATCH_ROWS = 4096;

/**
 * A capture without key material, for everything that leaves the page. The copy holds what is known to hold no secret (`KeyRemoval`);
 * lengths, counts and times are those of the file. Answers `blob` itself where nothing had to be removed, and for tables. The copy
 * of a compressed file is not compressed; of an archive it is the capture that opens. Rejects with a `WorkbenchError`
 * (`UNREADABLE_FILE`, `TOO_LARGE`), or as the platform does where the file cannot be read any more.
 */
export async function withoutKeyMaterial(blob: Blob, file_name: string, options: Pick<WorkOptions, 'signal'> = {}): Promise<Blob> {
  const check = (): void => throwIfAborted(options.signal, `removing keys from ${file_name}`);
  const file = fileSource(blob, file_name, { check, timings: { read: 0, hash: 0 } });
  const report = { problem: () => undefined, warning: () => undefined };
  const outer = await uncompress(file, () => undefined);
  // The copy is the capture inside: the rest of an archive or a report was not looked at.
  const archive = (await isZip(outer)) || outer instanceof BugReportSource;
  const content = archive ? await unwrap(file, report, claimBy(DECODERS)) : outer;
  const { decoder, probe } = await chooseDecoder(content, DECODERS);
  const packets = decoder.kind === 'ble' && probe.format !== 'live';
  if (!packets && !archive) return blob;
  if (content === file && blob.size <= MOST_BYTES && (await holdsOnlyAdvertising(file, check))) return blob;
  const whole = await wholeOf(content, file_name);
  if (!packets) return new Blob([whole]);
  const kept = new KeptOctets(whole);
  const watch = new KeyRemoval(kept, recordHeader(probe.format, whole));
  await decoder.decode(inOnePiece(whole, content.file_name), NO_OUTPUT, { batch_rows: BATCH_ROWS, kernel: false, check, watch });
  return kept.finish() && !archive ? blob : new Blob([kept.copy]);
}

const NO_OUTPUT: DecodeOutput = {
  begin: () => Promise.resolve(),
  batch: () => Promise.resolve(),
  problem: () => undefined,
  warning: () => undefined,
};

async function wholeOf(content: ByteSource, file_name: string): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const window of content.windows()) {
    length += window.length;
    if (length > MOST_BYTES)
      throw new WorkbenchError(
        'TOO_LARGE',
        `expected at most ${String(MOST_BYTES / 2 ** 20)} MiB in ${file_name}, found more: cut it before you share it`,
      );
    parts.push(window.slice());
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** A source whose only window is the whole file, so that offsets of views are offsets of the file. */
function inOnePiece(whole: Uint8Array, file_name: string): ByteSource {
  return {
    file_name,
    size: whole.length,
    async *windows() {
      yield await Promise.resolve(whole);
    },
    bytes: (start, end) => Promise.resolve(whole.subarray(start, end)),
    length: () => Promise.resolve(whole.length),
  };
}

import { WorkbenchError } from '../base/failure.ts';
import { PROBE_BYTES } from './decoder.ts';
import type { ByteSource, DecodeOptions, Decoder, Probe } from './decoder.ts';
import { hexDump } from '../base/octets.ts';
import { isZip } from './wrapped/archive.ts';
import type { Claim } from './wrapped/archive.ts';
import { uncompress } from './wrapped/unwrap.ts';

/** Asks every decoder about the first bytes; the most confident one reads the file. Rejects when none claims it. */
export async function chooseDecoder(
  source: ByteSource,
  decoders: readonly Decoder[],
): Promise<{ readonly decoder: Decoder; readonly probe: Probe }> {
  const bytes = await source.bytes(0, PROBE_BYTES);
  if (bytes.length === 0) throw new WorkbenchError('UNREADABLE_FILE', 'expected a capture or a table, found an empty file (0 bytes)');
  const complete = source.size === null ? bytes.length < PROBE_BYTES : source.size <= bytes.length;
  const head = { bytes, complete, file_name: source.file_name };
  let best: { decoder: Decoder; probe: Probe } | null = null;
  for (const decoder of decoders) {
    const probe = decoder.probe(head);
    if (probe !== null && probe.confidence > (best?.probe.confidence ?? 0)) best = { decoder, probe };
  }
  if (best !== null) return best;
  const formats = [...new Set(decoders.map(({ name }) => name))].join(', ');
  throw new WorkbenchError('UNREADABLE_FILE', `expected one of ${formats}; found ${describe(bytes, complete)}`);
}

/** Judges a file inside an archive: null where a decoder claims it, else what it is instead. */
export const claimBy =
  (decoders: readonly Decoder[]): Claim =>
  async (source) => {
    const content = await uncompress(source, () => undefined);
    if (await isZip(content)) return 'is an archive inside an archive: unpack it first';
    try {
      await chooseDecoder(content, decoders);
      return null;
    } catch (error) {
      if (!(error instanceof WorkbenchError) || error.code !== 'UNREADABLE_FILE') throw error;
      return `is no capture or table (${error.message})`;
    }
  };

/** The decoder that reads the file, by its content. */
export async function decoderOf(
  source: ByteSource,
  decoders: readonly Decoder[],
  options: DecodeOptions,
): Promise<{ readonly decoder: Decoder; readonly probe: Probe }> {
  const { decoder, probe } = await chooseDecoder(source, decoders);
  return { decoder: (await decoder.settle?.(source, options)) ?? decoder, probe };
}

const isBlank = (octet: number): boolean => octet === 0x20 || (octet >= 0x09 && octet <= 0x0d);

/** What the bytes look like, for a person who wonders what that file is. */
function describe(bytes: Uint8Array, complete: boolean): string {
  if (bytes.every(isBlank))
    return `${complete ? 'nothing but' : 'a text that begins with'} ${bytes.length.toLocaleString('en-US')} bytes of blanks and line ends`;
  const sample = bytes.subarray(0, 512);
  const printable = sample.every((octet) => octet >= 0x20 || octet === 0x09 || octet === 0x0a || octet === 0x0d);
  if (!printable) return `bytes that begin with ${hexDump(bytes)}`;
  const line = new TextDecoder().decode(sample.subarray(0, 60)).split(/[\r\n]/, 1)[0] ?? '';
  return `text that begins with ${JSON.stringify(line)}`;
}

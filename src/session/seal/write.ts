import { type Hash, type Piece, rootBytes, type Seal, SEAL_FORMAT, SEAL_VERSION, sealText, type Setting, type Signature } from './seal.ts';

/** Part of the content of a sealed file, with the name that its pieces have in the seal. */
export interface Run {
  readonly name: string;
  readonly content: readonly (string | Blob)[];
}

/** Signs the root of a seal. */
export type Sign = (root: string) => Promise<Signature>;

/** Options of functions that write a sealed file. */
export interface Signing {
  readonly sign?: Sign | undefined;
}

/** Maximum size in bytes of a piece; longer runs are split, so that a change is located to within one piece. */
const LONGEST = 1 << 20;

/**
 * Seals a file.
 *
 * @param before content before the seal
 * @param after content after the seal
 * @param seen called with the bytes of each piece when it was read; may throw to end the work
 */
export async function sealed(
  before: readonly Run[],
  after: readonly Run[],
  { open, close }: Setting,
  tools: { readonly hash: Hash; readonly sign?: Sign | undefined; readonly seen?: (bytes: number) => void },
): Promise<Blob> {
  const body = before.map(blobOf);
  const tail = after.map(blobOf);
  const pieces = await piecesOf(before, body, tools);
  const rest = await piecesOf(after, tail, tools);
  const root = await tools.hash(rootBytes(pieces, rest));
  const signature = await tools.sign?.(root);
  const seal: Seal = { format: SEAL_FORMAT, version: SEAL_VERSION, before: pieces, after: rest, root, ...(signature && { signature }) };
  return new Blob([...body, open, sealText(seal), close, ...tail]);
}

const blobOf = ({ content }: Run): Blob => new Blob([...content]);

async function piecesOf(
  runs: readonly Run[],
  blobs: readonly Blob[],
  { hash, seen }: { readonly hash: Hash; readonly seen?: (bytes: number) => void },
): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for (const [at, { name }] of runs.entries()) {
    const blob = blobs[at] ?? new Blob();
    for (let from = 0; from < blob.size; from += LONGEST) {
      const bytes = new Uint8Array(await blob.slice(from, from + LONGEST).arrayBuffer());
      seen?.(bytes.length);
      pieces.push([name, bytes.length, await hash(bytes)]);
    }
  }
  return pieces;
}

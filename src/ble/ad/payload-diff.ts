import { describeAd } from './describe.ts';
import { fieldText } from './field-reader.ts';
import { byteText } from './byte-text.ts';

/** One AD structure in two payloads, side by side; bytes as transmitted, including length and type. */
export interface StructurePair {
  readonly name: string;
  /** Null if the payload has no such structure. */
  readonly before: readonly MarkedByte[] | null;
  readonly after: readonly MarkedByte[] | null;
  /** The fields whose bytes differ, each with both values. */
  readonly changes: readonly string[];
}

export interface MarkedByte {
  /** The byte as two upper-case hex digits. */
  readonly hex: string;
  readonly changed: boolean;
}

interface Piece {
  readonly key: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly fields: readonly { readonly name: string; readonly text: string; readonly bytes: string }[];
}

/** Converts hex in either case to bytes; characters that are not pairs of digits are skipped. */
export const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from((hex.match(/[0-9a-f]{2}/gi) ?? []).map((pair) => Number.parseInt(pair, 16)));

const hexOf = (bytes: Uint8Array): string[] => [...bytes].map(byteText);

/** Pairs the structures of the same kind, in the order of the first payload; structures that only the second contains are last. */
export function payloadDiff(before: Uint8Array, after: Uint8Array): readonly StructurePair[] {
  const [first, second] = [piecesOf(before), piecesOf(after)];
  const later = new Map(second.map((piece) => [piece.key, piece]));
  const earlier = new Set(first.map(({ key }) => key));
  return [
    ...first.map((piece) => pairOf(piece, later.get(piece.key))),
    ...second.filter(({ key }) => !earlier.has(key)).map((piece) => pairOf(undefined, piece)),
  ];
}

function pairOf(before: Piece | undefined, after: Piece | undefined): StructurePair {
  const marked = (own: Piece | undefined, other: Piece | undefined): readonly MarkedByte[] | null =>
    own === undefined ? null : hexOf(own.bytes).map((hex, at) => ({ hex, changed: own.bytes[at] !== other?.bytes[at] }));
  const others = new Map(after?.fields.map((field) => [field.name, field]));
  const changes = (before?.fields ?? []).flatMap(({ name, text, bytes }) => {
    const now = others.get(name);
    return now === undefined || now.bytes === bytes ? [] : [`${name}: ${text} → ${now.text}`];
  });
  return { name: (before ?? after)?.name ?? '', before: marked(before, after), after: marked(after, before), changes };
}

/** Returns the structures of a payload; several of one kind are numbered. */
function piecesOf(bytes: Uint8Array): readonly Piece[] {
  const { structures, trailing } = describeAd(bytes);
  const seen = new Map<string, number>();
  const piece = (kind: string, name: string, start: number, end: number, fields: Piece['fields']): Piece => {
    const nth = seen.get(kind) ?? 0;
    seen.set(kind, nth + 1);
    return { key: `${kind} ${String(nth)}`, name, bytes: bytes.slice(start, end), fields };
  };
  const pieces = structures.map((structure) => {
    const fields = structure.fields.map((field) => ({
      name: field.name,
      text: fieldText(field),
      bytes: hexOf(bytes.slice(field.start, field.end)).join(''),
    }));
    const kind = `${String(structure.type)} ${structure.format ?? ''}`;
    return piece(kind, structure.format ?? structure.name, structure.start, structure.end, fields);
  });
  return trailing === undefined ? pieces : [...pieces, piece('rest', 'bytes of no structure', trailing.start, trailing.end, [])];
}

/** Graphemes of a name's end that stay beside its extension: where names of one series of recordings differ. */
const END = 7;
const LONGEST_EXTENSION = 8;
/** Of a very long name, this much of either end is examined, in UTF-16 units. */
const LOOKED_AT = 200;
/** Shorter names are not split. */
const WHOLE = 24;
/** Made for the first long name. */
let segmenter: Intl.Segmenter | undefined;

/**
 * A name in two pieces, of which the first may give way where there is little room: names of one series (`sniffer_05-07-122940.pcapng`,
 * `sniffer_05-07-123724.pcapng`) begin alike and differ at their end. No grapheme is split; the pieces together are the name,
 * but for the middle of one that is longer than any file's.
 */
export function nameInPieces(given: string): readonly [start: string, end: string] {
  const name = given.length <= 2 * LOOKED_AT ? given : `${given.slice(0, LOOKED_AT)}…${given.slice(-LOOKED_AT)}`;
  if (name.length <= WHOLE) return [name, ''];
  segmenter ??= new Intl.Segmenter();
  const parts = Array.from(segmenter.segment(name), ({ segment }) => segment);
  if (parts.length <= WHOLE) return [name, ''];
  const dot = parts.lastIndexOf('.');
  const extension = dot > 0 && parts.length - dot <= LONGEST_EXTENSION ? parts.length - dot : 0;
  const at = parts.length - extension - END;
  return [parts.slice(0, at).join(''), parts.slice(at).join('')];
}

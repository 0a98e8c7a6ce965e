/** Number of graphemes (visible characters) before the extension that always stay visible, because names of one series differ there. */
const END = 7;
const LONGEST_EXTENSION = 8;
/** Number of UTF-16 units that are examined at either end of a very long file name. */
const LOOKED_AT = 200;
/** File names of up to this many characters are not split into two pieces. */
const WHOLE = 24;
/** Splits a file name into graphemes. Created on first use, because it is rarely needed. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a name into two pieces so that the page can clip the end of the first if space is short: names of one series
 * (`sniffer_05-07-122940.pcapng`, `sniffer_05-07-123724.pcapng`) begin alike and differ at the end. No grapheme is split. Joined, the
 * pieces are the name, except that an extremely long name loses its middle.
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

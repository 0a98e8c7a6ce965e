/** Graphemes before the extension that stay visible, because names of one series differ there. */
const END = 7;
const LONGEST_EXTENSION = 8;
/** In a very long name, only this many UTF-16 units of either end are examined. */
const LOOKED_AT = 200;
/** Shorter names are not split. */
const WHOLE = 24;
/** Created on first use. */
let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a name into two pieces, of which the first may be clipped if space is short: names of one series (`sniffer_05-07-122940.pcapng`,
 * `sniffer_05-07-123724.pcapng`) begin alike and differ at the end. No grapheme is split. The pieces joined are the name, except that the
 * middle of an extremely long name is omitted.
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

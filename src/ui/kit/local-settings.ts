/**
 * Where settings outlive the page. Pages that were opened from disk share one storage with each other: a file that somebody handed
 * on shows nothing that another one left there and leaves nothing itself. Throws where there is none for this page, as the
 * browser does where it withholds its own.
 */
export function localSettings(): Storage {
  if (location.protocol === 'file:') throw new DOMException('pages from disk keep no settings', 'SecurityError');
  return localStorage;
}

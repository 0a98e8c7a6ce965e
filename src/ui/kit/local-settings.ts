/**
 * Storage for settings that survive a reload. All pages opened from disk share one storage, so a shared file neither reads nor
 * writes it. Throws `SecurityError` there, as the browser does when storage is blocked.
 */
export function localSettings(): Storage {
  if (location.protocol === 'file:') throw new DOMException('pages from disk keep no settings', 'SecurityError');
  return localStorage;
}

/** Response headers for every path of the site. The content security policy is not among them: the page itself contains it. */
const ALL: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Folder whose files have a digest of their content in their name, so they can be cached forever. */
const HASHED = 'assets/';
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const CHECKED = { 'cache-control': 'no-cache' };

/** @param path of a file, relative to the site */
export const headersOf = (path: string): Readonly<Record<string, string>> => ({
  ...ALL,
  ...(path.startsWith(HASHED) ? FOR_EVER : CHECKED),
});

/**
 * Writes the headers as the file `_headers` of some hosts (Netlify, Cloudflare Pages). All rules for a path add up, so each has its own.
 */
export function headersFile(): string {
  const rule = (paths: string, headers: Readonly<Record<string, string>>): string =>
    [paths, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${rule('/*', ALL)}\n${rule(`/${HASHED}*`, FOR_EVER)}\n${rule('/', CHECKED)}\n${rule('/index.html', CHECKED)}\n${rule('/sw.js', CHECKED)}\n`;
}

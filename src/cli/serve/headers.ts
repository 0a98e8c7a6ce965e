/** Response headers of the site for every path. The page carries its content security policy itself. */
const ALL: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'permissions-policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Names of files in this folder contain a digest of what is in them. */
const HASHED = 'assets/';
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' };
const CHECKED = { 'cache-control': 'no-cache' };

/** @param path of a file, relative to the site */
export const headersOf = (path: string): Readonly<Record<string, string>> => ({
  ...ALL,
  ...(path.startsWith(HASHED) ? FOR_EVER : CHECKED),
});

/** The same for hosts that read a file `_headers` (Netlify, Cloudflare Pages). Rules for one path add up there, so each names its own. */
export function headersFile(): string {
  const rule = (paths: string, headers: Readonly<Record<string, string>>): string =>
    [paths, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`)].join('\n');
  return `${rule('/*', ALL)}\n${rule(`/${HASHED}*`, FOR_EVER)}\n${rule('/', CHECKED)}\n${rule('/index.html', CHECKED)}\n${rule('/sw.js', CHECKED)}\n`;
}

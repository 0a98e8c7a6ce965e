import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

/** `'self'` means the site itself; on file:// it matches nothing, so scripts are listed by hash there. */
const SHARED: Record<string, string> = {
  'default-src': "'none'",
  // CodeMirror inserts its own style elements; this is the only relaxation.
  'style-src': "'unsafe-inline'",
  'base-uri': "'none'",
  'form-action': "'none'",
};

const text = (policy: Record<string, string>): string =>
  Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');

/** Servers on this machine, which the build for local models may also connect to. */
const LOOPBACK = 'http://127.0.0.1:* http://localhost:*';

const hosted = (connect: string): string =>
  text({
    ...SHARED,
    'script-src': "'self' 'wasm-unsafe-eval'",
    'worker-src': "'self' blob:",
    'connect-src': connect,
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' blob: data:",
    'font-src': "'self' data:",
    'manifest-src': "'self'",
  });

export const hostedPolicy = hosted("'self' blob: data:");
export const localModelPolicy = hosted(`'self' blob: data: ${LOOPBACK}`);

/** @param scripts the exact text of every inline script that may run */
export function oneFilePolicy(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return text({
    ...SHARED,
    'script-src': [...hashes, "'wasm-unsafe-eval'"].join(' '),
    'worker-src': 'blob:',
    'connect-src': 'blob: data:',
    'img-src': 'blob: data:',
    'font-src': 'data:',
  });
}

export const policyTag = (policy: string): string => `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;

/** Inserts the policy right after the charset, before anything can load. Only in the build: the dev server injects styles and sockets. */
export function contentSecurity(localModel = false): Plugin {
  return {
    name: 'content-security',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(
          /<meta charset="utf-8" ?\/?>/i,
          (charset) => `${charset}\n    ${policyTag(localModel ? localModelPolicy : hostedPolicy)}`,
        ),
    },
  };
}

import type { Plugin } from 'vite';

const PRELOAD = /<link rel="modulepreload"([^>]*) href="([^"]+)">\s*/g;
const ENTRY = /<script type="module"[^>]*><\/script>/;

/**
 * Names what the page's program imports at once as scripts of their own, before it and in its order. The browser evaluates each
 * module script in a task of its own, and nothing twice; as imports of one script they were one task of 80 ms.
 */
export function ownTasks(): Plugin {
  return {
    name: 'own-tasks',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const entry = ENTRY.exec(html)?.[0];
        if (entry === undefined) throw new Error('expected one module script in index.html, found none');
        const scripts = [...html.matchAll(PRELOAD)].map(
          ([, rest = '', href = '']) => `<script type="module"${rest} src="${href}"></script>\n    `,
        );
        return html.replaceAll(PRELOAD, '').replace(entry, scripts.join('') + entry);
      },
    },
  };
}

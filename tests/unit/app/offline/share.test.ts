import { expect, test } from 'vitest';
import { readEmbedded } from '../../../../src/app/offline/embedded.ts';
import type { PageSource } from '../../../../src/app/offline/page-source.ts';
import { oneFilePage } from '../../../../src/app/offline/share.ts';

/** What a browser's document answers for a page of our own making: no nesting, ids in double quotes. */
function parse(html: string): PageSource {
  const elements = new Map<string, string>();
  for (const [, , id, text] of html.matchAll(/<(script|style)\b[^>]*\bid="([^"]+)"[^>]*>([\s\S]*?)<\/\1>/g)) {
    if (id !== undefined && text !== undefined) elements.set(id, text);
  }
  return { textOf: (id) => elements.get(id) ?? null };
}

const template = [
  '<!doctype html><html><head><style id="app-style">@@slot:app-style@@</style></head><body>',
  '<script type="application/octet-stream" id="payload:duckdb-wasm">@@slot:payload:duckdb-wasm@@</script>',
  '<!--embedded-->',
  '<script type="application/json" id="shell">@@slot:shell@@</script>',
  '<script type="module" id="app-code">@@slot:app-code@@</script></body></html>',
].join('\n');

/** The app's own code holds the marker and slot names, as the real one does. */
const parts: Record<string, string> = {
  'app-style': 'p{color:red}',
  'payload:duckdb-wasm': 'AAAA',
  shell: JSON.stringify(template).replaceAll('<', '\\u003c'),
  'app-code': 'const marker = "<!--embedded-->"; const slot = "@@slot:shell@@"; const money = "$&$1";',
};
const original = template.replace(/@@slot:([^@]+)@@/g, (_, id: string) => parts[id] ?? '');

test('a share of a share of a share holds its own captures and the same workbench', async () => {
  let page = original;
  for (const generation of [1, 2, 3]) {
    const session = { generation, note: '</script><script>alert(1)</script>' };
    const bytes = new Blob([`capture of generation ${String(generation)}`]);
    const shared = await (await oneFilePage(session, new Map([[`g${String(generation)}`, bytes]]), parse(page))).text();
    const embedded = readEmbedded(parse(shared));
    expect(embedded?.session).toEqual(session);
    expect(await (await embedded?.capture(`g${String(generation)}`))?.text()).toBe(`capture of generation ${String(generation)}`);
    expect(embedded?.capture(`g${String(generation - 1)}`)).toBeNull();
    expect(shared.match(/id="embedded-session"/g)).toHaveLength(1);
    for (const [id, text] of Object.entries(parts)) expect(parse(shared).textOf(id)).toBe(text);
    page = shared;
  }
  // Taking out what the last generation embedded leaves the original, byte for byte.
  expect(page.replace(/<!--embedded-->[\s\S]*?(?=\n<script type="application\/json" id="shell">)/, '<!--embedded-->')).toBe(original);
});

test('a page that was not shared carries nothing', () => {
  expect(readEmbedded(parse(original))).toBeNull();
});

test('a shared session that is no JSON is refused with what was found', () => {
  const page: PageSource = { textOf: (id) => (id === 'embedded-session' ? '{"captures": [' : null) };
  expect(() => readEmbedded(page)).toThrow(/expected the shared session as JSON/);
});

test('a page that lost one of its elements cannot be shared', async () => {
  const { shell } = parts;
  const page: PageSource = { textOf: (id) => (id === 'shell' ? (shell ?? null) : null) };
  await expect(oneFilePage({}, new Map(), page)).rejects.toThrow(/one-file workbench/);
});

import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { withoutKeyMaterial } from '../../../../src/capture/keys/without-keys.ts';
import { readEmbedded } from '../../../../src/core/offline/embedded.ts';
import type { PageSource } from '../../../../src/core/offline/page-source.ts';
import { oneFilePage } from '../../../../src/core/offline/share.ts';
import { sharedFile, type SharingDependencies } from '../../../../src/core/offline/sharing.ts';
import { readSession } from '../../../../src/session/document.ts';
import { type CaptureInfo, MOST_EMBEDDED } from '../../../../src/tables/captures.ts';
import { addToResolvingList, btsnoop } from '../../../support/hci-log.ts';

afterEach(() => vi.unstubAllGlobals());

/** The page as a worker reads it: at an address, one text a call. */
const pageOf = (textOf: (id: string) => string | null): PageSource => ({
  base: 'https://page.example/',
  textOf: (id) => Promise.resolve(textOf(id)),
});

/** What a browser's document answers for a page of our own making: no nesting, ids in double quotes. */
function parse(html: string): PageSource {
  const elements = new Map<string, string>();
  for (const [, , id, text] of html.matchAll(/<(script|style)\b[^>]*\bid="([^"]+)"[^>]*>([\s\S]*?)<\/\1>/g)) {
    if (id !== undefined && text !== undefined) elements.set(id, text);
  }
  return pageOf((id) => elements.get(id) ?? null);
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

test('a file shared from a shared file contains its own captures and the same workbench', async () => {
  let page = original;
  for (const generation of [1, 2, 3]) {
    const session = { generation, note: '</script><script>alert(1)</script> – Zoë 😀' };
    const bytes = new Blob([`capture of generation ${String(generation)}`]);
    const shared = await (await oneFilePage(session, new Map([[`g${String(generation)}`, bytes]]), parse(page))).text();
    const embedded = await readEmbedded(parse(shared));
    expect(embedded?.session).toEqual(session);
    expect(await (await embedded?.capture(`g${String(generation)}`))?.text()).toBe(`capture of generation ${String(generation)}`);
    expect(await embedded?.capture(`g${String(generation - 1)}`)).toBeNull();
    expect(shared.match(/id="embedded-session"/g)).toHaveLength(1);
    expect(shared).not.toMatch(/[^\0-\x7f]/);
    for (const [id, text] of Object.entries(parts)) expect(await parse(shared).textOf(id)).toBe(text);
    page = shared;
  }
  // Taking out what the last generation embedded leaves the original, byte for byte.
  expect(page.replace(/<!--embedded-->[\s\S]*?(?=\n<script type="application\/json" id="shell">)/, '<!--embedded-->')).toBe(original);
});

test('a page that was not shared has no embedded session', async () => {
  expect(await readEmbedded(parse(original))).toBeNull();
});

test('a shared session that is not JSON is rejected with a message that says what was found', async () => {
  const page = pageOf((id) => (id === 'embedded-session' ? '{"captures": [' : null));
  await expect(readEmbedded(page)).rejects.toThrow(/expected the shared session as JSON/);
});

test('a session of many megabytes is split into several elements and restored completely', async () => {
  const rows = Array.from({ length: 60_000 }, (_, at) => ({ at, name: '</script>Zoë 😀', evidence: [at / 7, null, 'x'.repeat(60)] }));
  const session = { runs: [{ result: { rows } }] };
  const shared = await (await oneFilePage(session, new Map(), parse(original))).text();
  const elements = shared.split('<script').filter((element) => element.includes('id="embedded-session'));
  expect(elements.length).toBeGreaterThan(1);
  expect(Math.max(...elements.map(({ length }) => length)), 'what the browser reads at one go').toBeLessThan(6_000_000);
  expect((await readEmbedded(parse(shared)))?.session).toEqual(session);
});

test('a session with many short answers is shared completely', async () => {
  const row = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`field_${String(at)}`, at]));
  const session = {
    runs: Array.from({ length: 60 }, () => ({ result: { structured_output: { rows: new Array<object>(200).fill(row) } } })),
  };
  const shared = await (await oneFilePage(session, new Map(), parse(original))).text();
  expect((await readEmbedded(parse(shared)))?.session).toEqual(session);
});

test('a page that lost one of its elements cannot be shared', async () => {
  const { shell } = parts;
  const page = pageOf((id) => (id === 'shell' ? (shell ?? null) : null));
  await expect(oneFilePage({}, new Map(), page)).rejects.toThrow(/complete one-file build/);
});

test('the one-file build beside the site is shared byte for byte', async () => {
  // Letters of one, two, three and four bytes before and behind the marker.
  const filling = '€𝔾é-'.repeat(1 << 18);
  const hosted = `<!doctype html><html><head></head><body>${filling}<!--embedded-->${filling}</body></html>`;
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(hosted)));
  const shared = await (
    await oneFilePage(
      { a: 1 },
      new Map(),
      pageOf(() => null),
    )
  ).text();
  expect((await readEmbedded(parse(shared)))?.session).toEqual({ a: 1 });
  const blocks =
    /\n<script type="application\/json" id="embedded-session">[\s\S]*?<\/script>\n<script type="application\/json" id="seal">[\s\S]*?<\/script>/;
  expect(shared.replace(blocks, '') === hosted).toBe(true);
});

test('a page with elements longer than one encoding step is rebuilt exactly', async () => {
  const code = '€𝔾é-'.repeat(1 << 20);
  const page = original.replace(parts['app-code'] ?? '', () => code);
  const shared = await (await oneFilePage({}, new Map(), parse(page))).text();
  expect((await parse(shared).textOf('app-code')) === code).toBe(true);
});

test('a capture of 100 MB is shared completely', async () => {
  // Half of it is noise, as captures are to gzip.
  const bytes = new Uint8Array(100_000_000);
  for (let at = 0; at < bytes.length / 2; at += 65_536) crypto.getRandomValues(bytes.subarray(at, Math.min(at + 65_536, bytes.length / 2)));
  const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
  const shared = await (await oneFilePage({}, new Map([['large', new Blob([bytes])]]), parse(original))).text();
  const elements = shared.split('<script').filter((element) => element.includes('id="payload:capture:large'));
  expect(elements.length).toBeGreaterThan(10);
  expect(Math.max(...elements.map(({ length }) => length)), 'what the browser reads at one go').toBeLessThan(6_000_000);
  const back = await (await readEmbedded(parse(shared)))?.capture('large');
  expect(back?.size).toBe(bytes.length);
  expect(digest(new Uint8Array(await back!.arrayBuffer()))).toBe(digest(bytes));
});

test('sharing reports its progress and ends when it is cancelled', async () => {
  const captures = new Map(Array.from({ length: 12 }, (_, at) => [`c${String(at)}`, new Blob([new Uint8Array(100_000)])]));
  const seen: number[] = [];
  await oneFilePage({}, captures, parse(original), { onProgress: ({ done }) => void seen.push(done) });
  expect(seen.at(-1)).toBe(1_200_000);
  expect(seen.length).toBeGreaterThanOrEqual(12);
  const controller = new AbortController();
  const told: number[] = [];
  const given = oneFilePage({}, captures, parse(original), {
    signal: controller.signal,
    onProgress: ({ done }) => {
      told.push(done);
      controller.abort();
    },
  });
  await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  expect(told).toHaveLength(1);
});

test.each([
  ['just above 128 MiB', { bytes: MOST_EMBEDDED + 1 }, true, /at most 128 MiB of captures.*replay bundle/],
  ['a scan that still runs', { bytes: 1 }, false, /the scan large, which still runs: stop it first/],
])('%s is refused with what to do', async (_name, { bytes }, complete, message) => {
  const info = { capture_id: 'large', bytes } as CaptureInfo;
  const captures = { list: () => [info], file: () => (complete ? new File(['x'], 'large.pcap') : undefined), keys: () => [] };
  const parts = { captures } as unknown as SharingDependencies;
  await expect(sharedFile(parts, {}, { signal: new AbortController().signal, onProgress: () => undefined })).rejects.toThrow(message);
});

test('notes and results about packets refer to the exported copy without keys, which is a different file', async () => {
  const digest = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
  const log = btsnoop([addToResolvingList('00:11:22:33:44:55', 'ec0234a357c8ad05341010a60a397d9b', '000102030405060708090a0b0c0d0e0f')]);
  const plain = new TextEncoder().encode('a,b\n1,2\n');
  const files = { hci: log, plain };
  const infos = Object.entries(files).map(
    ([capture_id, bytes]) => ({ capture_id, file_name: capture_id, bytes: bytes.length, sha256: digest(bytes) }) as CaptureInfo,
  );
  const note = (capture_id: 'hci' | 'plain', text: string) =>
    ({ on: 'packet', sha256: digest(files[capture_id]), packet_no: 1, text }) as const;
  const elsewhere = { on: 'packet', sha256: '0'.repeat(64), packet_no: 1, text: 'of no file that is handed on' } as const;
  const sharing = {
    app_version: '0.0.0',
    page: pageOf(() => null),
    captures: {
      list: () => infos,
      file: (id: 'hci' | 'plain') => new File([files[id]], id),
    },
    opened: { get: () => undefined },
    verifications: { current: () => null },
    signing: { signerFor: () => undefined },
    removeKeys: (given: File) => withoutKeyMaterial(given, given.name),
    merges: { kept: () => [] },
    journals: { kept: () => [] },
    runner: { policy: () => undefined },
    answered: () => [],
    conversations: { records: () => [] },
    work: () => ({ selected: [], invocation: '', sql: '', notes: [note('hci', 'a bond'), note('plain', 'a row'), elsewhere] }),
  } as unknown as SharingDependencies;
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(original)));
  const { file } = await sharedFile(sharing, {}, { signal: new AbortController().signal, onProgress: () => undefined });
  const embedded = (await readEmbedded(parse(await file.text())))!;
  const copy = new Uint8Array(await (await embedded.capture('hci'))!.arrayBuffer());
  expect(digest(copy)).not.toBe(digest(log));
  const read = readSession(embedded.session);
  if (!read.ok) throw new Error(read.error);
  const session = read.value;
  expect(session.captures.map(({ sha256 }) => sha256)).toEqual([digest(copy), digest(plain)]);
  expect(session.notes).toEqual([{ ...note('hci', 'a bond'), sha256: digest(copy) }, note('plain', 'a row')]);
});

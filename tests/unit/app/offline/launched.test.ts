import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { followLaunches, type LaunchQueue } from '../../../../src/app/offline/launched.ts';

interface Manifest {
  readonly scope: string;
  readonly start_url: string;
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[];
  readonly file_handlers: readonly { readonly action: string; readonly accept: Readonly<Record<string, readonly string[]>> }[];
  readonly launch_handler: { readonly client_mode: readonly string[] };
}

const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as Manifest;

it('the manifest lists each format that can be opened once, and opens them in a new window', () => {
  const accept = manifest.file_handlers.flatMap((handler) => Object.entries(handler.accept));
  const endings = accept.flatMap(([, list]) => list);
  expect([...endings].sort()).toEqual(
    [
      ...['.pcap', '.cap', '.pcapng', '.btsnoop', '.cfa', '.log', '.pklg'],
      ...['.csv', '.tsv', '.json', '.ndjson', '.jsonl', '.parquet', '.arrow', '.arrows', '.feather'],
    ].sort(),
  );
  for (const [type] of accept) expect(type).toMatch(/^(?:application|text)\/[a-z0-9.+-]+$/);
  const site = new URL(manifest.scope, 'https://example.org/some/path/manifest.webmanifest').href;
  for (const path of [manifest.start_url, ...manifest.file_handlers.map(({ action }) => action)])
    expect(new URL(path, 'https://example.org/some/path/manifest.webmanifest').href.startsWith(site)).toBe(true);
  expect(manifest.launch_handler.client_mode[0]).toBe('focus-existing');
});

it('the manifest contains everything that an installed page needs, and its images exist', () => {
  for (const { src } of manifest.icons) expect(existsSync(`public/${src.slice(2)}`)).toBe(true);
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some(({ purpose }) => purpose === 'maskable')).toBe(true);
  expect(readFileSync('index.html', 'utf8')).toContain('<link rel="manifest" href="./manifest.webmanifest" />');
});

it('launched files are opened with their handles; folders and starts without files are ignored', async () => {
  let consumer: Parameters<LaunchQueue['setConsumer']>[0] = () => undefined;
  const opened: [string[], string[]][] = [];
  const failures: unknown[] = [];
  followLaunches(
    { setConsumer: (given) => (consumer = given) },
    (files, handles) =>
      void handles.then((known) => opened.push([files.map(({ name, size }) => `${name} ${String(size)}`), known.map(({ name }) => name)])),
    (error) => failures.push(error),
  );
  const file = (name: string, getFile = () => Promise.resolve(new File(['abc'], name))) =>
    ({ kind: 'file', name, getFile }) as FileSystemFileHandle;
  consumer({});
  consumer({ files: [] });
  consumer({ files: [file('a.pcap'), { kind: 'directory', name: 'b' } as FileSystemDirectoryHandle, file('c.csv')] });
  consumer({ files: [file('gone.pcap', () => Promise.reject(new DOMException('gone', 'NotFoundError')))] });
  await expect.poll(() => [opened.length, failures.length]).toEqual([1, 1]);
  expect(opened).toEqual([
    [
      ['a.pcap 3', 'c.csv 3'],
      ['a.pcap', 'c.csv'],
    ],
  ]);
  // Browsers without launches.
  followLaunches(
    undefined,
    () => undefined,
    () => undefined,
  );
});

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Paths of every capture of packets of the clone, and of the larger set where `WORKBENCH_DATA` names one; those of no use are among them. */
export function everyCapture(): readonly string[] {
  const data = process.env['WORKBENCH_DATA'];
  const folders = ['tests/fixtures/captures', 'public/samples', ...(data === undefined ? [] : [join(data, 'captures')])];
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)))
    .filter((path) => /\.(?:pcap|pcapng|btsnoop|cfa)(?:\.gz|\.zst)?$/.test(path))
    .sort();
}

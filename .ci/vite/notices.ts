import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'THIRD_PARTY_NOTICES.txt';

/** Code that is shipped outside the bundle's modules: the database, the kernels' run time, the service worker's library. */
const BESIDES = [
  '@duckdb/duckdb-wasm',
  '@fontsource-variable/inter',
  'assemblyscript',
  'workbox-core',
  'workbox-precaching',
  'workbox-routing',
];

/** Data that is shipped, with the file that states its licence. */
const DATA: readonly [what: string, licence: string][] = [
  ['Bluetooth assigned numbers (NordicSemiconductor/bluetooth-numbers-database)', 'src/ble/assigned/LICENSE'],
  ['Sample captures', 'public/samples/NOTICE.txt'],
];

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

/** Packages that state a licence in package.json but contain no licence text. */
const WITHOUT_TEXT: Readonly<Record<string, string>> = {
  '@duckdb/duckdb-wasm': `Copyright Stichting DuckDB Foundation and contributors\n\n${MIT}`,
  '@resvg/resvg-wasm':
    'Its source is subject to the terms of the Mozilla Public License, v. 2.0, which is at https://mozilla.org/MPL/2.0/. The source is at https://github.com/thx/resvg-js.',
};

const packageOf = (module: string): string | undefined => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(module.replaceAll('\\', '/'))?.[1];

function notice(name: string): string {
  const folder = join('node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string; license: string };
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e(?:[-_]\w+)?|notice)(?:\.\w+)?$/i.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  const text = texts.length > 0 ? texts.join('\n\n') : WITHOUT_TEXT[name];
  if (text === undefined) throw new Error(`${name} ${version} (${license}) carries no licence text: add it to .ci/vite/notices.ts`);
  return `${name} ${version} (${license})\n\n${text}`;
}

function document(packages: Iterable<string>): string {
  const rule = `\n\n${'='.repeat(80)}\n\n`;
  const data = DATA.map(([what, licence]) => `${what}\n\n${readFileSync(licence, 'utf8').trim()}`);
  const head = 'Capture Workbench is licensed under the Apache License 2.0. It ships the following work of others.';
  return [head, ...[...new Set(packages)].sort().map(notice), ...data].join(rule) + '\n';
}

/**
 * Collects the packages whose code is in the output, including workers, and writes their licences beside it. `page` is a plugin for the
 * page; `worker` creates one for each worker's bundle.
 */
export function thirdPartyNotices(): { page: Plugin; worker: () => Plugin } {
  const seen = new Set<string>(BESIDES);
  const gather = (bundle: Record<string, { type: string; moduleIds?: readonly string[] }>): void => {
    for (const output of Object.values(bundle)) {
      for (const module of output.moduleIds ?? []) {
        const name = packageOf(module);
        if (name !== undefined) seen.add(name);
      }
    }
  };
  return {
    page: {
      name: 'third-party-notices',
      apply: 'build',
      generateBundle(_, bundle) {
        gather(bundle);
        // The licence texts are data of the page, so the one-file build includes them like the samples.
        this.emitFile({ type: 'asset', fileName: FILE, source: document(seen) });
      },
    },
    worker: () => ({
      name: 'third-party-notices:worker',
      generateBundle(_, bundle) {
        gather(bundle);
      },
    }),
  };
}

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deriveEdges } from './support/edges.ts';
import { judgeEdges, judgeFolders, parseRule } from './support/rule.ts';
import { lines, readTree, type SourceTree } from './support/tree.ts';

const rule = parseRule(readFileSync('src/README.md', 'utf8'));

const judged = ({ edges, opaque }: ReturnType<typeof deriveEdges>): string[] => lines([...opaque, ...judgeEdges(rule, edges)]);
const judge = (tree: SourceTree): string[] => judged(deriveEdges(tree));

describe('the source tree', () => {
  const tree = readTree('src');

  test('every edge is one that src/README.md allows', () => {
    const derived = deriveEdges(tree);
    expect(derived.edges.length).toBeGreaterThan(tree.size / 2);
    expect(judged(derived)).toEqual([]);
  });

  test('the folder table and the folders agree', () => {
    expect(lines(judgeFolders(rule, tree.keys()))).toEqual([]);
  });
});

/** Folders of the page that reach themselves over what the table grants. */
function circles({ rooms }: typeof rule): string[] {
  const grants = new Map(
    rooms
      .filter(({ folder }) => folder.startsWith('ui/'))
      .map(({ folder, imports }) => [folder, imports === 'all' ? [] : imports.map(({ path }) => path)]),
  );
  const reached = (from: string, seen = new Set<string>()): ReadonlySet<string> => {
    for (const to of grants.get(from) ?? []) if (!seen.has(to)) reached(to, seen.add(to));
    return seen;
  };
  return [...grants.keys()].filter((folder) => reached(folder).has(folder));
}

describe('the folders of the page', () => {
  test('know each other in one direction', () => {
    expect(rule.rooms.filter(({ folder }) => folder.startsWith('ui/features/')).length).toBeGreaterThan(20);
    expect(circles(rule)).toEqual([]);
  });

  test('in a circle are seen', () => {
    const room = (folder: string, path: string) => ({ folder, imports: [{ path, typesOnly: false }] });
    expect(circles({ ...rule, rooms: [room('ui/a', 'ui/b'), room('ui/b', 'ui/c'), room('ui/c', 'ui/a')] })).toHaveLength(3);
  });
});

describe('the checker sees a planted violation', () => {
  const planted: readonly [name: string, path: string, text: string, expected: RegExp][] = [
    [
      'a static import upwards',
      'src/base/a.ts',
      "import { x } from '../engine/engine.ts';",
      /a\.ts:1 imports engine\/engine\.ts: base may not/,
    ],
    ['a side-effect import', 'src/ble/a.ts', "\nimport '../ui/theme.ts';", /a\.ts:2 imports ui\/theme\.ts/],
    ['a re-export', 'src/tables/a.ts', "export * from '../capture/import.ts';", /imports capture\/import\.ts/],
    ['a type import where none is granted', 'src/base/a.ts', "import type { X } from '../tables/x.ts';", /imports tables\/x\.ts/],
    ['an inline type query', 'src/base/a.ts', "export type X = import('../tables/x.ts').X;", /imports tables\/x\.ts/],
    ['a dynamic import', 'src/selection/a.ts', "await import('../session/document.ts');", /imports session\/document\.ts/],
    ['a computed dynamic import', 'src/app/a.ts', 'await import(name);', /computed import\(\)/],
    ['a glob import', 'src/app/a.ts', "import.meta.glob('../ui/*.ts');", /import\.meta\.glob\(\)/],
    ['importScripts', 'src/kernels/a.worker.ts', "importScripts('x.js');", /importScripts\(\)/],
    ['require', 'src/app/a.ts', "require('../base/x.ts');", /require\(\)/],
    ['a value where only types are granted', 'src/tools/a.ts', "import { e } from '../engine/engine.ts';", /not as a type/],
    [
      'inline type specifiers, which still run the module',
      'src/tools/a.ts',
      "import { type E } from '../engine/engine.ts';",
      /not as a type/,
    ],
    ['another file of a room of which one is granted', 'src/tools/a.ts', "import type { E } from '../engine/rows.ts';", /tools may not/],
    ['anyone importing app', 'src/ui/a.ts', "import '../app/main.ts';", /imports app\/main\.ts/],
    ['the contract importing its own surroundings', 'src/tools/contract/a.ts', "import '../runner/runner.ts';", /tools\/contract may not/],
    ['the contract by a side door', 'src/ui/a.ts', "import type { T } from '../tools/contract/types.ts';", /not the door/],
    [
      'a tool importing another',
      'src/tools/catalog/anova/run.ts',
      "import '../regression/run.ts';",
      /another tool of the catalog \(regression\)/,
    ],
    ['a worker from another folder', 'src/app/a.ts', "import W from '../kernels/kernels.worker.ts?worker&inline';", /from another folder/],
    [
      'a worker by URL from another folder',
      'src/app/a.ts',
      "new Worker(new URL('../capture/capture.worker.ts', import.meta.url));",
      /from another folder/,
    ],
    ['a worker run on this thread', 'src/kernels/a.ts', "import { x } from './kernels.worker.ts';", /on its own thread/],
    ['a computed worker URL', 'src/kernels/a.ts', 'new Worker(new URL(name, import.meta.url));', /computed URL/],
    [
      'a component importing the engine',
      'src/ui/A.svelte',
      '<p>\n</p>\n<script lang="ts">\nimport { e } from "../engine/engine.ts";\n</script>',
      /A\.svelte:4 imports engine/,
    ],
    [
      'markup that loads a room',
      'src/ui/A.svelte',
      "<script></script>\n{#await import('../capture/import.ts')}{/await}",
      /A\.svelte:2 imports capture/,
    ],
    ['a style sheet of another room', 'src/session/a.css', "@import '../ui/styles/tokens.css';", /imports ui\/styles/],
    ['a folder whose name begins like a room', 'src/base/a.ts', "import '../base2/x.ts';", /base2\/x\.ts, which lies in no folder/],
    ['a heavy library outside its owner', 'src/ui/a.ts', "import * as d from '@duckdb/duckdb-wasm';", /owned by engine\/duckdb\.ts/],
    [
      'a deep path of a heavy library',
      'src/ui/a.ts',
      "import x from '@duckdb/duckdb-wasm/dist/x.wasm?url';",
      /owned by engine\/duckdb\.ts/,
    ],
    ['a package without owner', 'src/app/a.ts', "import 'left-pad';", /left-pad, which has no owner/],
    ['Node in the page', 'src/app/a.ts', "import 'node:fs';", /node:fs, owned by cli/],
    ['a test imported by the product', 'src/app/a.ts', "import '../../tests/support/x.ts';", /from outside src/],
  ];
  test.each(planted)('%s', (_, path, text, expected) => {
    const found = judge(new Map([[path, text]]));
    expect(found.length).toBeGreaterThan(0);
    expect(found.join('\n')).toMatch(expected);
  });

  test('and lets pass what is allowed', () => {
    const tree = new Map([
      [
        'src/tools/runner/a.ts',
        "import type { Engine } from '../../engine/engine.ts';\nimport { x } from '../contract/index.ts';\nimport { z } from 'zod';",
      ],
      ['src/kernels/pool.ts', "import W from './kernels.worker.ts?worker&inline';\nimport type { K } from './kernels.worker.ts';"],
      ['src/app/a.ts', "import '../ui/App.svelte';\nawait import('../engine/duckdb.ts');"],
    ]);
    expect(judge(tree)).toEqual([]);
  });

  test('a folder that the table lacks, and one that only the table has', () => {
    const found = lines(
      judgeFolders(rule, ['src/misc/a.ts', 'src/loose.ts', ...rule.rooms.slice(1).map((room) => `src/${room.folder}/a.ts`)]),
    );
    expect(found).toEqual([
      'src/misc/a.ts:1 lies in no folder of the table',
      'src/loose.ts:1 lies in no folder of the table',
      `src/README.md:1 the table names ${rule.rooms[0]?.folder ?? ''}, which holds no file`,
    ]);
  });
});

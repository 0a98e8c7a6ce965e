import type { Edge } from './edges.ts';
import { segments, within, type Violation } from './tree.ts';

/** One line of the folder table: paths are below `src`. */
export interface Room {
  readonly folder: string;
  readonly imports: 'all' | readonly { readonly path: string; readonly typesOnly: boolean }[];
}

export interface ImportRule {
  readonly rooms: readonly Room[];
  /** Which paths may import a package; a package that is not listed may not be imported. */
  readonly owners: ReadonlyMap<string, readonly string[]>;
}

const cells = (row: string): string[] =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/** Rows of the Markdown table whose head starts with `head`. */
function table(markdown: string, head: string): string[][] {
  const rows = markdown.split('\n');
  const at = rows.findIndex((row) => row.startsWith(`| ${head} |`));
  if (at < 0) throw new Error(`src/README.md has no table "${head}"`);
  const body = rows.slice(at + 2);
  const end = body.findIndex((row) => !row.startsWith('|'));
  return body.slice(0, end < 0 ? undefined : end).map(cells);
}

const unquote = (cell: string): string => cell.replaceAll('`', '').trim();
const list = (cell: string): string[] =>
  unquote(cell)
    .split(',')
    .map((part) => part.trim());

function imports(cell: string): Room['imports'] {
  const text = unquote(cell);
  if (text === 'all') return 'all';
  if (text === '–') return [];
  return list(cell).map((part) => ({ path: part.replace(/^types:\s*/, ''), typesOnly: part.startsWith('types:') }));
}

/** The rule as `src/README.md` states it: its two tables are the data, there is no second copy. */
export function parseRule(readme: string): ImportRule {
  return {
    rooms: table(readme, 'folder').map(([folder = '', , may = '']) => ({ folder: unquote(folder), imports: imports(may) })),
    owners: new Map(table(readme, 'package').map(([name = '', , owners = '']) => [unquote(name), list(owners)])),
  };
}

/** The innermost room that holds a path below `src`. */
export function roomOf(rule: ImportRule, path: string): Room | undefined {
  return rule.rooms
    .filter((room) => within(path, room.folder) && segments(path).length > segments(room.folder).length)
    .sort((a, b) => segments(b.folder).length - segments(a.folder).length)[0];
}

function judgeOwn(rule: ImportRule, edge: Edge, from: string, to: string): string | null {
  const room = roomOf(rule, from);
  if (!room) return 'lies in no folder of the table';
  if (!roomOf(rule, to)) return `imports ${to}, which lies in no folder of the table`;
  const catalog = /^tools\/catalog\/([^/]+)\/./;
  const [tool, other] = [catalog.exec(from)?.[1], catalog.exec(to)?.[1]];
  if (tool !== undefined && other !== undefined && tool !== other) return `imports another tool of the catalog (${other})`;
  if (to.endsWith('.worker.ts')) {
    const beside = segments(from).slice(0, -1).join('/') === segments(to).slice(0, -1).join('/');
    if (!beside) return `reaches the worker ${to} from another folder`;
    if (edge.kind !== 'worker' && edge.kind !== 'type') return `runs the worker ${to} on its own thread`;
  }
  const behindDoor = within(from, 'ui') || within(from, 'session');
  if (behindDoor && within(to, 'tools/contract') && to !== 'tools/contract/index.ts')
    return `imports ${to}, not the door of its room (tools/contract/index.ts)`;
  if (within(to, room.folder) || (room.imports === 'all' && !within(to, 'app'))) return null;
  const grants = room.imports === 'all' ? [] : room.imports.filter((grant) => within(to, grant.path));
  if (grants.length === 0) return `imports ${to}: ${room.folder} may not`;
  if (edge.kind !== 'type' && grants.every((grant) => grant.typesOnly))
    return `imports ${to} not as a type: ${room.folder} may only take its types`;
  return null;
}

function judgePackage(rule: ImportRule, edge: Edge, from: string): string | null {
  const owners = rule.owners.get(edge.to);
  if (!owners) return `imports the package ${edge.to}, which has no owner`;
  return owners.some((owner) => within(from, owner)) ? null : `imports the package ${edge.to}, owned by ${owners.join(', ')}`;
}

/** Every edge that the rule does not allow. */
export function judgeEdges(rule: ImportRule, edges: readonly Edge[]): Violation[] {
  return edges.flatMap((edge) => {
    const below = (path: string): string => path.replace(/^src\//, '');
    // The manual is searched as text; nothing of it runs.
    const manual = edge.from === 'src/manual/pages.ts' && /^docs\/[\w/-]+\.md$/.test(edge.to);
    if (manual) return [];
    const outside = !edge.external && !within(edge.to, 'src');
    const message = outside
      ? `imports ${edge.to} from outside src`
      : edge.external
        ? judgePackage(rule, edge, below(edge.from))
        : judgeOwn(rule, edge, below(edge.from), below(edge.to));
    return message === null ? [] : [{ path: edge.from, line: edge.line, message }];
  });
}

/** Differences between the folder table and the folders that hold files. */
export function judgeFolders(rule: ImportRule, paths: Iterable<string>): Violation[] {
  const inSource = [...paths].filter((path) => within(path, 'src')).map((path) => path.replace(/^src\//, ''));
  const at = (path: string, message: string): Violation => ({ path, line: 1, message });
  return [
    ...inSource
      .filter((path) => path !== 'README.md' && !roomOf(rule, path))
      .map((path) => at(`src/${path}`, 'lies in no folder of the table')),
    ...rule.rooms
      .filter((room) => !inSource.some((path) => within(path, room.folder)))
      .map((room) => at('src/README.md', `the table names ${room.folder}, which holds no file`)),
  ];
}

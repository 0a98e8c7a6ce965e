/** Rows over the sources: a judge that finds nothing in them, and finds what is planted. */
import { readFileSync } from 'node:fs';
import { deriveEdges } from '../../arch/support/edges.ts';
import { judgePurity } from '../../arch/support/purity.ts';
import { judgeEdges, parseRule } from '../../arch/support/rule.ts';
import { lines, readTree, within, type SourceTree } from '../../arch/support/tree.ts';
import { row, type Row } from './row.ts';

export type Judge = (tree: SourceTree) => string[];

let sources: SourceTree | undefined;
/** Every text file of the product. */
export const tree = (): SourceTree => (sources ??= readTree('src'));

const before = new Map<Judge, string[]>();
/** What a judge finds in the product; some take seconds and are asked by several rows. */
function judged(judge: Judge): string[] {
  const found = before.get(judge) ?? judge(tree());
  before.set(judge, found);
  return found;
}

/** `planted`: path and text of a file that must be found. */
export function sourceRow(ids: string, asks: string, judge: Judge, planted: readonly [path: string, text: string]): Row {
  const [path, text] = planted;
  return row(ids, asks, () => ({ found: judged(judge), planted: judge(new Map([[path, text]])).some((line) => line.startsWith(path)) }), {
    found: [],
    planted: true,
  });
}

/** Files below `folder` in which a pattern occurs, outside comments; `but` may use it. */
export const uses =
  (pattern: RegExp, folder: string, but: readonly string[] = []): Judge =>
  (files) =>
    [...files]
      .filter(([path]) => within(path, folder) && !but.some((each) => within(path, each)))
      .flatMap(([path, text]) => {
        const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, (comment) => comment.replaceAll(/[^\n]/g, ' '));
        const at = code.search(pattern);
        return at < 0 ? [] : [`${path}:${String(code.slice(0, at).split('\n').length)} ${String(pattern)}`];
      });

/** The import rule of src/README.md. */
export const imports: Judge = (files) => {
  const { edges, opaque } = deriveEdges(files);
  return lines([...opaque, ...judgeEdges(parseRule(readFileSync('src/README.md', 'utf8')), edges)]);
};

/** No DOM, network, storage, clock or chance in pure rooms. */
export const purity: Judge = (files) => lines(judgePurity(files));

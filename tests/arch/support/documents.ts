import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import type { SourceTree, Violation } from './tree.ts';

/** Pages that a command writes say so in their first line. */
export const GENERATED = /^<!-- Written by `/;

/** The Markdown pages of the repository, by path. */
export function readDocuments(): SourceTree {
  const below = readdirSync('docs', { recursive: true, encoding: 'utf8' }).map((path) => `docs/${path.replaceAll('\\', '/')}`);
  const paths = [...readdirSync('.'), ...below].filter((path) => path.endsWith('.md'));
  return new Map([...paths, 'src/README.md'].map((path) => [path, readFileSync(path, 'utf8')]));
}

/** Links to files or headings that are not there. `exists` says of a path from the root whether something is there. */
export const judgeLinks = (documents: SourceTree, exists: (path: string) => boolean = existsSync): Violation[] =>
  [...documents].flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        const message = linkFault(path, link, documents, exists);
        return message === null ? [] : [{ path, line: index + 1, message }];
      }),
    ),
  );

function linkFault(from: string, link: string, documents: SourceTree, exists: (path: string) => boolean): string | null {
  if (/^[a-z]+:/.test(link)) return null;
  const [file = '', heading] = link.split('#');
  const target = file === '' ? from : posix.join(posix.dirname(from), decodeURI(file));
  if (!exists(target)) return `links to ${link}, which is not there`;
  const text = documents.get(target);
  if (heading === undefined || text === undefined || anchors(text).has(heading)) return null;
  return `links to the heading ${link}, which is not there`;
}

/** The names by which headings are linked, as GitHub makes them. */
const anchors = (text: string): ReadonlySet<string> =>
  new Set(
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

/**
 * Words that a person wrote and has to keep true: of README, CONTRIBUTING and docs, without decisions, code, what a command writes, and
 * the tables of measurements.
 */
export function writtenWords(documents: SourceTree): number {
  const written = [...documents].filter(
    ([path, text]) => !GENERATED.test(text) && !path.startsWith('docs/decisions/') && !/^(?:CHANGELOG|SECURITY|src\/)/.test(path),
  );
  const words = written.map(([path, text]) => {
    const prose = text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/<!-- (\w+): [\s\S]*?<!-- \/\1 -->/g, '');
    const own = path === 'docs/measurements.md' ? prose.replaceAll(/^\|.*$/gm, '') : prose;
    return own.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  });
  return words.reduce((sum, count) => sum + count, 0);
}

import { jsonDiff, type JsonDiff, type JsonPath } from '../../base/json-diff.ts';
import { EXCLUDED_PATHS, type ToolResult } from '../../tools/contract/index.ts';
import type { Units } from '../statistics/fields.ts';
import { formatCount } from '../../base/format.ts';
import { clip } from '../../base/visible-text.ts';
import { movedOf, type Moved } from './moved.ts';

/** Maximum number of changes that are listed; further ones are only counted. */
export const MOST_CHANGES = 300;

export interface ResultComparison {
  /** Whether the two result hashes are equal; null if a hash is missing. */
  readonly equal: boolean | null;
  /** Reasons why the numbers may not be comparable: another tool, a failed call, other files. */
  readonly notes: readonly string[];
  /** Differences in the terms of the tool; empty if the results cannot be compared in these terms. */
  readonly moved: readonly Moved[];
}

const EXCLUDED: ReadonlySet<string> = new Set(EXCLUDED_PATHS);
const DEEPEST = Math.max(...EXCLUDED_PATHS.map((path) => path.split(/[.[]/).length));

/** Whether the result hash leaves out a path: ids, clocks, and names that only this page uses. */
export function notCounted(path: JsonPath): boolean {
  if (path.length > DEEPEST) return false;
  const spelled = path.reduce<string>((all, step) => (typeof step === 'number' ? `${all}[]` : all === '' ? step : `${all}.${step}`), '');
  return EXCLUDED.has(spelled);
}

/** Compares two invocations without their request ids, which differ in every run. */
export const compareCalls = (before: unknown, after: unknown): JsonDiff =>
  jsonDiff(before, after, { most: MOST_CHANGES, ignore: (path) => path.length === 1 && path[0] === 'request_id' });

/** @param about units of the columns, and the target column that both calls have */
export function compareResults(before: ToolResult, after: ToolResult, about: { units?: Units; target?: string } = {}): ResultComparison {
  const [left, right] = [before.metadata.result_hash, after.metadata.result_hash];
  const failed = before.status === 'error' || after.status === 'error';
  return {
    equal: left === undefined || right === undefined ? null : left === right,
    notes: notesOf(before, after),
    moved: failed ? [] : movedOf(before, after, about.units, about.target),
  };
}

/** The differences in everything that the result hash covers. */
export const resultDiff = (before: ToolResult, after: ToolResult): JsonDiff =>
  jsonDiff(before, after, { most: MOST_CHANGES, ignore: notCounted });

function notesOf(before: ToolResult, after: ToolResult): readonly string[] {
  const [a, b] = [before.metadata, after.metadata];
  return [
    ...(a.toolName !== b.toolName
      ? ['The tools differ, so only the calls are compared.']
      : a.toolVersion !== b.toolVersion
        ? [`Versions ${a.toolVersion} and ${b.toolVersion} of the tool: differences may come from the version.`]
        : []),
    ...failures(before, after),
    ...otherFiles(before, after),
  ];
}

function failures(before: ToolResult, after: ToolResult): readonly string[] {
  const failureText = (which: string, { errors, summary }: ToolResult): string => {
    const [first] = errors;
    return `${which} failed${first ? ` with ${first.code}: ${clip(first.message, 300)}` : `: ${clip(summary, 300)}`}`;
  };
  const [a, b] = [before.status === 'error', after.status === 'error'];
  if (!a && !b) return [];
  return [
    ...(a ? [failureText('The earlier call', before)] : []),
    ...(b ? [failureText('The later call', after)] : []),
    a && b ? 'Neither has an answer.' : 'Only one of them has an answer, so there is nothing to compare.',
  ];
}

/** Reports if the results come from different files. Files are compared by content, not by their names on this page. */
function otherFiles(before: ToolResult, after: ToolResult): readonly string[] {
  const [a, b] = [before.metadata.captures ?? [], after.metadata.captures ?? []];
  const only = (some: typeof a, others: typeof a): readonly string[] =>
    some.filter(({ sha256 }) => !others.some((other) => other.sha256 === sha256)).map(({ capture_id }) => capture_id);
  const [left, right] = [only(a, b), only(b, a)];
  if (left.length === 0 && right.length === 0) {
    const [rows, others] = [before, after].map(({ metadata }) => metadata.measures?.['selected']);
    return typeof rows === 'number' && typeof others === 'number' && rows !== others
      ? [`The same files, but different numbers of selected rows: ${formatCount(rows)} earlier, ${formatCount(others)} later.`]
      : [];
  }
  const names = (ids: readonly string[]): string =>
    `${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${String(ids.length - 3)} more` : ''}`;
  const lists = [...(left.length > 0 ? [`only earlier ${names(left)}`] : []), ...(right.length > 0 ? [`only later ${names(right)}`] : [])];
  return [`They read different captures: ${lists.join('; ')}. Differences may come from the captures.`];
}

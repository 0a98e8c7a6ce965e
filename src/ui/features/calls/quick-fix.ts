import { sameJson } from '../../../base/json-diff.ts';
import { parseJsonText, pathOf } from '../../../tools/contract/index.ts';
import type { EditorProblem } from '../../state/editor-problems.ts';
import { type Path, valueAt, withoutValue, withValue, written } from '../../state/json-edit.ts';
import { withoutTrailingCommas } from '../../state/paste.ts';
import type { Change, CatalogPort } from '../../../workbench/tools.ts';
import { yieldToEventLoop } from '../../../base/yield-to-event-loop.ts';

/** A change that fixes one problem of the call in the editor. */
export interface QuickFix {
  readonly label: string;
  readonly why: string;
  /** The effect on the request: lossless, a choice or a loss; absent if only the syntax is corrected. */
  readonly class?: Change['class'];
  readonly changes: readonly Change[];
  /** The whole text of the call after the change. */
  readonly text: string;
}

type Repair = CatalogPort['repair'];

/** The fix of a problem; null if there is none. It changes only what its label says. */
export function quickFix(text: string, problem: EditorProblem, repair: Repair): QuickFix | null {
  const parsed = parseJsonText(text);
  if (parsed.errors.length > 0) return fixOfText(text, problem, repair);
  if (problem.error === undefined) return null;
  const found = repair(parsed.value, { status: 'error', errors: [problem.error] });
  const here = ({ changes }: RepairedCall): boolean => changes.some(({ pointer }) => pointer === problem.pointer);
  const repaired = found && (here(found) ? found : found.proposals.find(here));
  const changes = changesOf(repaired?.changes ?? []);
  const [first] = changes;
  if (!repaired || !first) return null;
  const others = changes.length > 1 ? ` and ${String(changes.length - 1)} more` : '';
  return {
    label: `${labelOf(first, problem.pointer)}${others}`,
    why: changes.map(({ why }) => why).join('; '),
    class: repaired === found ? 'lossless' : first.class,
    changes,
    text: repairedText(text, repaired),
  };
}

/** The text with the repair's changes; the rest keeps its spelling if the text is the repaired call. */
function repairedText(text: string, repaired: RepairedCall): string {
  return whole(changesOf(repaired.changes).reduce(changed, text), repaired);
}

/** As `repairedText`, but yields between changes, because many changes in a long text would block the page. */
export async function repairedInTurns(text: string, repaired: RepairedCall): Promise<string> {
  let patched = text;
  for (const change of changesOf(repaired.changes)) {
    patched = changed(patched, change);
    await yieldToEventLoop();
  }
  return whole(patched, repaired);
}

interface RepairedCall {
  readonly invocation: unknown;
  readonly changes: readonly Change[];
}

function changed(text: string, { pointer, after }: Change): string {
  const path = pathIn(parseJsonText(text).value, pointer);
  return after === undefined ? withoutValue(text, path) : withValue(text, path, written(after));
}

/** The patched text if it is equal to the repaired call as JSON, otherwise that call in standard layout. */
function whole(patched: string, repaired: RepairedCall): string {
  const { value, errors } = parseJsonText(patched);
  if (errors.length === 0 && sameJson(withoutId(value), withoutId(repaired.invocation))) return patched;
  return written(repaired.invocation);
}

/** Fix for a syntax error: removes trailing commas, or formats the text anew. */
function fixOfText(text: string, problem: EditorProblem, repair: Repair): QuickFix | null {
  if (problem.code !== 'INVALID_JSON') return null;
  const loose = withoutTrailingCommas(text);
  if (loose.commas > 0 && parseJsonText(loose.text).errors.length === 0)
    return { label: 'Remove the comma before the bracket', why: 'JSON allows no trailing comma', changes: [], text: loose.text };
  const { code, message } = problem;
  const repaired = repair(text, { status: 'error', errors: [{ code, message }] });
  const [mended] = repaired?.changes.filter(({ pointer }) => pointer === '') ?? [];
  if (!repaired || !mended) return null;
  return { label: 'Write it as JSON', why: mended.why, changes: [], text: written(repaired.invocation) };
}

/** What a repair that is not lossless does to the request, in a word. */
export const CLASS_WORDS = { lossless: '', choice: 'a guess', loss: 'covers less' } as const;

/** The changes without that of the request id, which every run renews. */
const changesOf = (changes: readonly Change[]): readonly Change[] =>
  changes.filter(({ pointer }) => pointer !== '/request_id' && pointer !== '');

function labelOf({ pointer, field, before, after }: Change, at: string): string {
  const name = pointer === at || field === '' ? '' : ` ${field.replace(/^arguments\./, '')}`;
  if (after === undefined) return `Remove${name || ' it'}`;
  const shown = JSON.stringify(after);
  const clipped = shown.length > 48 ? `${shown.slice(0, 47)}…` : shown;
  return before === undefined ? `Set${name} to ${clipped}` : `Change${name} to ${clipped}`;
}

/** A JSON Pointer as a path, with numbers as indexes of lists. */
function pathIn(value: unknown, pointer: string): Path {
  const path: (string | number)[] = [];
  let at = value;
  for (const step of pathOf(pointer)) {
    const key = Array.isArray(at) ? Number(step) : step;
    path.push(key);
    at = valueAt(at, [key]);
  }
  return path;
}

const withoutId = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'request_id')) : value;

import type { ToolError, ToolWarning, ValidationReport } from '../../tools/contract/index.ts';
import { type ParsedJson, pathOf, pointerOf } from '../../tools/contract/index.ts';
import type { Advice } from './column-advice.ts';
import { formatCount } from '../../base/format.ts';

/** A problem in the invocation's text, with its place. Offsets are UTF-16 code units. */
/** What a field says about its value. */
export type Fault = Pick<EditorProblem, 'severity' | 'message'>;

export interface EditorProblem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  /** Dotted path from the invocation's root; empty for the whole text. */
  readonly path: string;
  /** The same place as a JSON Pointer. */
  readonly pointer: string;
  /** The validation error; absent for invalid JSON. */
  readonly error?: ToolError | undefined;
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** Longest text after a paste: enough for an analysis, and short enough to check and draw at once. */
export const MAX_PASTE = 64 * 1024;

/** Message for a paste that was refused. */
export const refusal = (characters: number): string =>
  `PAYLOAD_TOO_LARGE: expected at most ${formatCount(MAX_PASTE)} characters in an editor, got ${formatCount(characters)}; nothing was pasted, the text is as it was.`;

/** The Run button assigns a new id, so a reused id is not a problem. */
const MENDED_BY_RUN = 'DUPLICATE_REQUEST_ID';

/** Problems of a text. While it is invalid JSON, its fields are not checked. */
export function editorProblems(
  text: string,
  parsed: ParsedJson,
  report: Pick<ValidationReport, 'errors' | 'warnings'> | null,
  advice: readonly Advice[] = [],
): readonly EditorProblem[] {
  if (parsed.errors.length > 0) {
    return parsed.errors.map((error) => ({ ...error, severity: 'error', path: dotted(error.pointer) }));
  }
  if (!report) return [];
  const reported = [
    ...report.errors.filter((error) => error.code !== MENDED_BY_RUN).map((error) => problem('error', error, text, parsed)),
    ...report.warnings.map((warning) => problem('warning', warning, text, parsed)),
  ];
  const places = new Set(reported.map(({ pointer }) => pointer));
  const further = advice.filter(({ pointer }) => !places.has(pointer));
  return [...reported, ...further.map((item) => problem('warning', { ...item, field: dotted(item.pointer) }, text, parsed))];
}

/** Problems as marks in the text, each with its full message. */
export const marksOf = (problems: readonly EditorProblem[]) =>
  problems.map(({ code, path, message, ...mark }) => ({ ...mark, message: `${code}${path ? ` at ${path}` : ''}: ${message}` }));

/** Location of an error from a report or result in a text; the nearest ancestor if the field is absent. */
export function placeOf(item: ToolError | ToolWarning, parsed: ParsedJson): { from: number; to: number; line: number } {
  const place = parsed.locate(pointerTo(item));
  // For an unknown key, mark the key and not its value.
  if (item.code === 'UNKNOWN_ARGUMENT' && place.key) return { ...place.key, line: place.line };
  return place;
}

/** The message of an item without its field, for views that show the field beside it. */
export const messageBeside = ({ field, message }: ToolError | ToolWarning): string =>
  field !== undefined && field !== '' && message.startsWith(`${field}: `) ? message.slice(field.length + 2) : message;

export const pointerTo = (item: ToolError | ToolWarning): string =>
  'pointer' in item && item.pointer !== undefined ? item.pointer : pointerFrom(item.field ?? '');

function problem(severity: EditorProblem['severity'], item: ToolError | ToolWarning, text: string, parsed: ParsedJson): EditorProblem {
  const { from, to, line } = placeOf(item, parsed);
  // A mark over a whole object or list would hide its text, so only its bracket is marked.
  const end = /[{[]/.test(text.charAt(from)) ? from + 1 : to;
  return {
    severity,
    code: item.code,
    message: messageBeside(item),
    path: item.field ?? '',
    pointer: pointerTo(item),
    error: severity === 'error' ? item : undefined,
    from,
    to: end,
    line,
  };
}

/** Converts a JSON Pointer to a path: `/a/b~1c/0` → `a.b/c[0]`. */
function dotted(pointer: string): string {
  return pathOf(pointer)
    .map((step, index) => (/^\d+$/.test(step) ? `[${step}]` : index === 0 ? step : `.${step}`))
    .join('');
}

/** Converts a dotted path to a JSON Pointer, for items without one: `arguments.channels[0]` → `/arguments/channels/0`. */
function pointerFrom(path: string): string {
  return pointerOf(path.split(/[.[\]]/).filter((step) => step !== ''));
}

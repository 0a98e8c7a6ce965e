import type { ParsedJson, ToolError } from '../../../tools/contract/index.ts';
import { type EditorProblem, placeOf, pointerTo } from '../../state/editor-problems.ts';

/** Errors and warnings of a policy with their places; if the text is not valid JSON, only its syntax errors. */
export function policyProblems(
  parsed: ParsedJson,
  check: (policy: unknown) => { readonly errors: readonly ToolError[]; readonly warnings: readonly ToolError[] },
): readonly EditorProblem[] {
  if (parsed.errors.length > 0) {
    return parsed.errors.map((error) => ({ ...error, severity: 'error', path: '' }));
  }
  const { errors, warnings } = check(parsed.value);
  const problem =
    (severity: EditorProblem['severity']) =>
    (item: ToolError): EditorProblem => {
      const { from, to, line } = placeOf(item, parsed);
      return { severity, code: item.code, message: item.message, path: item.field ?? '', pointer: pointerTo(item), from, to, line };
    };
  return [...errors.map(problem('error')), ...warnings.map(problem('warning'))];
}

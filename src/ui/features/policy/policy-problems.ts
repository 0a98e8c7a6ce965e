import type { ParsedJson, ToolError } from '../../../tools/contract/index.ts';
import { type EditorProblem, placeOf, pointerTo } from '../../state/editor-problems.ts';

/** Everything to be said about the text of a policy, with its place; faults of the text come alone. */
export function policyProblems(
  parsed: ParsedJson,
  check: (policy: unknown) => { readonly errors: readonly ToolError[]; readonly warnings: readonly ToolError[] },
): readonly EditorProblem[] {
  if (parsed.errors.length > 0) {
    return parsed.errors.map(({ code, message, pointer, from, to, line }) => ({
      severity: 'error',
      code,
      message,
      path: '',
      pointer,
      from,
      to,
      line,
    }));
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

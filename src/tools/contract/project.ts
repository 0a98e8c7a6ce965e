import { WorkbenchError } from '../../base/failure.ts';
import { checkJson } from './json-value.ts';
import { plannerView } from './planner-view.ts';
import type { ToolError, ToolResult } from './result.ts';

/**
 * A narrower shape of a result. `s0`, `s1`, `exec` and `s4` are the shapes of the specifications, `planner` is a view of at most
 * 32 KB for planners.
 */
export type ResultView = 's0' | 's1' | 'exec' | 's4' | 'planner';

const VIEWS: readonly ResultView[] = ['s0', 's1', 'exec', 's4', 'planner'];

/** Maximum size in bytes of the `planner` view as JSON (S2-C4). */
export const PLANNER_LIMIT = 32 * 1024;

/**
 * Projects a result to a view. Throws `UNKNOWN_VIEW`, or `INVALID_RESULT` if the value is not a result.
 *
 * @param limit most bytes of JSON in the view `planner`
 */
export function project(result: ToolResult, view: ResultView, limit = PLANNER_LIMIT): unknown {
  if (!VIEWS.includes(view)) throw new WorkbenchError('UNKNOWN_VIEW', `expected one of ${VIEWS.join(', ')}, got another view`);
  try {
    return viewOf(plain(result), view, limit);
  } catch {
    throw new WorkbenchError('INVALID_RESULT', 'expected the result of a call, got another value');
  }
}

/** Returns a result of the runner, which is frozen, as it is. Any other object is copied, reading each member once. */
function plain(result: ToolResult): ToolResult {
  if (Object.isFrozen(result)) return result;
  const { value, errors } = checkJson(result);
  if (errors.length > 0) throw new TypeError('no plain data');
  return value as ToolResult;
}

function viewOf(result: ToolResult, view: ResultView, limit: number): unknown {
  switch (view) {
    case 's0':
      return contractView(result, (error) => error.code);
    case 's1':
      // The `s1` contract uses the first alias of each code (R1, S1-7).
      return contractView(result, (error) => error.aliases?.find((alias) => /^[A-Z]/.test(alias)) ?? error.code);
    case 'exec':
      return execView(result);
    case 's4':
      return { data: result.data ?? {}, agentHints: result.agentHints, metadata: result.metadata };
    case 'planner':
      return plannerView(
        result,
        contractView(result, (error) => error.code),
        limit,
      );
  }
}

function contractView(result: ToolResult, codeOf: (error: ToolError) => string): unknown {
  return {
    status: result.status,
    summary: result.summary,
    ...(result.structured_output && { structured_output: result.structured_output }),
    artifacts: result.artifacts.map(({ name, mime_type, uri, sha256 }) => ({ name, mime_type, uri, sha256 })),
    warnings: result.warnings.map(({ code, message }) => ({ code, message })),
    errors: result.errors.map((error) => ({
      code: codeOf(error),
      message: error.message,
      ...(error.field !== undefined && { field: error.field }),
    })),
    confidence: result.confidence,
  };
}

function execView(result: ToolResult): unknown {
  const shared = { toolCallId: result.tool_call_id, ok: result.ok };
  if (result.ok) return { ...shared, value: result.structured_output ?? {} };
  return { ...shared, errorCode: result.errorCode ?? 'execution', safeMessage: result.summary };
}

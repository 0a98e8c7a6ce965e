import { plannerView } from './planner-view.ts';
import type { ToolError, ToolResult } from './result.ts';

/** The narrower shapes of a result (R9): what each specification asks for, cut from the one envelope. */
export type View = 's0' | 's1' | 'exec' | 's4' | 'planner';

/** Bytes of JSON that a planner is shown at most (S2-C4). */
export const PLANNER_LIMIT = 32 * 1024;

/** @param limit bytes of JSON that the view `planner` may have */
export function project(result: ToolResult, view: View, limit = PLANNER_LIMIT): unknown {
  switch (view) {
    case 's0':
      return contractView(result, (error) => error.code);
    case 's1':
      // The short contract knows the first name of each code (R1, S1-7).
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

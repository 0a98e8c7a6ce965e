import { shorten } from './errors.ts';
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
      return plannerView(result, limit);
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

/** The result cut to what fits, with marks where something was left out (S3-3.21, R43). */
function plannerView(result: ToolResult, limit: number): unknown {
  const base = contractView(result, (error) => error.code) as Record<string, unknown>;
  const { suggestedNextActions, riskFactors, assumptions } = result.agentHints;
  const whole = { ...base, suggestedNextActions, riskFactors, assumptions };
  for (const [items, characters] of [
    [Infinity, Infinity],
    [100, 2000],
    [25, 500],
    [8, 200],
    [3, 80],
    [1, 40],
    [0, 20],
  ] as const) {
    const cut = { happened: false };
    const view = truncate(whole, items, characters, cut) as Record<string, unknown>;
    const marks = cut.happened ? marksOf(result, whole) : {};
    const answer = { ...view, ...marks };
    if (sizeOf(answer) <= limit) return answer;
  }
  return {
    status: result.status,
    summary: result.summary,
    ...marksOf(result, whole),
  };
}

/** How much there is, and who tells more: the same tool, asked for less at a time (S3-3.20, S3-3.21). */
const marksOf = (result: ToolResult, whole: unknown): Readonly<Record<string, unknown>> => ({
  truncated: true,
  total_length: sizeOf(whole),
  full_available_via: 'run() or the page',
  detail_available: true,
  detail_tool: result.metadata.toolName,
});

function truncate(value: unknown, items: number, characters: number, cut: { happened: boolean }): unknown {
  if (typeof value === 'string') {
    if (value.length <= characters) return value;
    cut.happened = true;
    return shorten(value, characters);
  }
  if (Array.isArray(value)) {
    if (value.length > items) cut.happened = true;
    return value.slice(0, items).map((item) => truncate(item, items, characters, cut));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, truncate(member, items, characters, cut)]));
}

const encoder = new TextEncoder();
const sizeOf = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;

import type { ToolResult } from '../../../tools/contract/index.ts';

export interface AnswerSize {
  readonly name: string;
  readonly count: number;
  /** Estimated tokens of all answers, and of the largest. */
  readonly tokens: number;
  readonly most: number;
}

/** What answers take of a model's context, by tool, largest first. */
export function answerSizes(results: readonly ToolResult[], tokensOf: (result: ToolResult) => number): readonly AnswerSize[] {
  const byTool = new Map<string, AnswerSize>();
  for (const result of results) {
    const name = result.metadata.toolName;
    const tokens = tokensOf(result);
    const { count, tokens: sum, most } = byTool.get(name) ?? { count: 0, tokens: 0, most: 0 };
    byTool.set(name, { name, count: count + 1, tokens: sum + tokens, most: Math.max(most, tokens) });
  }
  return [...byTool.values()].sort((a, b) => b.tokens - a.tokens);
}

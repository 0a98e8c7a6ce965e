import { groupBy } from '../../../base/group.ts';
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
  const sizes = [...groupBy(results, ({ metadata }) => metadata.toolName)].map(([name, group]) => {
    const tokens = group.map(tokensOf);
    return { name, count: group.length, tokens: tokens.reduce((sum, each) => sum + each, 0), most: Math.max(...tokens) };
  });
  return sizes.sort((a, b) => b.tokens - a.tokens);
}

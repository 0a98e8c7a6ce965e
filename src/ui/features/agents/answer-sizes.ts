import { groupBy } from '../../../base/group.ts';
import type { ToolResult } from '../../../tools/contract/index.ts';

export interface AnswerSize {
  readonly name: string;
  readonly count: number;
  /** Estimated tokens of all answers of a tool together; `largest`: of its largest answer. */
  readonly tokens: number;
  readonly most: number;
}

/** Estimated tokens that answers take in a model's context, by tool, largest first. */
export function answerSizes(results: readonly ToolResult[], tokensOf: (result: ToolResult) => number): readonly AnswerSize[] {
  const sizes = [...groupBy(results, ({ metadata }) => metadata.toolName)].map(([name, group]) => {
    const tokens = group.map(tokensOf);
    return { name, count: group.length, tokens: tokens.reduce((sum, each) => sum + each, 0), most: Math.max(...tokens) };
  });
  return sizes.sort((a, b) => b.tokens - a.tokens);
}

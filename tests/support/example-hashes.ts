import { createHash } from 'node:crypto';
import { canonicalResult } from '../../src/tools/contract/result-hash.ts';
import type { ToolExample, ToolResult } from '../../src/tools/contract/index.ts';

/** The tool whose answer is the time of the run, which no manifest can state. */
const OF_THE_CLOCK = 'get_current_time';

/** What a run of an example has to answer wherever it runs: its status, its errors and its `result_hash`. */
export interface ExampleAnswer {
  readonly status: unknown;
  readonly codes: readonly unknown[];
  readonly result_hash: unknown;
}

export const expectedAnswer = ({ expectedResult: { status, errors = [], result_hash } }: ToolExample): ExampleAnswer => ({
  status,
  codes: (errors as readonly { readonly code: string }[]).map(({ code }) => code),
  result_hash,
});

/** The answer of a run. The current time is hashed again with the time of the example in its place, after its own hash was checked. */
export function answerOf(result: ToolResult, example: ToolExample): ExampleAnswer {
  const { status, errors, metadata } = result;
  const own = metadata.result_hash;
  const isTime = metadata.toolName === OF_THE_CLOCK && status === 'ok' && own === sha256(canonicalResult(result));
  return {
    status,
    codes: errors.map(({ code }) => code),
    result_hash: isTime ? sha256(canonicalResult(atTimeOf(result, example))) : own,
  };
}

function atTimeOf(result: ToolResult, { expectedResult }: ToolExample): ToolResult {
  const summary = String(expectedResult['summary']);
  const now = summary.replace(/^It is (.*)\.$/, '$1');
  const now_ms = Date.parse(now);
  return {
    ...result,
    summary,
    structured_output: { now, now_ms },
    confidence_basis: { ...result.confidence_basis, inputs: { ...result.confidence_basis.inputs, now_ms } },
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

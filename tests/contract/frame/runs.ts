/** Short words for rows that run a made tool on a bench of their own. */
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import type { RunnerEvent, RunOptions } from '../../../src/tools/runner/ports.ts';
import { bench, call, multiplier, type TestBench } from '../../support/tools.ts';

export const codes = (result: Pick<ToolResult, 'errors'>): string[] => result.errors.map((error) => error.code);
export const warns = (result: Pick<ToolResult, 'warnings'>): string[] => result.warnings.map((warning) => warning.code);
export const types = (events: readonly RunnerEvent[]): string[] =>
  events.map((event) => (event.type === 'tool-start' ? `${event.type} ${event.phase}` : event.type));

export type Tool = NonNullable<Parameters<typeof multiplier>[0]>;
export type Setting = NonNullable<Parameters<typeof bench>[1]>;

export interface Ran extends TestBench {
  readonly result: ToolResult;
}

/** One call of a changed `row_multiplier` on a bench of its own. */
export async function ran(
  tool: Tool = {},
  more: Readonly<Record<string, unknown>> = {},
  setting: Setting = {},
  options: RunOptions = {},
): Promise<Ran> {
  const made = bench([multiplier(tool)], setting);
  return { ...made, result: await made.runner.run(call(more), options) };
}

/** An answer of `row_multiplier` that is right, to change one thing of. */
export const answer = {
  status: 'ok' as const,
  summary: 'The product is 1.',
  structured_output: { product: 1, labels: ['lab'] },
  warnings: [],
  confidence_inputs: { rows: 1 },
};

/** A tool that answers this. */
export const answering = (change: object): Tool => ({ run: () => Promise.resolve({ ...answer, ...change }) });

/** A tool that changes something, hence asks a person. */
export const changing = { effect: 'state_change', category: 'mutation' } as const;

/** Lets what was started come to its first wait. */
export const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

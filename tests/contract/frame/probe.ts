import { text } from '../../../src/tools/contract/identifiers.ts';
import { z } from '../../../src/tools/contract/zod.ts';
import type { AnyTool } from '../../../src/tools/definition.ts';
import { bench, multiplier, type TestBench } from '../../support/tools.ts';

/** A tool with one argument per keyword of the schema profile, and a bench of it. */
const Input = z.strictObject({
  needed: z.boolean().describe('Required.'),
  whole: z.int().min(1).max(10).describe('An integer, unitless.').optional(),
  real: z.number().min(-1).max(1).describe('A number, unitless.').optional(),
  word: text(2, 4).describe('A short word.').optional(),
  code: z
    .string()
    .regex(/^[a-z]{2}\d$/)
    .describe('Two letters and a digit.')
    .optional(),
  when: z.iso.datetime().describe('A time in UTC.').optional(),
  choice: z.enum(['red', 'blue']).describe('One of two.').optional(),
  list: z.array(z.int().min(0).max(9)).min(1).max(3).describe('One to three digits.').optional(),
  level: z.int().min(0).max(9).default(7).describe('A digit; 7 when absent.'),
  nested: z
    .strictObject({ inner: z.strictObject({ deep: z.int().min(0).max(9).describe('A digit.') }).describe('Inside.') })
    .describe('Two levels.')
    .optional(),
  loose: z.int().min(0).max(99).describe('A number that may come as text.').meta({ 'x-coerce': true }).optional(),
});

export const probe = (): AnyTool =>
  multiplier({
    input: Input,
    run: (args: { readonly level: number; readonly loose?: number }) =>
      Promise.resolve({
        status: 'ok',
        summary: 'Done.',
        structured_output: { product: args.loose ?? args.level, labels: [] },
        warnings: [],
        confidence_inputs: { rows: 1 },
      }),
  });

let shared: TestBench | undefined;
export const probeBench = (): TestBench => (shared ??= bench([probe()]));

/** Valid arguments of it, and a few changed. */
export const probeArguments = (change: object = {}): { change: { arguments: object } } => ({
  change: { arguments: { needed: true, ...change } },
});

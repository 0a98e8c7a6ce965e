import { defineTool } from '../../definition.ts';
import { onStamps } from '../../on-stamps.ts';
import examples from './examples.json';
import { statisticalRegressionTool11 as current } from './version-1-1.ts';
import { Input, Output } from './v1/schema.ts';

const InputOf10 = Input.pick({ operation: true, target: true, features: true });
const OutputOf10 = Output.pick({ model: true, sample_count: true, r_squared: true, coefficients: true, p_values: true });

/**
 * Version 1.0.0, the previous minor (R21): the arguments and the answer of the contract's first example, without what
 * 1.1.0 added. The fit is the same, at the level of 5 per cent and with features as they are.
 */
export const statisticalRegressionTool10 = defineTool({
  manifest: {
    ...current.manifest,
    version: '1.0.0',
    description:
      'Fits a straight-line model that explains one numeric column by others, using ordinary least squares. Use it to see which columns move together with a target. Do not use it to count rows; capture_overview does that. Returns coefficients, p-values and the share of variance explained.',
    deprecated: {
      since: '1.1.0',
      replacement: 'statistical_regression_tool',
      announcedOn: '2026-11-22',
      removalDate: '2027-06-01',
    },
  },
  input: InputOf10,
  output: OutputOf10,
  scope: 'captures',
  redaction: { allow: ['model', 'sample_count', 'r_squared', 'coefficients.*', 'p_values.*'] },
  requires: current.requires,
  confidence: current.confidence,
  postconditions: [
    {
      id: 'terms-as-asked',
      description: 'There is one coefficient per feature and one for the intercept.',
      holds: (output, args) => Object.keys(output.coefficients).sort().join() === ['intercept', ...args.features].sort().join(),
    },
  ],
  examples: examples['1.0.0'],
  async run(args, _context, capabilities) {
    const { run } = await import('./v1/run.ts');
    const outcome = await run({ ...args, alpha: 0.05, normalize: false }, onStamps(capabilities));
    if (outcome.status === 'error') return outcome;
    const { model, sample_count, r_squared, coefficients, p_values } = outcome.structured_output;
    return { ...outcome, structured_output: { model, sample_count, r_squared, coefficients, p_values } };
  },
});

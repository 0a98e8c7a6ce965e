/** S0 §4: the regression example. */
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { regressionCapture, regressionExample } from '../frame/examples.ts';
import { errorsOf, runTool } from '../frame/workbench.ts';
import { row, type Row } from '../frame/row.ts';

interface Fit {
  readonly sample_count: number;
  readonly r_squared: number;
  readonly coefficients: Readonly<Record<string, number>>;
  readonly p_values: Readonly<Record<string, number>>;
  readonly confidence_intervals: Readonly<Record<string, readonly [number, number]>>;
  readonly significant_features: readonly string[];
}

async function fit(args: object = {}, change: object = {}): Promise<{ result: ToolResult; fit: Fit }> {
  await regressionCapture();
  const result = await runTool(...regressionExample(args, change));
  return { result, fit: result.structured_output as unknown as Fit };
}
const rounded = (values: Readonly<Record<string, number>>, digits: number): Record<string, number> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Number(value.toFixed(digits))]));

export const rows: readonly Row[] = [
  row(
    'S0-4.1 R29',
    'the example runs on 18 204 rows',
    async () => {
      const { result, fit: found } = await fit();
      return [errorsOf(result), result.status, found.sample_count, result.summary.includes('18,204')];
    },
    [[], 'ok', 18_204, true],
  ),
  row('S0-4.1', 'its operation has one value', async () => errorsOf((await fit({ operation: 'anova' })).result), [
    'INVALID_VALUE arguments.operation',
  ]),
  row(
    'S0-4.2',
    'the answer carries the plane that made the data',
    async () => {
      const { fit: found } = await fit({ normalize: false });
      return [rounded(found.coefficients, 2), found.r_squared > 0.98, Object.keys(found.p_values), found.p_values['packet_loss']];
    },
    [{ intercept: 2, snr: -0.09, jitter: 0.6, packet_loss: 1.4 }, true, ['intercept', 'snr', 'jitter', 'packet_loss'], 0],
  ),
  row(
    'S0-4.3',
    'alpha moves intervals and significance, normalize the scale, target and features the model',
    async () => {
      const loose = (await fit({ alpha: 0.5, normalize: false })).fit;
      const strict = (await fit({ alpha: 0.001, normalize: false })).fit;
      const scaled = (await fit({ normalize: true })).fit;
      const other = (await fit({ target: 'snr', features: ['jitter'], normalize: false })).fit;
      const width = ({ confidence_intervals }: Fit): number => {
        const [low, high] = confidence_intervals['snr'] ?? [0, 0];
        return high - low;
      };
      return [
        width(strict) > width(loose) * 4,
        other.significant_features,
        scaled.r_squared === strict.r_squared && scaled.coefficients['snr'] !== strict.coefficients['snr'],
        Object.keys(other.coefficients),
      ];
    },
    [true, [], true, ['intercept', 'jitter']],
  ),
  row(
    'S0-4.3',
    'features that are missing, unknown, double or the target itself are named',
    async () => [
      errorsOf((await fit({ features: [] })).result),
      errorsOf((await fit({ features: ['snrr'] })).result),
      errorsOf((await fit({ features: ['snr', 'snr'] })).result),
      errorsOf((await fit({ features: ['latency_ms'] })).result),
      errorsOf((await fit({ alpha: 1.5 })).result),
    ],
    [
      ['INVALID_VALUE arguments.features'],
      ['INVALID_VALUE arguments.features[0]'],
      ['INVALID_VALUE arguments.features[1]'],
      ['INVALID_VALUE arguments.features[0]'],
      ['INVALID_VALUE arguments.alpha'],
    ],
  ),
];

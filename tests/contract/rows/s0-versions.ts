/** S0 §7 "Compatibility": what a version number promises. */
import { catalog } from '../../../src/tools/catalog/index.ts';
import { compatibilityOf, type Bump } from '../../../src/tools/contract/compatibility.ts';
import { z } from '../../../src/tools/contract/zod.ts';
import type { AnyTool } from '../../../src/tools/definition.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { bench, call, compileAll, multiplier } from '../../support/tools.ts';
import { manifestRow } from '../frame/manifests.ts';
import { regressionCapture, regressionExample } from '../frame/examples.ts';
import { errorsOf, runTool, warningsOf } from '../frame/workbench.ts';
import { row, type Row } from '../frame/row.ts';

const version = (number: string, more: Parameters<typeof multiplier>[0] = {}): AnyTool =>
  multiplier({ ...more, manifest: { ...more.manifest, version: number } });

/** Who answers when a version is asked for. */
async function asked(tools: readonly AnyTool[], tool_version: string): Promise<unknown[]> {
  const { runner } = bench(tools);
  const result = await runner.run(call({ tool_version }));
  return result.ok ? [result.metadata.toolVersion, warningsOf(result)] : errorsOf(result);
}

const input = (change: object): AnyTool['input'] => multiplier().input.extend(change as z.ZodRawShape);
const output = (change: object): AnyTool['output'] => multiplier().output.extend(change as z.ZodRawShape);
const whole = (): z.ZodInt => z.int().min(1).describe('How many, unitless.');

/** Schema changes and the smallest bump that may carry them. */
const changes: readonly [what: string, change: Partial<AnyTool>, bump: Bump][] = [
  ['nothing', {}, 'patch'],
  ['an optional argument more', { input: input({ extra: whole().optional() }) }, 'minor'],
  ['a value of an enum more', { input: input({ mode: z.enum(['plain', 'loud', 'soft']).default('plain') }) }, 'minor'],
  ['a wider range', { input: input({ factor: z.int().min(1).max(20) }) }, 'minor'],
  ['an optional output field more', { output: output({ extra: whole().optional() }) }, 'minor'],
  ['an output field more', { output: output({ extra: whole() }) }, 'minor'],
  ['a required argument more', { input: input({ extra: whole() }) }, 'major'],
  ['an argument less', { input: multiplier().input.omit({ label: true }) }, 'major'],
  ['another type', { input: input({ factor: z.string() }) }, 'major'],
  ['a narrower range', { input: input({ factor: z.int().min(1).max(5) }) }, 'major'],
  ['a value of an enum less', { input: input({ mode: z.enum(['plain']).default('plain') }) }, 'major'],
  ['an optional argument made required', { input: input({ label: z.string() }) }, 'major'],
  ['a nested argument less', { input: input({ options: z.strictObject({}).optional() }) }, 'major'],
  ['an output field less', { output: multiplier().output.omit({ labels: true }) }, 'major'],
  ['an output field made optional', { output: output({ product: z.number().optional() }) }, 'major'],
  ['another output type', { output: output({ product: z.string() }) }, 'major'],
];

/** The reasons why a second version beside 1.0.0 is refused. */
const refusal = (number: string, change: Partial<AnyTool>): string => {
  const first = version('1.0.0');
  const second = version(number, change);
  const reasons = createRegistry([first], compileAll([first, second])).validate(second);
  return reasons.length === 0 ? 'taken' : reasons.every((reason) => reason.includes('needs a new')) ? 'refused' : reasons.join('; ');
};

export const rows: readonly Row[] = [
  row(
    'S0-7b.1',
    'versions are ordered by their numbers, and the newest compatible one answers',
    async () => {
      const tools = ['1.10.0', '1.9.0', '2.0.0', '1.2.10', '1.2.9'].map((number) => version(number));
      const registry = createRegistry(tools, compileAll(tools));
      return [
        registry.versions('row_multiplier').map((entry) => entry.manifest.version),
        await asked(tools, '1.3.0'),
        await asked(tools, '1.9.0'),
      ];
    },
    [
      ['1.2.9', '1.2.10', '1.9.0', '1.10.0', '2.0.0'],
      ['1.10.0', ['VERSION_RESOLVED']],
      ['1.9.0', []],
    ],
  ),
  ...changes.map(([what, change, bump]) =>
    row(
      `S0-7b.${{ patch: '2', minor: '3', major: '4' }[bump]}${what.includes('less') ? ' S0-7b.8' : ''} R22`,
      `${what} is at least a ${bump} bump, and the registry refuses a smaller one`,
      () => [
        compatibilityOf(schemasOf(multiplier()), schemasOf(multiplier(change))).bump,
        refusal('1.0.1', change),
        refusal('1.1.0', change),
        refusal('2.0.0', change),
      ],
      [bump, bump === 'patch' ? 'taken' : 'refused', bump === 'major' ? 'refused' : 'taken', 'taken'],
    ),
  ),
  row('S0-7b.2', 'after a patch, calls written for the version before still run', async () => asked([version('1.0.1')], '1.0.0'), [
    '1.0.1',
    ['VERSION_RESOLVED'],
  ]),
  row(
    'S0-7b.4 S0-7b.5 R21',
    'another major never answers',
    async () => [
      await asked([version('2.0.0')], '1.0.0'),
      await asked([version('1.4.0')], '2.0.0'),
      await asked([version('1.4.0')], '1.5.0'),
    ],
    [['UNSUPPORTED_TOOL_VERSION tool_version'], ['UNSUPPORTED_TOOL_VERSION tool_version'], ['UNSUPPORTED_TOOL_VERSION tool_version']],
  ),
  row(
    'S0-7b.6 R21',
    'the previous minor is installed, deprecated, and answers by its own schema',
    async () => {
      await regressionCapture();
      const result = await runTool(...regressionExample(), { tool_version: '1.2.0' });
      const extra = await runTool(...regressionExample({ comparisons: 2 }), { tool_version: '1.2.0' });
      return [
        errorsOf(result),
        result.metadata.toolVersion,
        Object.hasOwn(result.structured_output ?? {}, 'verdict'),
        warningsOf(result).includes('DEPRECATED_TOOL'),
        errorsOf(extra),
      ];
    },
    [[], '1.2.0', false, true, ['UNKNOWN_ARGUMENT arguments.comparisons']],
  ),
  row(
    'S0-7b.6 R21',
    'the catalog keeps at most one previous minor; a call for an older one is answered by the newest, with a warning',
    async () => {
      await regressionCapture();
      const registry = createRegistry(catalog);
      const result = await runTool(...regressionExample(), { tool_version: '1.0.0' });
      return [
        registry.names().filter((name) => registry.versions(name).length > 2),
        errorsOf(result),
        result.metadata.toolVersion === registry.get('statistical_regression_tool')?.manifest.version,
        warningsOf(result).includes('VERSION_RESOLVED'),
      ];
    },
    [[], [], true, true],
  ),
  row(
    'S0-7b.8',
    'our own versions keep to it',
    () => {
      const registry = createRegistry(catalog);
      return registry.names().flatMap((name) =>
        registry.versions(name).flatMap((entry, at, all) => {
          const before = all[at - 1];
          if (before === undefined) return [];
          const { bump, reasons } = compatibilityOf(before.manifest, entry.manifest);
          return bump === 'major' ? [`${entry.key}: ${reasons.join('; ')}`] : [];
        }),
      );
    },
    [],
  ),
  row(
    'S0-7b.9 R23',
    'a deprecated tool runs and says what takes over and when it goes',
    async () => {
      const deprecated = { since: '1.0.0', replacement: 'better_tool', announcedOn: '2026-01-01', removalDate: '2026-04-01' };
      const result = await bench([multiplier({ manifest: { deprecated } })]).runner.run(call());
      return [result.status, result.warnings.map(({ code, details }) => [code, details?.['replacement'], details?.['removalDate']])];
    },
    ['ok', [['DEPRECATED_TOOL', 'better_tool', '2026-04-01']]],
  ),
  manifestRow(
    'S0-7b.9 R23',
    { manifest: { deprecated: { since: '1.0.0', replacement: 'better_tool', announcedOn: '2026-01-01', removalDate: '2026-03-31' } } },
    '90 days',
  ),
];

function schemasOf(
  tool: AnyTool,
): Pick<ReturnType<typeof createRegistry>['getAll'] extends () => readonly (infer M)[] ? M : never, 'input_schema' | 'output_schema'> {
  const [manifest] = createRegistry([tool], compileAll([tool])).getAll();
  if (manifest === undefined) throw new Error('not installed');
  return manifest;
}

/** S0 §1: compares a manifest with what the tool does. */
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { catalog } from '../../../src/tools/catalog/index.ts';
import { sideEffectsOf } from '../../../src/tools/contract/effects.ts';
import { jsonSchemaOf } from '../../../src/tools/contract/derive-schema.ts';
import type { ToolManifest } from '../../../src/tools/contract/index.ts';
import { lintUnknown } from '../../../src/tools/lint/lint.ts';
import { leavesOf } from '../../../src/tools/lint/rule.ts';
import { createRegistry } from '../../../src/tools/registry.ts';
import { bench, call, compileAll, multiplier } from '../../support/tools.ts';
import { errorsOf } from '../frame/workbench.ts';
import { row, type Row } from '../frame/row.ts';

const installed = (): ToolManifest[] => {
  const registry = createRegistry(catalog);
  return registry.names().flatMap((name) => registry.versions(name).map((entry) => entry.manifest));
};
const pick = (name: string): ToolManifest => installed().find((manifest) => manifest.name === name) as ToolManifest;
/** Lint findings of the profile of a schema in place of the real one. */
const profileOf = (input_schema: object): string[] =>
  lintUnknown({ ...pick('capture_overview'), input_schema }, installed()).flatMap(({ rule, message }) =>
    rule === 'DL-60' ? [message] : [],
  );
const never = multiplier({
  run: () => new Promise(() => undefined),
  manifest: { execution_constraints: { ...limits(), max_timeout_ms: 50 } },
});

function limits() {
  return { max_timeout_ms: 60_000, max_payload_bytes: 4096, supports_streaming: true };
}

const padded = (bytes: number): string => {
  const text = JSON.stringify(call());
  return text + ' '.repeat(bytes - text.length);
};

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export const rows: readonly Row[] = [
  row(
    'S0-1.1 R7',
    'a name or an alias that is taken throws when the registry is built',
    () => {
      const twin = multiplier({ manifest: { name: 'other_tool', kebab_name: 'multiply-rows' } });
      const build = (tools: readonly ReturnType<typeof multiplier>[]): string => {
        try {
          createRegistry(tools, compileAll(tools));
          return 'built';
        } catch (error) {
          return error instanceof Error && /belongs to row_multiplier|is taken/.test(error.message) ? 'refused' : String(error);
        }
      };
      return [build([multiplier(), twin]), build([multiplier(), multiplier()]), build([multiplier()])];
    },
    ['refused', 'refused', 'built'],
  ),
  row(
    'S0-1.4',
    'the values of a mode stand among the capabilities',
    () =>
      installed().flatMap((manifest) =>
        leavesOf(manifest.input_schema, '').flatMap(({ name, node }) =>
          ['operation', 'analysis_mode'].includes(name)
            ? (node['enum'] as string[]).filter((value) => !manifest.capabilities.includes(value))
            : [],
        ),
      ),
    [],
  ),
  row(
    'S0-1.5 R27',
    'every schema is a schema in both dialects, and draft-07 and 2020-12 derive alike',
    () => {
      const [judge, olderJudge] = [new Ajv2020({ strict: false }), new Ajv({ strict: false })];
      return catalog.flatMap((tool) =>
        (['input', 'output'] as const).flatMap((side) => {
          const newer = jsonSchemaOf(tool[side], side);
          const older = jsonSchemaOf(tool[side], side, 'draft-7');
          const plain = (schema: object): string => JSON.stringify({ ...schema, $schema: undefined });
          const valid = [
            judge.validateSchema(newer) === true,
            olderJudge.validateSchema(older) === true,
            plain(newer) === plain(older),
            String(newer['$schema']).includes('2020-12'),
          ];
          return valid.every(Boolean) ? [] : [`${tool.manifest.name} ${side} ${valid.join(' ')}`];
        }),
      );
    },
    [],
  ),
  row(
    'S0-1.7 R44',
    'a call that outlasts the bound of its manifest is stopped there',
    async () => {
      const { runner, clock } = bench([never]);
      const running = runner.run(call({ timeout_ms: 60_000 }));
      await turn();
      clock.move(50);
      const result = await running;
      return [errorsOf(result), result.metadata.timeout_ms];
    },
    [['TIMEOUT timeout_ms'], 50],
  ),
  row(
    'S0-1.8',
    'an invocation of as many bytes as the bound runs, one byte more does not',
    async () => {
      const { runner } = bench();
      return [errorsOf(await runner.run(padded(4096))), errorsOf(await runner.run(padded(4097), { scope: 'again' }))];
    },
    [[], ['PAYLOAD_TOO_LARGE']],
  ),
  row(
    'S0-1.9',
    'progress is sent exactly when supports_streaming is true',
    async () => {
      const events = async (supports_streaming: boolean): Promise<number> => {
        const made = bench([multiplier({ manifest: { execution_constraints: { ...limits(), supports_streaming } } })]);
        await made.runner.run(call());
        return made.events.filter((event) => event.type === 'tool-progress').length;
      };
      return [await events(true), await events(false)];
    },
    [1, 0],
  ),
  row(
    'S0-1.10 R8',
    'side_effects follows from effect and scope, and from nothing else',
    () => [
      sideEffectsOf('read_only', 'none'),
      sideEffectsOf('read_only', 'captures'),
      sideEffectsOf('state_change', 'captures'),
      sideEffectsOf('external_side_effect', 'none'),
      installed().filter(({ effect, scope, execution_constraints: { side_effects } }) => side_effects !== sideEffectsOf(effect, scope)),
    ],
    ['none', 'read_only', 'external_write', 'external_write', []],
  ),
  row(
    'S0-1.13 R37 R38',
    'equal calls give equal hashes, whatever clock, ids and door',
    async () => {
      const { runner, clock } = bench();
      const first = await runner.run(call());
      clock.move(5000);
      const second = await runner.run(call({ request_id: 'req-2', tool_name: 'multiply-rows' }), { entry: 'page' });
      const other = await runner.run(call({ request_id: 'req-3', arguments: { factor: 4 } }));
      const hashes = [first, second, other].map((result) => result.metadata.result_hash);
      return [hashes[0] === hashes[1], hashes[0] === hashes[2], /^[0-9a-f]{64}$/.test(hashes[0] ?? '')];
    },
    [true, false, true],
  ),
  row(
    'S0-1.14',
    'a schema is a closed object with properties and required; one that is not is refused',
    () => [
      installed().flatMap(({ name, input_schema, output_schema }) =>
        [input_schema, output_schema].every(
          (schema) => schema['type'] === 'object' && typeof schema['properties'] === 'object' && Array.isArray(schema['required']),
        )
          ? []
          : [name],
      ),
      ...['type', 'properties', 'required'].map((key) => profileOf({ ...pick('capture_overview').input_schema, [key]: undefined })),
    ],
    [[], ['the root is no object'], ['the root has no properties'], ['the root has no list of required keys']],
  ),
];

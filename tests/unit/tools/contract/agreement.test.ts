import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { faultsOfAjv, faultsOfZod, mergeFaults, type Fault } from '../../../../src/tools/contract/faults.ts';
import { jsonSchemaOf } from '../../../../src/tools/contract/derive-schema.ts';
import { publishedSchemas } from '../../../../src/tools/contract/published.ts';
import { generated, type AheadOfTime } from '../../../../src/tools/contract/schema.ts';
import type { z } from '../../../../src/tools/contract/zod.ts';
import { call, compileSchema, multiplier } from '../../../support/tools.ts';

/** Two validators of one schema: equal verdicts, equal places and kinds of fault (S0-2.8, R27, R30). */
interface Subject {
  readonly name: string;
  readonly schema: z.ZodType;
  readonly io: 'input' | 'output';
  readonly seeds: readonly unknown[];
  readonly shipped: AheadOfTime | undefined;
}

const invocations = [
  call(),
  call({
    capture_selection: {
      capture_ids: ['a', 'b'],
      time_window: { start_ms: 0, end_ms: 5 },
      filter_expression: 'rssi > -92',
      time_base: 'epoch',
    },
  }),
  call({
    capture_selection: { capture_id: 'a', selectors: { time_range: { start_ms: 0, end_ms: 5 }, channels: ['37'], filters: ['rssi > 3'] } },
  }),
];

const subjects: Subject[] = [
  {
    name: 'tool-invocation',
    schema: publishedSchemas['tool-invocation'].schema,
    io: 'input',
    seeds: invocations,
    shipped: generated('tool-invocation'),
  },
  {
    name: 'multiplier',
    schema: multiplier().input,
    io: 'input',
    seeds: [{ factor: 3, mode: 'loud', label: 'ä😀', options: { deep: true } }],
    shipped: undefined,
  },
  ...catalog.map((tool) => ({
    name: `${tool.manifest.name}@${tool.manifest.version}`,
    schema: tool.input,
    io: 'input' as const,
    seeds: tool.examples.flatMap((example) => (example.expectedResult['status'] === 'ok' ? [example.params] : [])),
    shipped: generated(`tool:${tool.manifest.name}@${tool.manifest.version}:input`),
  })),
];

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    0.5,
    1.5,
    2.0,
    1e21,
    2 ** 53,
    '',
    'x',
    '3',
    '😀'.repeat(5),
    [],
    {},
    [null],
    { a: 1 },
    'a'.repeat(9000),
  ),
  fc.jsonValue({ maxDepth: 2 }),
);

/** A seed with a few of its places replaced, dropped or added to. */
const mutated = (seeds: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      fc.constantFrom(...seeds),
      fc.array(fc.tuple(fc.nat(), fc.constantFrom('set', 'drop', 'add', 'repeat'), odd, fc.string()), { maxLength: 4 }),
    )
    .map(([seed, changes]) =>
      changes.reduce((value, [place, how, other, key]) => change(value, place, how, structuredClone(other), key), structuredClone(seed)),
    );

function change(root: unknown, place: number, how: string, other: unknown, key: string): unknown {
  const places: [Record<string, unknown>, string][] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value)) {
      places.push([value as Record<string, unknown>, name]);
      visit((value as Record<string, unknown>)[name]);
    }
  };
  visit(root);
  const [holder, name] = places[place % Math.max(1, places.length)] ?? [];
  if (holder === undefined || name === undefined) return other;
  if (how === 'set') holder[name] = other;
  else if (how === 'repeat' && Array.isArray(holder)) holder.push(...Array.from({ length: 300 }, () => other));
  else if (how === 'add' && !Array.isArray(holder) && key !== '__proto__') holder[key] = other;
  else if (how === 'drop' && !Array.isArray(holder)) delete holder[name];
  return root;
}

const told = (faults: readonly Fault[]): string[] => mergeFaults(faults).map(({ kind, path }) => `${kind} ${JSON.stringify(path)}`);

test.each(subjects)(
  '$name: zod and ajv, draft-07 and 2020-12 agree',
  ({ schema, io, seeds, shipped }) => {
    const json = jsonSchemaOf(schema, io);
    const newer = compileSchema(json);
    const older = compileSchema(jsonSchemaOf(schema, io, 'draft-7'), 'draft-7');
    for (const seed of seeds) expect([newer(seed), older(seed), schema.safeParse(seed).success]).toEqual([true, true, true]);
    fc.assert(
      fc.property(mutated(seeds), (value) => {
        const parsed = schema.safeParse(value);
        const ajv = newer(value);
        expect([older(value), shipped?.(value) ?? ajv, parsed.success], 'draft-07, the shipped one, zod').toEqual([ajv, ajv, ajv]);
        if (parsed.success) return;
        expect(told(faultsOfZod(parsed.error.issues, value))).toEqual(told(faultsOfAjv(newer.errors ?? [], value)));
      }),
      { numRuns: 600 },
    );
  },
  120_000,
);

test.each(Object.entries(publishedSchemas))('%s derives deterministically, closed, in both dialects alike', (_name, { schema, io }) => {
  expect(JSON.stringify(jsonSchemaOf(schema, io))).toBe(JSON.stringify(jsonSchemaOf(schema, io)));
  const without = (value: Readonly<Record<string, unknown>>) => ({ ...value, $schema: undefined });
  expect(without(jsonSchemaOf(schema, io, 'draft-7'))).toEqual(without(jsonSchemaOf(schema, io)));
  const open: string[] = [];
  const visit = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    const record = node as Record<string, unknown>;
    if (record['type'] === 'object' && record['properties'] !== undefined && record['additionalProperties'] !== false) open.push(path);
    for (const [key, child] of Object.entries(record)) visit(child, `${path}/${key}`);
  };
  visit(jsonSchemaOf(schema, io), '');
  expect(open).toEqual([]);
});

test.each(Object.entries(publishedSchemas))('%s describes every field', (_name, { schema, io }) => {
  const mute: string[] = [];
  const visit = (node: unknown, path: string): void => {
    const properties = (node as { properties?: Record<string, Record<string, unknown>> } | undefined)?.properties ?? {};
    for (const [name, child] of Object.entries(properties)) {
      if (typeof child['description'] !== 'string') mute.push(`${path}.${name}`);
      visit(child, `${path}.${name}`);
      visit(child['items'], `${path}.${name}[]`);
    }
  };
  const json = jsonSchemaOf(schema, io);
  visit(json, '');
  visit(json['items'], '[]');
  expect(mute).toEqual([]);
});

import { createHash } from 'node:crypto';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { AJV_OPTIONS, bare } from '../../.ci/lib/ajv-options.mjs';
import type { CaptureInfo } from '../../src/tables/captures.ts';
import { text } from '../../src/tools/contract/identifiers.ts';
import type { ToolPolicy } from '../../src/tools/contract/index.ts';
import { jsonSchemaOf } from '../../src/tools/contract/derive-schema.ts';
import type { AheadOfTime } from '../../src/tools/contract/schema.ts';
import type { ToolValidators } from '../../src/tools/contract/tool-validators.ts';
import { z } from '../../src/tools/contract/zod.ts';
import { defineTool, type AnyTool, type CaptureLookup, type TimingClock } from '../../src/tools/definition.ts';
import { defaultPolicy } from '../../src/tools/policy/default-policy.ts';
import { createRegistry, type ToolRegistry } from '../../src/tools/registry.ts';
import type { Runner, RunnerEvent, RunnerParts } from '../../src/tools/runner/ports.ts';
import { createRunner } from '../../src/tools/runner/runner.ts';
import { selectRows } from '../../src/tools/runner/select.ts';

/** Validators compiled now, for tools that only a test knows; the same options as ahead of time. */
export function compileAll(tools: readonly AnyTool[], dialect: 'draft-2020-12' | 'draft-7' = 'draft-2020-12'): ToolValidators {
  const compiled = new Map<string, AheadOfTime>();
  for (const tool of tools) {
    for (const side of ['input', 'output'] as const) {
      const id = `tool:${tool.manifest.name}@${tool.manifest.version}:${side}`;
      compiled.set(id, compileSchema(jsonSchemaOf(tool[side], side, dialect), dialect));
    }
  }
  return { input: (tool) => compiled.get(`tool:${tool}:input`), output: (tool) => Promise.resolve(compiled.get(`tool:${tool}:output`)) };
}

/** Compiling takes long, and most tests use the same few schemas; a validator compiles the schema of schemas before the first. */
const compiledBefore = new Map<string, AheadOfTime>();
const compilers = { 'draft-7': new Ajv(AJV_OPTIONS), 'draft-2020-12': new Ajv2020(AJV_OPTIONS) } as const;

export function compileSchema(schema: object, dialect: 'draft-2020-12' | 'draft-7' = 'draft-2020-12'): AheadOfTime {
  const key = `${dialect} ${JSON.stringify(schema)}`;
  const before = compiledBefore.get(key);
  if (before) return before;
  const made: AheadOfTime = compilers[dialect].compile(bare(schema));
  compiledBefore.set(key, made);
  return made;
}

export const sha256 = (bytes: Uint8Array | string): Promise<string> => Promise.resolve(createHash('sha256').update(bytes).digest('hex'));

/** A clock that is advanced manually; timers fire when it passes them. */
export interface TestClock extends TimingClock {
  move(ms: number): void;
}

export function testClock(start = Date.UTC(2026, 3, 3, 8)): TestClock {
  let now = start;
  const timers = new Set<{ readonly at: number; readonly callback: () => void }>();
  return {
    now: () => now,
    after(ms, callback) {
      const timer = { at: now + ms, callback };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    move(ms) {
      now += ms;
      for (const timer of [...timers]) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.callback();
      }
    },
  };
}

/** Uuids that count up, so that runs can be compared. */
export function countingIds(): { uuid(): string } {
  let next = 0;
  return { uuid: () => `00000000-0000-4000-8000-${String(next++).padStart(12, '0')}` };
}

export const capture = (more: Partial<CaptureInfo> = {}): CaptureInfo => ({
  capture_id: 'lab',
  sensors: ['rx-1'],
  file_name: 'lab.pcapng',
  format: 'pcapng',
  link_types: [256],
  kind: 'ble',
  bytes: 1000,
  sha256: 'a'.repeat(64),
  row_count: 100,
  problem_count: 0,
  columns: [
    { name: 'ts_us', type: 'BIGINT', unit: 'us' },
    { name: 'channel', type: 'UTINYINT' },
    { name: 'rssi', type: 'SMALLINT', unit: 'dBm' },
  ],
  channels: ['37', '38', '39'],
  time_base: 'epoch',
  time_range: { start_ms: 1_700_000_000_000, end_ms: 1_700_000_120_000 },
  warnings: [],
  ...more,
});

export const lookup = (captures: readonly CaptureInfo[]): CaptureLookup => ({
  get: (id) => captures.find((each) => each.capture_id === id),
  list: () => captures,
});

const Input = z.strictObject({
  factor: z
    .int()
    .min(1)
    .max(10)
    .describe('Multiplies the number, unitless.')
    .meta({ examples: [3] }),
  mode: z.enum(['plain', 'loud']).default('plain').describe('How it is said: plain or loud; plain when absent.'),
  label: text(1, 8).describe('A short label for the answer.').optional(),
  options: z
    .strictObject({ deep: z.boolean().describe('Whether to go deep.') })
    .describe('Nested options.')
    .optional(),
});
const Output = z.strictObject({
  product: z.number().describe('Rows times factor, unitless.'),
  labels: z.array(text(1, 64)).max(100).describe('Labels, one per capture.'),
  secret: text(1, 64).describe('Never leaves the tool.').optional(),
});

/** A tool that multiplies: small enough to see what the runner does. Parts of it can be replaced. */
export function multiplier(change: Omit<Partial<AnyTool>, 'manifest'> & { manifest?: Partial<AnyTool['manifest']> } = {}): AnyTool {
  const base = defineTool({
    manifest: {
      name: 'row_multiplier',
      version: '1.0.0',
      kebab_name: 'multiply-rows',
      title: 'Row multiplier',
      description: 'Multiplies the number of rows by a factor. Use it in tests of the runner. Do not use it elsewhere. Returns one number.',
      capabilities: ['multiply'],
      execution_constraints: { max_timeout_ms: 60_000, max_payload_bytes: 4096, supports_streaming: true },
      cost_hint: { unit: 'call', estimated_cost: 0, currency: 'credits' },
      deterministic: true,
      effect: 'read_only',
      reversible: true,
      category: 'analysis',
      permissions: ['captures:read'],
      responseTime: 'fast',
      cacheable: false,
      idempotent: true,
      tags: ['test'],
      error_codes: [],
    },
    input: Input,
    output: Output,
    scope: 'captures',
    redaction: { allow: ['product', 'labels[]'] },
    requires: ['captures'],
    confidence: { method: 'row_multiplier/rows@1', compute: (inputs) => Number(inputs['rows']) / (Number(inputs['rows']) + 10) },
    examples: [{ description: 'Three times the rows.', params: { factor: 3 }, expectedResult: { status: 'ok' } }],
    run: (args, _context, { selection, progress }) => {
      const rows = selection.captures.reduce((sum, each) => sum + each.row_count, 0);
      progress({ phase: 'multiplying', done: 1, total: 1, unit: 'steps' });
      return Promise.resolve({
        status: 'ok' as const,
        summary: `The product is ${String(rows * args.factor)}.`,
        structured_output: { product: rows * args.factor, labels: selection.captures.map((each) => each.capture_id), secret: 'hidden' },
        warnings: [],
        confidence_inputs: { rows },
      });
    },
  });
  return { ...base, ...change, manifest: { ...base.manifest, ...change.manifest } };
}

export const call = (more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  tool_name: 'row_multiplier',
  tool_version: '1.0.0',
  capture_selection: { capture_id: 'lab' },
  arguments: { factor: 3 },
  request_id: 'req-1',
  timeout_ms: 1000,
  ...more,
});

export interface TestBench {
  readonly runner: Runner;
  readonly registry: ToolRegistry;
  readonly clock: TestClock;
  readonly events: RunnerEvent[];
  readonly notes: unknown[];
}

export function bench(
  tools: readonly AnyTool[] = [multiplier()],
  change: Partial<RunnerParts> & { captures?: readonly CaptureInfo[]; adjust?: (policy: ToolPolicy) => ToolPolicy } = {},
): TestBench {
  const registry = createRegistry(tools, compileAll(tools));
  const clock = testClock();
  const notes: unknown[] = [];
  const events: RunnerEvent[] = [];
  const policy = defaultPolicy(registry.getAll());
  const runner = createRunner({
    registry,
    policy: change.adjust?.(policy) ?? policy,
    capabilities: { captures: lookup(change.captures ?? [capture()]) },
    select: selectRows,
    clock,
    ids: countingIds(),
    hash: sha256,
    service: { version: '0.1.0', sessionId: 'session-1' },
    debug: (note) => notes.push(note),
    ...change,
  });
  runner.on('*', (event) => events.push(event));
  return { runner, registry, clock, events, notes };
}

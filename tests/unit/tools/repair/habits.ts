/** Calls that are only checked, so that a repair can be judged in milliseconds: no engine runs. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { canonicalJson } from '../../../../src/base/canonical.ts';
import { normaliseSelection } from '../../../../src/selection/normalise.ts';
import { ALL_KEYS } from '../../../../src/keyring/keyring.ts';
import { catalog } from '../../../../src/tools/catalog/index.ts';
import { isRecord } from '../../../../src/tools/contract/json-schema.ts';
import { defaultPolicy } from '../../../../src/tools/policy/default-policy.ts';
import { createRegistry } from '../../../../src/tools/registry.ts';
import { repair } from '../../../../src/tools/repair/repair.ts';
import { createRunner } from '../../../../src/tools/runner/runner.ts';
import { selectRows } from '../../../../src/tools/runner/select.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import type { Kind } from '../../../evaluate/repair/kind.ts';
import { originalCall, type Call } from '../../../evaluate/repair/originals.ts';
import { randomSource } from '../../../support/random.ts';
import { countingIds, lookup, sha256, testClock } from '../../../support/tools.ts';
import { bleCapture, tableCapture } from '../../selection/support.ts';

export const registry = createRegistry(catalog);
const chamber = bleCapture('chamber_four_phones', { row_count: 20_000, sensors: [] });
const lab = tableCapture(
  'lab',
  [
    { name: 'time', type: 'BIGINT', role: 'time', unit: 's' },
    { name: 'snr', type: 'BIGINT' },
    { name: 'jitter', type: 'BIGINT' },
    { name: 'latency_ms', type: 'BIGINT' },
    { name: 'site', type: 'VARCHAR' },
  ],
  {
    row_count: 300,
    format: 'csv',
    file_name: 'lab.csv',
    time_base: 'epoch',
    time_range: { start_ms: 1_700_000_000_000, end_ms: 1_700_000_299_000 },
  },
);

function benchOver(captures: readonly CaptureInfo[]) {
  const open = lookup(captures);
  const ids = countingIds();
  const runner = createRunner({
    registry,
    policy: { ...defaultPolicy(registry.getAll()), connections: [ALL_KEYS] },
    // Nothing runs, so it is enough that each is there.
    capabilities: { captures: open, query: {}, kernels: {}, exporter: {}, search: {}, resolver: () => ({}) } as never,
    select: selectRows,
    clock: testClock(),
    ids,
    hash: sha256,
    service: { version: '0.1.0', sessionId: 'session-1' },
  });
  return { open, runner, facts: { registry, catalog: runner.catalog(), captures: open, ids } };
}
type Bench = ReturnType<typeof benchOver>;

const heartRate = bleCapture('heart_rate', { row_count: 200, sensors: [], file_name: 'heart_rate.pcap' });

/** Facts for a caller with one or with all captures open. */
export const benches = { one: benchOver([chamber]), several: benchOver([chamber, lab, heartRate]) };
const CONTEXT = { interactive: true, context: { connection_id: ALL_KEYS } };

/** What a call asks: its tool, its rows and its arguments with defaults; null where it would be refused. */
function meaningOf(call: unknown, { open }: Bench): string | null {
  if (!isRecord(call)) return null;
  const tool = registry.get(String(call['tool_name']), String(call['tool_version']));
  const args = tool?.input.check(call['arguments'], ['arguments']);
  if (tool === undefined || args === undefined || args.count > 0) return null;
  if (tool.definition.scope === 'none') return canonicalJson([tool.key, args.value]);
  const selection = normaliseSelection(call['capture_selection'], open);
  return selection.ok ? canonicalJson([tool.key, selection.value, args.value]) : null;
}

/** Calls of one kind that a check refuses, each broken and then repaired by what a check of it says. */
export async function* repairedCalls(kind: Kind, calls: number) {
  const random = randomSource(createHash('sha256').update(kind.name).digest().readUInt32LE());
  for (let made = 0, tries = 0; made < calls && tries < 400; tries++) {
    const bench = benches[kind.open ?? (random.below(2) === 0 ? 'one' : 'several')];
    const original = originalCall(random, { parts: { registry }, captures: bench.open } as never);
    const wanted = meaningOf(original, bench);
    const call: Call = { ...structuredClone(original), request_id: 'r-1' };
    const broken = wanted === null ? undefined : kind.break(call, random);
    if (broken === undefined) continue;
    const { valid: accepted, errors } = await bench.runner.validate(broken, CONTEXT);
    if (accepted) continue;
    const fixed = repair(broken, { status: 'error', errors }, bench.facts);
    made++;
    yield { broken, wanted, fixed, meaning: meaningOf(fixed?.invocation, bench), valid: bench.runner.validate(fixed?.invocation, CONTEXT) };
  }
}

/**
 * One test per kind of broken call: it is repaired to what was asked, or where that is lost, to nothing that would run unasked.
 *
 * @param calls of each kind
 * @param except names of kinds that are left out
 */
export function habitsAreRepaired(kinds: readonly Kind[], calls: number, except: readonly string[]): void {
  for (const kind of kinds.filter(({ name }) => !except.includes(name)))
    it(`${kind.determinable ? 'repairs' : 'never guesses'}: ${kind.name}`, async () => {
      let judged = 0;
      for await (const { broken, wanted, fixed, meaning, valid } of repairedCalls(kind, calls)) {
        if (kind.determinable)
          expect({ broken, meaning, determinable: fixed?.determinable }).toEqual({ broken, meaning: wanted, determinable: true });
        else if (fixed?.determinable) expect({ broken, ...(await valid) }).toMatchObject({ valid: false });
        judged += 1;
      }
      expect(judged).toBeGreaterThan(0);
    });
}

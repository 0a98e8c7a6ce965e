import { expect, test } from 'vitest';
import { randomSource, type RandomSource } from '../../../support/random.ts';
import { changing } from '../../../contract/frame/runs.ts';
import { bench, call, multiplier } from '../../../support/tools.ts';

/** One random write somewhere below an object; a refused write is the expected outcome. */
function write(target: unknown, random: RandomSource): void {
  let at = target;
  for (let depth = 0; depth < 12 && typeof at === 'object' && at !== null; depth++) {
    const keys = Reflect.ownKeys(at);
    const key = keys.length === 0 ? 'new' : (keys[random.below(keys.length)] ?? 'new');
    const member: unknown = Reflect.get(at, key);
    if (typeof member === 'object' && member !== null && random.next() < 0.8) {
      at = member;
      continue;
    }
    const kind = random.below(3);
    if (kind === 0 && key !== 'length') Reflect.set(at, key, 'read_only');
    else if (kind === 1) Reflect.deleteProperty(at, key);
    else Reflect.defineProperty(at, `new_${String(random.below(9))}`, { value: 1, configurable: true });
    return;
  }
}

test('random writes to everything that the runner hands out change no verdict, journal line or later answer', async () => {
  const tool = multiplier({ manifest: changing });
  const events: unknown[] = [];
  const { runner, registry } = bench([tool], { approve: () => Promise.resolve({ kind: 'approved', by: 'Ada' }) });
  runner.on('*', (event) => events.push(event));
  const result = await runner.run(call(), { interactive: true });
  const handed = (): unknown[] => [
    runner.manifest('row_multiplier'),
    runner.catalog(),
    runner.policy(),
    runner.audit(),
    runner.metrics(),
    registry.getAll(),
    registry.versions('row_multiplier').map(({ manifest }) => manifest),
    registry.names(),
    result,
    events,
  ];
  const report = await runner.validate(call({ request_id: 'v' }));
  const state = (): string => JSON.stringify([...handed().slice(0, 8), report]);
  const before = state();
  const random = randomSource(7);
  for (let round = 0; round < 20_000; round++) {
    const targets = [...handed(), report];
    write(targets[random.below(targets.length)], random);
  }
  expect(state()).toBe(before);
  expect((await runner.run(call({ request_id: 'again' }))).errors[0]?.code).toBe('POLICY_DENIED');
  const again = await runner.run(call({ request_id: 'asked' }), { interactive: true });
  expect(again.metadata.result_hash).toBe(result.metadata.result_hash);
  expect((await runner.verifyAudit()).ok).toBe(true);
});

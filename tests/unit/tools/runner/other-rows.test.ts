import { expect, test } from 'vitest';
import { bench, call, capture, multiplier } from '../../../support/tools.ts';

const changing = { effect: 'state_change', category: 'mutation', deterministic: true } as const;

test('an answer is not given again once the capture is read in another way', async () => {
  let open = capture();
  const { runner } = bench([multiplier({ manifest: { cacheable: true, cacheTTL: 60 } })], {
    capabilities: { captures: { list: () => [open], get: () => open } },
  });
  const cached = async (id: string) => (await runner.run(call({ request_id: id }))).metadata.cached;
  expect([await cached('a'), await cached('b')]).toEqual([false, true]);
  open = { ...open, choice: { reading: { decimal: ',' } } };
  expect([await cached('c'), await cached('d')]).toEqual([false, true]);
});

test.each([
  ['before the tool starts', true],
  ['while the tool runs', false],
])('a call never answers from another file that came under the id of its capture %s', async (_, early) => {
  let open = capture();
  const replace = (): void => void (open = { ...open, sha256: 'e'.repeat(64) });
  const base = multiplier();
  let runs = 0;
  const tool = multiplier({
    manifest: changing,
    run: async (args, context, capabilities) => {
      runs += 1;
      const answer = await base.run(args, context, capabilities);
      if (!early) replace();
      return answer;
    },
  });
  const { runner } = bench([tool], {
    capabilities: { captures: { list: () => [open], get: () => open } },
    approve: () => {
      if (early) replace();
      return Promise.resolve({ kind: 'approved', by: 'user:local' });
    },
  });
  const result = await runner.run(call(), { interactive: true });
  expect(result.errors.map(({ code }) => code)).toEqual(['INVALID_CAPTURE_SELECTION']);
  expect(result.errors[0]?.message).toContain('found others under this id');
  expect(runs).toBe(early ? 0 : 1);
});

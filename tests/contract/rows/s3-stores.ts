/** What outlives the page and belongs to all tabs (S3-2.42). */
import { createKeys, type Keys } from '../../../src/core/keys.ts';
import { createKeyring } from '../../../src/keyring/keyring.ts';
import { kernelInstance } from '../../../src/kernels/instance.ts';
import { defaultPolicy } from '../../../src/tools/policy/default-policy.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { row, type Row } from '../frame/row.ts';

async function tab(store: ReturnType<typeof memoryStore>, name: string, irk: string): Promise<Keys> {
  let policy = defaultPolicy([]);
  const kernels = kernelInstance();
  const parts = {
    ring: createKeyring(
      (input, options) => kernels.resolve(input, options),
      () => name,
    ),
    store,
    crypto: globalThis.crypto,
    changed: () => undefined,
  };
  const keys = createKeys(parts, { read: () => policy, write: (next) => (policy = next) });
  await keys.add(name, irk);
  return keys;
}

const outcome = (work: Promise<void>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => String(Reflect.get(error as object, 'code')),
  );

export const rows: readonly Row[] = [
  row(
    'S3-2.42',
    'of two tabs that write one store the second is refused and nothing of the first is lost; after it has looked both have everything',
    async () => {
      const store = memoryStore();
      const [first, second] = [await tab(store, 'one', '11'.repeat(16)), await tab(store, 'two', '22'.repeat(16))];
      const out = [await outcome(first.keep('correct horse')), await outcome(second.keep('correct horse'))];
      await second.unlock('correct horse');
      out.push(await outcome(second.keep('correct horse')), await outcome(first.forget()));
      const third = await tab(store, 'three', '33'.repeat(16));
      await third.unlock('correct horse');
      return [
        out,
        third
          .list()
          .map(({ name }) => name)
          .sort(),
      ];
    },
    [
      ['done', 'KEPT_ELSEWHERE', 'done', 'KEPT_ELSEWHERE'],
      ['one', 'three', 'two'],
    ],
  ),
];

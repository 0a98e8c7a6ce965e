import { expect, it } from 'vitest';
import { writeTable } from '../../../src/base/write-table.ts';

const columns = [{ title: 'n' }];
const rows = Array.from({ length: 2500 }, (_, at) => [at]);

it('writes all rows and reports how many', async () => {
  const done: number[] = [];
  const csv = await writeTable('csv', columns, rows, { onProgress: (progress) => done.push(progress.done) });
  expect(await csv.text()).toBe(`n\r\n${rows.map(([n]) => `${String(n)}\r\n`).join('')}`);
  expect(done.at(-1)).toBe(2500);
  const json = await writeTable('json', columns, rows, {});
  expect(JSON.parse(await json.text())).toEqual(rows.map(([n]) => ({ n })));
});

it('ends at the signal, after the part that is written', async () => {
  const controller = new AbortController();
  let parts = 0;
  const written = writeTable('csv', columns, rows, {
    signal: controller.signal,
    onProgress: () => {
      parts += 1;
      controller.abort();
    },
  });
  await expect(written).rejects.toMatchObject({ name: 'AbortError' });
  expect(parts).toBe(1);
});

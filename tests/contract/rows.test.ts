/** The rows of the requirements, each a test named by its ids. */
import { afterAll, expect, test } from 'vitest';
import { verdict } from './frame/row.ts';
import { closeWorkbench } from './frame/workbench.ts';
import { rows } from './rows.ts';

afterAll(closeWorkbench);

for (const row of rows) {
  test(`${row.ids.join(' ')} ${row.asks}`, async () => {
    const wrong = await verdict(row);
    if (wrong?.found instanceof Error) throw wrong.found;
    if (wrong) expect(wrong.found).toEqual(wrong.expected);
    expect(wrong).toBeUndefined();
  });
}

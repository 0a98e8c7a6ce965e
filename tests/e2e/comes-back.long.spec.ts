import { fixture } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';

const OPENINGS = 20;
const CALLS = 50;
/** At most this many kernels work at once. */
const KERNEL_THREADS = 4;

// A trace keeps pictures of the document inside the page.
test.use({ trace: 'off' });

/** What a page holds that a count can tell: workers, tables of the engine, captures, and bytes of its heap after a collection. */
test('twenty openings and fifty calls leave no worker and no table behind', async ({ workbench, page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('HeapProfiler.enable');
  const heap = async (): Promise<number> => {
    await devtools.send('HeapProfiler.collectGarbage');
    return (await devtools.send('Runtime.getHeapUsage')).usedSize;
  };
  const tables = () => workbench.rows('SELECT table_name FROM information_schema.tables ORDER BY ALL');
  const cycle = async (): Promise<void> => {
    await workbench.drop(fixture('hackrf/ble_all_adv_w_scan.pcap'));
    await page.evaluate(() => window.workbench.close('ble_all_adv_w_scan'));
    await workbench.idle();
  };
  // What is made once and kept for the next time is there after the first rounds.
  for (let round = 0; round < 3; round++) await cycle();
  const before = { tables: await tables(), workers: page.workers().length, heap: await heap() };
  for (let round = 3; round < OPENINGS; round++) await cycle();
  expect(await tables()).toEqual(before.tables);
  expect(await page.evaluate(() => window.workbench.captures())).toEqual([]);
  // One reader stands ready for the next file; it is started when the core is idle, which may be after the first count.
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(before.workers + 1);
  // Seventeen files of 289 kB that stayed would be twice as much; lines of the activity list are what is left.
  expect((await heap()) - before.heap).toBeLessThan(2_500_000);

  await workbench.drop(fixture('hackrf/ble_all_adv_w_scan.pcap'));
  const held = { tables: await tables(), workers: page.workers().length };
  const { arguments: args, ...rest } = workbench.invocation(['ble_all_adv_w_scan']);
  // Another window each time: an answer that is known already would be given again.
  const status = await page.evaluate(
    async ([call, asked, times]) => {
      const seen: string[] = [];
      for (let n = 0; n < times; n++) {
        const invocation = { ...call, arguments: { ...asked, linkage_window_s: 100 + n }, request_id: `call-${String(n)}` };
        seen.push((await window.workbench.run(invocation)).status);
      }
      return seen;
    },
    [rest, args as Record<string, unknown>, CALLS] as const,
  );
  expect(status.filter((each) => each === 'error')).toEqual([]);
  expect(await tables()).toEqual(held.tables);
  // The reader again, and kernels that may stand ready for the next call, one set of them and no more.
  await expect.poll(() => page.workers().length).toBeLessThanOrEqual(held.workers + 1 + KERNEL_THREADS);
});

import { writeBadInputs, type BadInputs } from '../support/bad-inputs.ts';
import { fixture } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';
import { clearEnded, closeAll } from '../support/put-back.ts';

const refused: readonly [keyof BadInputs, RegExp][] = [
  ['empty', /empty|0 bytes/i],
  ['text', /text|looks like|expected/i],
  ['ethernet', /ethernet|link type 1\b/i],
];

test('what is bad in a file is said of that file, and what is good opens and stays open @offline', async ({ workbench }, info) => {
  const files = writeBadInputs(info.outputPath('bad'));
  const captures = workbench.region('Open files');
  const activity = workbench.region('Activity');
  const ids = (): Promise<string[]> => workbench.page.evaluate(() => window.workbench.captures().map((capture) => capture.capture_id));

  await test.step('of several files the good ones open, and each bad one is named', async () => {
    await workbench.drop(files.empty, fixture('hackrf/ble_all_adv.pcap'), files.text);
    expect(await ids()).toEqual(['ble_all_adv']);
    for (const name of ['empty.pcap', 'notes.pcap']) await expect(activity).toContainText(name);
  });

  for (const [kind, message] of refused)
    await test.step(`${kind}: one clear message, and what was open stays open`, async () => {
      await clearEnded(workbench);
      await workbench.drop(files[kind]);
      const told = activity.getByRole('listitem').filter({ hasText: /Opening (?:empty|notes|ethernet)/ });
      await expect(told).toHaveCount(1);
      await expect(told).toContainText(message);
      expect(await ids()).toEqual(['ble_all_adv']);
      expect(await workbench.rows('SELECT count(*) > 0 FROM ble_all_adv')).toEqual([[true]]);
    });

  await test.step('a truncated capture opens with what it holds and says what is missing', async () => {
    await closeAll(workbench);
    await workbench.drop(files.truncated);
    const [capture] = await workbench.page.evaluate(() => window.workbench.captures());
    expect(capture?.row_count).toBeGreaterThan(100);
    expect(capture?.problem_count).toBeGreaterThan(0);
    await captures.getByRole('button', { name: /problem/ }).click();
    await expect(workbench.page.getByRole('dialog')).toContainText(/expected/i);
    await workbench.page.keyboard.press('Escape');
  });

  await test.step('a table with a header and no row opens with a warning', async () => {
    await closeAll(workbench);
    await workbench.drop(files.header_only_csv);
    const [capture] = await workbench.page.evaluate(() => window.workbench.captures());
    expect([capture?.kind, capture?.row_count]).toEqual(['table', 0]);
    expect(capture?.warnings.length).toBeGreaterThan(0);
  });
});

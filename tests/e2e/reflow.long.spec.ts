import { SAMPLE } from '../support/fixtures.ts';
import { expect, type Place, test } from '../support/page.ts';
import { TEXT_SPACING, chosenLook, cutTexts, overlaps, unreachable } from '../support/page-fit.ts';
import { painted } from '../support/painted.ts';

const VIEWS: readonly Place[] = [
  ...(['Overview', 'Devices', 'Packets', 'Connections', 'Identity', 'SQL', 'Columns', 'Statistics'] as const),
  ...(['Calls', 'Tools', 'Plans and agents', 'Reports and sharing', 'Journal', 'Open files'] as const),
];

/** The page as its readers set it: zoomed to 400 %, with room between letters, with text of twice the size, in the colours of their system. */
test('at 400 %, with spaced and with large text, and in forced colours nothing is lost', async ({ workbench }) => {
  const { page } = workbench;
  const result = workbench.region('Result');
  const dialog = page.getByRole('dialog');
  const parts = ['Summary', 'Lanes', 'Pairs', 'Graph', 'Table', 'Devices', 'Envelope'] as const;
  const part = (name: string) => result.getByRole('tablist').getByRole('tab', { name });
  const fits = async (what: string): Promise<void> => {
    await workbench.idle();
    expect.soft(await unreachable(page), what).toEqual([]);
  };

  // 1280 × 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await painted(page);
  await fits('welcome');
  await workbench.drop(SAMPLE);
  await page.evaluate((call) => window.workbench.run(call), workbench.invocation(['chamber_four_phones']));
  for (const view of VIEWS) {
    await workbench.go(view);
    await fits(view);
  }
  const agents = await workbench.at('Plans and agents');
  for (const name of ['Ask', 'Transcript', 'Schemas', 'Plan']) {
    await agents.getByRole('tab', { name }).click();
    await fits(name);
  }
  // Statistics ran calls of its own when it was opened.
  await page.evaluate((call) => window.workbench.run(call), workbench.invocation(['chamber_four_phones']));
  await workbench.go('Result');
  for (const name of parts) {
    await part(name).click();
    await fits(name);
  }
  for (const door of ['Live', 'Share']) {
    await workbench.button(door).click();
    await expect(dialog).toBeVisible();
    await fits(door);
    await page.keyboard.press('Escape');
  }
  for (const door of ['History…', 'Report…']) {
    await result.getByRole('button', { name: door }).click();
    await expect(dialog).toBeVisible();
    await fits(door);
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('Control+.');
  await expect(dialog).toBeVisible();
  await fits('Actions');
  await page.keyboard.press('Escape');
  await workbench.go('Journal');
  await workbench.region('Journal').getByRole('button', { name: 'Policy…' }).click();
  await expect(dialog).toBeVisible();
  await fits('Policy');
  await page.keyboard.press('Escape');

  // A reader's own room between lines, letters and words (1.4.12): on a telephone, and with room beside the rail.
  const style = await page.addStyleTag({ content: TEXT_SPACING });
  await painted(page);
  const whole = async (what: string): Promise<void> => {
    await workbench.idle();
    // The columns follow what a table's text turned out to take.
    await expect.poll(() => cutTexts(page), { message: `${what}: cut` }).toEqual([]);
    expect.soft(await overlaps(page), `${what}: on each other`).toEqual([]);
  };
  await page.setViewportSize({ width: 390, height: 844 });
  await painted(page);
  for (const view of VIEWS) {
    await workbench.go(view);
    await whole(view);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await painted(page);
  await workbench.go('Result');
  for (const name of parts) {
    await part(name).click();
    await whole(name);
  }
  for (const view of VIEWS) {
    await workbench.go(view);
    await whole(`${view}, beside the rail`);
  }
  await workbench.go('Result');
  await result.getByRole('tab', { name: /^Pairs/ }).click();
  await result.getByRole('grid', { name: 'Links' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('complementary', { name: 'Inspector' }).getByRole('img', { name: /decibans/ })).toBeVisible();
  await whole('pair');
  await page.keyboard.press('Escape');
  await style.evaluate((node) => (node as Element).remove());
  await painted(page);

  // The browser's own size of text, doubled (1.4.4): the page is that of a telephone, as it is when it is zoomed.
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe('26px');
  // The browser asks its queries again with the next change of the window.
  await page.setViewportSize({ width: 1280, height: 840 });
  await painted(page);
  for (const view of [...VIEWS, 'Result'] as const) {
    await workbench.go(view);
    await fits(`${view}, large`);
    await whole(`${view}, large`);
  }
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await page.setViewportSize({ width: 1280, height: 800 });
  await painted(page);

  // What is chosen, pressed and come to is not said by a colour that the system takes away.
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ forcedColors: 'active', colorScheme });
    await part('Table').click();
    const rows = result.getByRole('grid', { name: 'Addresses' }).getByRole('row');
    await result.getByRole('grid', { name: 'Addresses' }).focus();
    await page.keyboard.press('Enter');
    await expect(rows.nth(1)).toHaveAttribute('aria-selected', 'true');
    expect(await chosenLook(rows.nth(1))).not.toEqual(await chosenLook(rows.nth(2)));
    expect((await chosenLook(rows.nth(1).getByRole('gridcell').first())).outline).not.toBe('none');
    await page.keyboard.press('Enter');
    const ways = workbench.region('Calls');
    await ways.getByRole('button', { name: 'Both' }).click();
    expect(await chosenLook(ways.getByRole('button', { name: 'Both' }))).not.toEqual(
      await chosenLook(ways.getByRole('button', { name: 'JSON', exact: true })),
    );
    expect((await chosenLook(part('Table'))).border).not.toBe((await chosenLook(part('Pairs'))).border);
    await part('Devices').click();
    const cells = result.getByRole('gridcell');
    expect((await chosenLook(cells.filter({ has: page.getByRole('button') }).first())).ground).not.toBe(
      (await chosenLook(cells.filter({ hasText: '·' }).first())).ground,
    );
  }
});

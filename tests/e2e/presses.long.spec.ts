import { fixture, SAMPLE } from '../support/fixtures.ts';
import { expect, test } from '../support/page.ts';
import { Presses } from '../support/presses.ts';

// How far what explains a view is from it: evidence and packets two presses from Overview, the call one press from any view.

const ROOM = fixture('mitll/screen_room_nrf52_0.pcapng');

test('any pair is two presses from Overview, also the least likely, and its evidence is beside the list', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(ROOM);
  const overview = workbench.region('Overview');
  const pairs = workbench.region('Identity').getByRole('grid', { name: 'Links' });
  const evidence = page.getByRole('complementary', { name: 'Inspector' });
  // The comparison runs once; which pair is wanted is known from its table.
  await overview.getByRole('button', { name: 'Compare pairs →' }).click();
  await expect(pairs).toHaveAttribute('aria-rowcount', /^\d{2,}$/);
  const last = Number(await pairs.getAttribute('aria-rowcount')) - 1;
  for (const at of [1, Math.ceil(last / 2), last]) {
    await workbench.go('Overview');
    const presses = new Presses();
    await presses.press(() => overview.getByRole('button', { name: 'Compare pairs →' }).click());
    await pairs.focus();
    await page.keyboard.press('Control+Home');
    for (let row = 1; row < at; row++) await page.keyboard.press('ArrowDown');
    const cells = pairs.locator(`[aria-rowindex="${String(at + 1)}"]`).getByRole('gridcell');
    await expect(cells.first()).toBeVisible();
    const [from, to] = [await cells.nth(0).innerText(), await cells.nth(1).innerText()];
    await presses.press(() => cells.first().click());
    await expect(evidence.getByRole('heading', { name: 'Two addresses, one device?' })).toBeFocused();
    await expect(evidence).toContainText(from);
    await expect(evidence).toContainText(to);
    await expect(evidence.getByRole('heading', { name: 'Payloads at the change' })).toBeVisible();
    expect(presses.count).toBe(2);
    await page.keyboard.press('Escape');
    await expect(evidence).toBeHidden();
  }

  // The view takes the focus when it is shown, but not from a part of it that was focused sooner.
  await workbench.go('Overview');
  const focused = await page.evaluate(async () => {
    [...document.querySelectorAll('button')].find((button) => button.textContent === 'Compare pairs →')!.click();
    const grid = document.querySelector<HTMLElement>('[role=grid][aria-label=Links]')!;
    while (!grid.checkVisibility()) await Promise.resolve();
    grid.focus();
    await new Promise((resolve) => setTimeout(resolve, 300));
    return document.activeElement === grid;
  });
  expect(focused).toBe(true);

  // Once compared, a device names its likeliest pairs: two presses as well.
  await workbench.go('Overview');
  const presses = new Presses();
  await presses.press(() => overview.getByRole('button', { name: '“TestPhone1”' }).first().click());
  await presses.press(() => evidence.getByRole('region', { name: 'Pairs of this address' }).getByRole('button').first().click());
  await expect(evidence).toContainText('never proof of identity');
  expect(presses.count).toBe(2);
  await evidence.getByRole('button', { name: '← Device' }).click();
  await expect(evidence.getByRole('heading', { name: '“TestPhone1”' })).toBeVisible();
});

for (const path of ['mitll/screen_room_nrf52_0.pcapng', 'hackrf/ble_all_adv_w_scan.pcap', 'hackrf/ble_all_adv.pcap'])
  test(`a packet behind every finding is two presses from Overview: ${path}`, async ({ workbench }) => {
    const cards = workbench.region('Overview').getByRole('list', { name: 'Findings' }).getByRole('listitem');
    const packets = workbench.region('Packets');
    await workbench.drop(fixture(path));
    await expect(cards.first()).toBeVisible();
    const findings = await cards.count();
    expect(findings).toBeGreaterThanOrEqual(2);
    for (let at = 0; at < findings; at++) {
      if (at > 0) {
        // Each from the file as it opens.
        await workbench.goto();
        await workbench.drop(fixture(path));
      }
      const title = await cards.nth(at).getByRole('heading').innerText();
      const presses = new Presses();
      // Where the finding leads to packets, its only link; else the one beside it.
      await presses.press(() => cards.nth(at).getByRole('button').last().click());
      await expect(packets.getByRole('gridcell').first(), title).toBeVisible();
      await presses.press(() => packets.getByRole('gridcell').first().click());
      await expect(packets.getByText(/^Packet \d/).first(), title).toBeVisible();
      expect(presses.count, title).toBe(2);
    }
  });

test('the call behind every view is one press away', async ({ workbench }) => {
  await workbench.drop(SAMPLE);
  const calls = workbench.region('Calls');
  for (const [view, tool] of [
    ['Overview', 'capture_overview'],
    ['Devices', 'capture_query'],
    ['Packets', 'capture_query'],
    ['Connections', 'capture_query'],
    ['Identity', 'bluetooth_address_analyzer'],
    ['SQL', 'capture_query'],
    ['Columns', 'capture_query'],
  ] as const) {
    const region = await workbench.at(view);
    await workbench.idle();
    await region.getByRole('button', { name: 'Edit call' }).click();
    await expect(calls, view).toBeVisible();
    await expect(calls.getByRole('textbox', { name: 'Invocation JSON' }), view).toContainText(`"tool_name": "${tool}"`);
  }
  // Statistics is the form of its call.
  const statistics = await workbench.at('Statistics');
  await statistics.getByRole('button', { name: 'Summary' }).click();
  await expect(statistics.getByRole('combobox', { name: /Add a column/ })).toBeVisible();
});

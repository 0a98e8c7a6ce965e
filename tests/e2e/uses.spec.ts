import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { fixture, SAMPLE } from '../support/fixtures.ts';
import { expect, test, viewLink, WorkbenchPage } from '../support/page.ts';
import { Presses } from '../support/presses.ts';

// What people come for, each counted in presses from the open file, and what every view keeps to.

const ROOM = fixture('mitll/screen_room_nrf52_0.pcapng');

/** Entries of the menu that copies a call, and the names that scripts know them by. */
const DIALECTS = [
  ['OpenAI chat completions', 'openai-chat'],
  ['OpenAI responses', 'openai-responses'],
  ['Anthropic messages', 'anthropic'],
  ['Google Gemini', 'gemini'],
  ['Amazon Bedrock Converse', 'bedrock'],
  ['Cohere chat', 'cohere'],
  ['Ollama chat', 'ollama'],
  ['MCP', 'mcp'],
  ['WebMCP', 'webmcp'],
] as const;

/** Whether the middle of something can be seen without scrolling. */
const inSight = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (query) =>
      [...document.querySelectorAll(query)].filter((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return hit !== null && (element === hit || element.contains(hit));
      }).length,
    selector,
  );

test('a researcher with an unknown room: what it is at once, evidence of a pair in two presses, a packet in two', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(ROOM);
  const overview = workbench.region('Overview');
  await expect(overview.getByRole('heading', { name: /^39 addresses in 46\.6 s/ })).toBeVisible();
  expect(await inSight(page, '[aria-label="Findings"] > li')).toBeGreaterThanOrEqual(3);
  expect(await inSight(page, '[aria-label="Overview"] svg[role=img]')).toBe(1);
  expect(await inSight(page, '[aria-label="Most active devices"] tbody tr')).toBeGreaterThanOrEqual(5);

  const pair = new Presses();
  await pair.press(() => overview.getByRole('button', { name: /^Compare\b(?! pairs)/ }).click());
  await pair.press(() =>
    workbench
      .region('Identity')
      .getByRole('button', { name: /^Probability 0\.\d+/ })
      .click(),
  );
  const evidence = page.getByRole('complementary', { name: 'Inspector' });
  await expect(evidence).toContainText('41:DF:8D:28:AB:90');
  await expect(evidence).toContainText('never proof of identity');
  expect(pair.count).toBe(2);
  await page.keyboard.press('Escape');

  const packet = new Presses();
  await workbench.go('Overview');
  await packet.press(() => overview.getByRole('button', { name: 'Its packets →' }).click());
  await packet.press(() => workbench.region('Packets').getByRole('gridcell').nth(6).click());
  await expect(
    workbench
      .region('Packets')
      .getByText(/^Packet \d/)
      .first(),
  ).toBeVisible();
  expect(packet.count).toBe(2);
});

test('a firmware engineer with one device: found by a word, then its packets and their bytes', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(ROOM);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find an action' }).fill('Jabra');
  await page.getByRole('option', { name: /^Device .*Jabra Evolve 75e/ }).click();
  const inspector = page.getByRole('complementary', { name: 'Inspector' });
  await expect(inspector).toContainText('74:5C:4B:34:03:D8');
  await expect(inspector).toContainText('Headphones or speaker');
  await inspector.getByRole('button', { name: 'Its packets' }).click();
  const packets = workbench.region('Packets');
  await expect(packets.getByText('5 of 15,644', { exact: false })).toBeVisible();
  await packets.getByRole('gridcell').first().click();
  const packet = packets.getByRole('region', { name: 'Packet detail' });
  await expect(packet).toContainText('Jabra Evolve 75e');
  // And back from a packet to what sent it.
  await packet.getByRole('button', { name: 'Its device' }).click();
  await expect(inspector).toContainText('74:5C:4B:34:03:D8');
});

test('several captures: Overview sets them side by side, and a second file joins no call by itself', async ({ workbench }) => {
  const { page } = workbench;
  const called = async (): Promise<unknown> => {
    const text = await page.evaluate(
      async () => JSON.parse(await (await window.workbench.session.save()).text()) as { invocation: string },
    );
    return (JSON.parse(text.invocation) as { capture_selection: { capture_ids: unknown } }).capture_selection.capture_ids;
  };
  await workbench.drop(ROOM);
  const side = workbench.region('Captures side by side');
  await expect(side).toHaveCount(0);
  await workbench.drop(fixture('mitll/anechoic_nrf52_90.pcapng'));
  await expect(side.getByRole('heading')).toContainText('2 captures are open');
  await expect(side.getByRole('status')).toContainText('A new call uses screen_room_nrf52_0.pcapng');
  const [room, chamber] = [side.getByRole('listitem').first(), side.getByRole('listitem').last()];
  await expect(room).toContainText('39 addresses in 46.6 s');
  await expect(room).toContainText('8 % damaged');
  await expect(chamber).toContainText(/7 addresses in \d/);
  await expect(side.locator('svg')).toHaveCount(2);
  expect(await called()).toEqual(['screen_room_nrf52_0']);

  await chamber.getByRole('checkbox').check();
  await expect(side.getByRole('status')).toContainText('all of them');
  await workbench.idle();
  expect(await called()).toEqual(['screen_room_nrf52_0', 'anechoic_nrf52_90']);
  await chamber.getByRole('button').click();
  await expect(workbench.region('Overview').getByRole('heading', { name: /^7 addresses/ })).toBeVisible();

  // Files that are dropped together are one choice.
  await page.reload();
  await workbench.goto();
  await workbench.drop(ROOM, fixture('mitll/anechoic_nrf52_90.pcapng'));
  await expect(side.getByRole('status')).toContainText('all of them');
});

test('an analyst with a table: its columns, then a figure of it', async ({ workbench }) => {
  await workbench.drop(fixture('mitll/ground-truth.tsv'));
  await workbench.page.getByRole('dialog').getByRole('button', { name: /^Open/ }).click();
  await workbench.idle();
  const overview = workbench.region('Overview');
  await expect(overview.getByRole('heading', { name: /rows of \d+ columns/ })).toBeVisible();
  await expect(viewLink(workbench.page, 'Rows')).toBeVisible();
  await expect(viewLink(workbench.page, 'Devices')).toBeHidden();
  await overview.getByRole('button', { name: 'Statistics' }).click();
  const statistics = workbench.region('Statistics');
  // The form is answered as it is, and again when it changes; a choice that lacks something waits for it.
  await expect(statistics.getByText('1 column described')).toBeVisible();
  const lines = (): Promise<number> => workbench.page.evaluate(() => window.workbench.audit().length);
  const before = await lines();
  await statistics.getByRole('button', { name: 'Compare groups' }).click();
  await expect(statistics.getByText('described')).toHaveCount(0);
  await statistics.getByRole('button', { name: 'Summary' }).click();
  await expect(statistics.getByText('1 column described')).toBeVisible();
  // The same question is not asked twice.
  expect(await lines()).toBe(before);
});

test('statistics follow their form: another column, another answer', async ({ workbench }) => {
  await workbench.drop(fixture('pact/iphone_11_124809.csv'));
  const statistics = await workbench.at('Statistics');
  await expect(statistics.getByText('3 columns described')).toBeVisible();
  await statistics.getByRole('combobox', { name: /Add a column/ }).selectOption('column_6');
  await expect(statistics.getByText('4 columns described')).toBeVisible();
  await workbench.idle();
  expect(await workbench.page.evaluate(() => window.workbench.audit().length)).toBe(2);
});

test('a builder of assistants: every view gives its call, which runs as it is', async ({ workbench, context }) => {
  const { page } = workbench;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await workbench.drop(SAMPLE);
  for (const view of ['Overview', 'Devices', 'Packets', 'Connections', 'Identity'] as const) {
    const region = await workbench.at(view);
    await region.getByRole('button', { name: 'Copy call' }).click();
    await region.getByRole('button', { name: 'As JSON', exact: true }).click();
    await expect(region.getByText('Copied.')).toBeVisible();
    const hashes = await page.evaluate(async () => {
      const call = JSON.parse(await navigator.clipboard.readText()) as object;
      const run = async (): Promise<unknown> => {
        const { status, metadata } = await window.workbench.run({ ...call, request_id: crypto.randomUUID() });
        return [status, metadata.result_hash];
      };
      return [await run(), await run()];
    });
    expect(hashes[0], view).toEqual(['ok', expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(hashes[1], view).toEqual(hashes[0]);
  }
});

test('a builder of assistants: a call is copied as each assistant writes it, and reads back as it was', async ({ workbench, context }) => {
  const { page } = workbench;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await workbench.drop(SAMPLE);
  const copied = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
  for (const view of ['Packets', 'Calls'] as const) {
    const region = await workbench.at(view);
    await region.getByRole('button', { name: 'Copy call' }).click();
    const menu = page.getByRole('group', { name: 'Copy call' });
    await menu.getByRole('button', { name: 'As JSON' }).click();
    await expect(menu.getByText('Copied.')).toBeVisible();
    const json = await copied();
    const { tool_name, capture_selection, arguments: args } = JSON.parse(json) as Record<string, unknown>;
    let before = json;
    for (const [name, dialect] of DIALECTS) {
      await menu.getByRole('button', { name, exact: true }).click();
      await expect.poll(copied).not.toBe(before);
      before = await copied();
      const read = await page.evaluate(([id, text]) => window.workbench.decode(id, text), [dialect, before] as const);
      expect(
        read.calls.map(({ invocation }) => invocation),
        `${view}, ${name}`,
      ).toEqual([expect.objectContaining({ tool_name, capture_selection, arguments: args })]);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
  }
});

test('a refused clipboard is said where a cell is copied, in packets and in every other table', async ({ workbench }) => {
  const { page } = workbench;
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
  });
  await workbench.drop(SAMPLE);
  for (const view of ['Packets', 'Devices'] as const) {
    const region = await workbench.at(view);
    await region.getByRole('gridcell').nth(1).click();
    const text = await region.getByRole('grid').first().locator('[role=gridcell].active').innerText();
    await page.keyboard.press('ControlOrMeta+c');
    await expect(page.getByText(`Copying the cell failed: The browser refused the clipboard: ${text}`)).toBeAttached();
  }
});

test('a colleague with a shared file: it opens on the view of the sender @offline', async ({ workbench, context, guard }, info) => {
  const { page } = workbench;
  await workbench.drop(SAMPLE);
  await workbench.go('Identity');
  await workbench.idle();
  await workbench.button('Share').click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download file' }).click();
  const path = info.outputPath('shared.html');
  await (await downloading).saveAs(path);
  // The colleague has the file alone: neither the page of the sender nor a network.
  await page.close();
  await context.setOffline(true);
  guard.allow(pathToFileURL(path).href);
  const opened = new WorkbenchPage(await context.newPage(), pathToFileURL(path).href);
  await opened.goto();
  await expect(opened.region('Identity').getByRole('heading', { name: '1 device probably used more than one address' })).toBeVisible();

  // A link to another view of the file wins over the view that the file was made in.
  const linked = new WorkbenchPage(await context.newPage(), `${pathToFileURL(path).href}#view=1&p=packets`);
  await linked.goto();
  await expect(linked.region('Packets').getByRole('gridcell').first()).toBeVisible();
  await expect(linked.region('Identity')).toBeHidden();
});

test.describe('a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('shows overview, devices, packets and identity by the tabs below', async ({ workbench }) => {
    await workbench.drop(SAMPLE);
    await expect(workbench.region('Overview').getByRole('heading', { name: /^9 addresses/ })).toBeVisible();
    for (const view of ['Devices', 'Packets', 'Identity', 'Overview'] as const) {
      await workbench.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view, exact: true }).tap();
      await expect(workbench.region(view)).toBeVisible();
      expect(await workbench.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    // Each row of these lists is whole on the screen.
    for (const view of ['Devices', 'Packets'] as const) {
      await workbench.page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: view, exact: true }).tap();
      const grid = workbench.region(view).getByRole('grid', { name: view });
      await expect(grid.getByRole('gridcell').nth(3)).toBeInViewport();
      expect(await grid.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
    }
  });
});

test('no view shows JSON or an id, one selection counts alike everywhere, and the letters come with the page', async ({ workbench }) => {
  const { page } = workbench;
  await workbench.drop(ROOM);
  for (const view of ['Overview', 'Devices', 'Packets', 'Connections', 'Identity'] as const) {
    const region = await workbench.at(view);
    await workbench.idle();
    const text = await region.innerText();
    expect(text, view).not.toMatch(/\{/);
    expect(text, view).not.toMatch(/cluster_[0-9a-f]+|posterior-like|Sensor \d|utinyint/);
  }
  const packets = await workbench.at('Packets');
  expect(await packets.getByRole('columnheader').count()).toBeGreaterThanOrEqual(8);
  expect(await inSight(page, '[aria-label="Packets"] [role=row]')).toBeGreaterThanOrEqual(13);

  const end = page.getByRole('slider', { name: 'End of the selected time' });
  await end.focus();
  for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+ArrowLeft');
  await workbench.idle();
  const said = /([\d,]+) of 15,644 packets/.exec(await packets.innerText())?.[1]?.replace(',', '');
  const call = await page.evaluate(async () => {
    const button = [...document.querySelectorAll<HTMLButtonElement>('[aria-label="Packets"] footer button')].find(
      ({ textContent }) => textContent === 'Edit call',
    );
    button?.click();
    await window.workbench.idle();
    return true;
  });
  expect(call).toBe(true);
  const written = await workbench.region('Calls').getByRole('textbox', { name: 'Invocation JSON' }).innerText();
  const [, start_ms, end_ms] = /"start_ms": (\d+)[^}]*"end_ms": (\d+)/.exec(written) ?? [];
  const [[rows] = []] = await workbench.rows(
    `SELECT count(*)::INTEGER FROM screen_room_nrf52_0 WHERE ts_us BETWEEN ${start_ms ?? ''}000 AND ${end_ms ?? ''}999`,
  );
  expect(String(rows)).toBe(said);

  const fonts = await page.evaluate(() => [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family));
  expect(fonts).toEqual(expect.arrayContaining(['Inter', 'JetBrains Mono']));
  expect(readFileSync('dist/index.html', 'utf8')).not.toMatch(/https?:\/\/fonts/);
});

/** The packet list over a large capture: time from a change until its rows are painted, and rows that stay blank. */
import { go, median, open, repeat, time } from './page.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Runs in the page: `act` changes something, `rows` says whether the first row drawn is one of the answer. Time from the change
 * to the picture that has it, ms. @param {Page} page @param {{ filter?: string, sort?: string, first: string }} change
 */
const repaint = (page, change) =>
  page.evaluate(async ({ filter, sort, first }) => {
    const grid = document.querySelector('[role=grid][aria-label=Packets]');
    const field = /** @type {HTMLInputElement | null} */ (document.querySelector('input[aria-label=Filter]'));
    if (!grid || !field) throw new Error('expected the packet list, found none');
    const began = performance.now();
    if (filter !== undefined) {
      field.value = filter;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (sort !== undefined) [...grid.querySelectorAll('button')].find((button) => button.textContent?.includes(sort))?.click();
    const shows = () => grid.querySelector('[role=row][aria-rowindex="2"] [role=gridcell]')?.textContent?.trim() === first;
    while (!shows()) {
      if (performance.now() - began > 30_000) throw new Error(`expected packet ${first} in front, found another for 30 s`);
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    // Wait for the frame after the one in which the rows were added to the document.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
    return performance.now() - began;
  }, change);

/** Jumps through the list with the scroll bar: longest time until every visible row is loaded, ms. @param {Page} page */
const jumps = (page) =>
  page.evaluate(async () => {
    const grid = document.querySelector('[role=grid][aria-label=Packets]');
    if (!grid) throw new Error('expected the packet list, found none');
    const blank = () => grid.querySelectorAll('.row.waits').length;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const times = [];
    for (const share of [0.6, 0.1, 0.95, 0.33, 0.77, 0.5, 0.02, 1, 0.4, 0]) {
      const began = performance.now();
      grid.scrollTop = share * (grid.scrollHeight - grid.clientHeight);
      await frame();
      await frame();
      while (blank() > 0) await frame();
      times.push(performance.now() - began);
    }
    // With the wheel, twenty rows per frame: number of frames with unloaded rows.
    let blanks = 0;
    const pictures = 120;
    for (let at = 0; at < pictures; at++) {
      grid.scrollTop += 520;
      await frame();
      if (blank() > 0) blanks += 1;
    }
    while (blank() > 0) await frame();
    return { times, blanks, pictures };
  });

/** Starts recording long tasks; call the result to stop. @param {Page} page */
async function longTasks(page) {
  await page.evaluate(() => {
    const found = /** @type {{ traffic?: number }} */ (window);
    found.traffic = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) found.traffic = Math.max(found.traffic ?? 0, duration);
    }).observe({ type: 'longtask' });
  });
  return () => page.evaluate(() => /** @type {{ traffic?: number }} */ (window).traffic ?? 0);
}

/** @param {Page} page @param {string} path @param {number} runs @returns {Promise<string[][]>} */
export async function trafficLines(page, path, runs) {
  const { rows } = await open(page, path);
  await go(page, 'Packets');
  await page.getByRole('grid', { name: 'Packets' }).waitFor();
  const id = await page.evaluate(() => window.workbench.captures()[0]?.capture_id ?? '');
  const firstOf = async (/** @type {string} */ rest) => {
    const answer = await page.evaluate((sql) => window.workbench.query(sql), `SELECT packet_no FROM numbered."${id}" ${rest} LIMIT 1`);
    return String(answer.rows[0]?.[0]);
  };
  const filters = ['rssi > -75', 'channel = 38 AND rssi < -80', "adv_type = 'ADV_NONCONN_IND'", 'packet_no > 700000'];
  const firsts = await Promise.all(filters.map((filter) => firstOf(`WHERE ${filter}`)));
  const ended = await longTasks(page);
  const plain = await firstOf('');
  const filtering = (
    await repeat(runs, async () => {
      const list = [];
      for (const [at, filter] of filters.entries()) list.push(await repaint(page, { filter, first: firsts[at] ?? '' }));
      await repaint(page, { filter: '', first: plain });
      return list;
    })
  ).flat();
  const byLevel = [await firstOf('ORDER BY rssi DESC, rowid'), await firstOf('ORDER BY rssi, rowid')];
  const byAddress = [await firstOf('ORDER BY advertiser_addr, rowid'), await firstOf('ORDER BY advertiser_addr DESC, rowid')];
  const sorting = (
    await repeat(runs, async () => {
      const list = [];
      for (const first of byLevel) list.push(await repaint(page, { sort: 'RSSI', first }));
      for (const first of byAddress) list.push(await repaint(page, { sort: 'Advertiser', first }));
      return list;
    })
  ).flat();
  // The complete order is available shortly after its first rows.
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
  const sorted = await jumps(page);
  await page.getByRole('button', { name: 'In the order of the file' }).click();
  await repaint(page, { first: plain });
  const plainJumps = await jumps(page);
  const longest = await ended();
  const jumpLine = (/** @type {string} */ what, /** @type {{ times: number[], blanks: number, pictures: number }} */ seen) => [
    `jump to anywhere, ${what}, until no row waits`,
    time(median(seen.times)),
    `longest ${time(Math.max(...seen.times))}; by wheel ${seen.blanks} of ${seen.pictures} pictures with a row that waits`,
  ];
  return [
    [`${rows.toLocaleString('en')} packets in the list`, '', ''],
    ['filter changed to rows painted', time(median(filtering)), `longest ${time(Math.max(...filtering))}`],
    ['order changed to rows painted', time(median(sorting)), `longest ${time(Math.max(...sorting))}`],
    jumpLine('order of the file', plainJumps),
    jumpLine('sorted', sorted),
    ['longest task of the page', longest === 0 ? 'none above 50 ms' : time(longest), ''],
  ];
}

import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '../../src/cli/serve/static-site.ts';
import type {} from '../../src/workbench/public.ts';
import { NetworkGuard } from './network-guard.ts';

/** Where a journey takes place: the site below some path of a plain server, or the one file on disk with the network off. */
export type Home = 'site' | 'file';

const ONE_FILE = 'dist/offline/capture-workbench.html';

const fileUrl = (path: string): string => pathToFileURL(resolve(path)).href;

/** The link of a view in the rail, which says how much the view holds, or in the tabs of a telephone. */
export const viewLink = (within: Locator | Page, view: string): Locator =>
  within.getByRole('link', { name: new RegExp(`^${view}( [\\d,]+)?$`) });

/** Views by their names in the rail, and the parts beside a call. */
export type Place =
  | 'Overview'
  | 'Devices'
  | 'Packets'
  | 'Rows'
  | 'Connections'
  | 'Identity'
  | 'SQL'
  | 'Columns'
  | 'Statistics'
  | 'Calls'
  | 'Plans and agents'
  | 'Reports and sharing'
  | 'Journal'
  | 'Open files'
  | 'Result'
  | 'Tools';
const BESIDE_CALLS: readonly Place[] = ['Result', 'Tools'];

/** The page as a person or script uses it: by its stable names only, never by its markup. */
export class WorkbenchPage {
  #serial = 1;

  constructor(
    readonly page: Page,
    readonly home: string,
  ) {}

  async goto(url = this.home): Promise<void> {
    await this.page.goto(url);
    // The one file unpacks its program first, which a large one does after it has loaded.
    await this.page.waitForFunction(() => 'workbench' in window);
    await this.page.evaluate(() => window.workbench.ready);
    await this.idle();
  }

  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Brings a view to the front by its entry in the rail, on a telephone by its tab or by "More"; including the parts beside a call. */
  async go(place: Place): Promise<void> {
    const entry = BESIDE_CALLS.includes(place) ? 'Calls' : place;
    const views = this.page.getByRole('navigation', { name: 'Views' });
    const link = viewLink(views, entry);
    if ((await link.count()) > 0) await link.click();
    else {
      await views.getByRole('button', { name: 'More' }).click();
      await this.page.getByRole('dialog', { name: 'More' }).getByRole('link', { name: entry, exact: true }).click();
    }
    if (entry !== place) await this.button(place).click();
  }

  /** The region of a view, or of a part beside a call, brought to the front. */
  async at(place: Place): Promise<Locator> {
    await this.go(place);
    return this.region(place);
  }

  /** Runs the first action that the palette finds for some words. */
  async act(words: string): Promise<void> {
    await this.page.keyboard.press('Control+.');
    await this.page.getByRole('combobox', { name: 'Find an action' }).fill(words);
    await this.page.keyboard.press('Enter');
  }

  /** Waits until the page says that nothing is loading, running or drawing. */
  idle(): Promise<void> {
    return this.page.evaluate(() => window.workbench.idle());
  }

  /** Replaces the whole text of an editor, as pasting would. */
  async write(label: string, text: string): Promise<void> {
    const editor = this.page.getByRole('textbox', { name: label, exact: true });
    await editor.click();
    await this.page.keyboard.press('ControlOrMeta+a');
    await this.page.keyboard.press('Delete');
    await this.page.evaluate(
      ([name, content]) => {
        const target = document.querySelector(`[role=textbox][aria-label="${name}"]`);
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', content);
        target?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [label, text] as const,
    );
  }

  /** Runs SQL as a script does and returns its rows. */
  async rows(sql: string): Promise<readonly (readonly unknown[])[]> {
    return this.page.evaluate(async (text) => (await window.workbench.query(text, { limit: 100_000 })).rows, sql);
  }

  /** A call of the analyzer over captures, as the editor would start it. */
  invocation(captureIds: readonly string[], change: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      tool_name: 'bluetooth_address_analyzer',
      tool_version: '1.0.0',
      capture_selection: { capture_ids: captureIds },
      arguments: {
        address_columns: { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' },
        analysis_mode: 'both',
        linkage_window_s: 180,
        min_observation_count: 5,
        rpa_rotation_model: 'spec_default',
      },
      request_id: `req-${String(this.#serial++)}`,
      timeout_ms: 600_000,
      ...change,
    };
  }

  /** Presses "Open files" and picks files. */
  async choose(...paths: readonly string[]): Promise<void> {
    const chooser = this.page.waitForEvent('filechooser');
    await this.button('Open files').first().click();
    await (await chooser).setFiles([...paths]);
    await this.idle();
  }

  /** Drops files from disk anywhere on the page. */
  async drop(...paths: readonly string[]): Promise<void> {
    const input = await this.page.evaluateHandle(() => {
      const element = document.createElement('input');
      element.type = 'file';
      element.multiple = true;
      return element;
    });
    await input.asElement()?.setInputFiles([...paths]);
    await input.evaluate((element) => {
      const dataTransfer = new DataTransfer();
      for (const file of element.files ?? []) dataTransfer.items.add(file);
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    });
    await this.idle();
  }
}

interface Fixtures {
  home: Home;
  /**
   * Whether the page keeps itself on this machine (service worker), which fetches all of the site a second time. The journeys
   * that are about opening, sharing and the whole way have it; for the others the browser has none, as in some private windows.
   */
  kept: boolean;
  guard: NetworkGuard;
  workbench: WorkbenchPage;
}

export const test = base.extend<Fixtures, { site: string }>({
  home: ['site', { option: true }],
  kept: [false, { option: true }],
  site: [
    // Playwright requires the destructuring pattern even if nothing is used.
    async ({}, use) => {
      const server = await serve('dist', { base: '/some/path/' });
      await use(server.url);
      await server.close();
    },
    { scope: 'worker' },
  ],
  guard: async ({ browser, context, home, kept, site }, use, info) => {
    if (!kept) await context.addInitScript(() => delete (Navigator.prototype as { serviceWorker?: unknown }).serviceWorker);
    // Journeys can answer only choosers opened with an input element, not the File System Access picker.
    await context.addInitScript(() => delete (globalThis as { showOpenFilePicker?: unknown }).showOpenFilePicker);
    // A journey may open files that it wrote itself.
    const written = fileUrl(info.outputDir);
    const guard = new NetworkGuard(context, [home === 'site' ? site : fileUrl(ONE_FILE), written]);
    if (home === 'file') await context.setOffline(true);
    // Requests of further profiles that a journey opens are checked too.
    const newContext = browser.newContext.bind(browser);
    browser.newContext = async (options) => {
      const other = await newContext(options);
      guard.follow(other);
      return other;
    };
    await use(guard);
    browser.newContext = newContext;
    expect(guard.foreign, 'requests to anywhere but home').toEqual([]);
    expect(guard.complaints, 'errors of the page').toEqual([]);
  },
  workbench: async ({ page, guard, home, site }, use) => {
    expect(guard.foreign).toEqual([]);
    const workbench = new WorkbenchPage(page, home === 'site' ? site : fileUrl(ONE_FILE));
    await workbench.goto();
    await use(workbench);
  },
});

export { expect };

import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '../../.ci/serve.mjs';
import type {} from '../../src/app/public.ts';
import { NetworkGuard } from './network-guard.ts';

/** Where a journey takes place: the site below some path of a plain server, or the one file on disk with the network off. */
export type Home = 'site' | 'file';

const ONE_FILE = 'dist/offline/capture-workbench.html';

const fileUrl = (path: string): string => pathToFileURL(resolve(path)).href;

/** The page as a person and a script meet it; knows its stable names and nothing of how it is drawn. */
export class WorkbenchPage {
  constructor(
    readonly page: Page,
    readonly home: string,
  ) {}

  async goto(url = this.home): Promise<void> {
    await this.page.goto(url);
    await this.page.evaluate(() => window.workbench.ready);
    await this.idle();
  }

  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Waits until the page says that nothing is loading, running or drawing. */
  idle(): Promise<void> {
    return this.page.evaluate(() => window.workbench.idle());
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
      for (const file of (element as HTMLInputElement).files ?? []) dataTransfer.items.add(file);
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    });
    await this.idle();
  }
}

interface Fixtures {
  home: Home;
  guard: NetworkGuard;
  workbench: WorkbenchPage;
}

export const test = base.extend<Fixtures, { site: string }>({
  home: ['site', { option: true }],
  site: [
    // Playwright asks for the destructuring pattern even where nothing is taken.
    async ({}, use) => {
      const server = await serve('dist', { base: '/some/path/' });
      await use(server.url);
      await server.close();
    },
    { scope: 'worker' },
  ],
  guard: async ({ context, home, site }, use, info) => {
    const guard = new NetworkGuard(context, home === 'site' ? [site] : [ONE_FILE, info.outputDir].map(fileUrl));
    if (home === 'file') await context.setOffline(true);
    await use(guard);
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

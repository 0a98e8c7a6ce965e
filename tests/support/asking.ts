import type { BrowserContext, Locator, Page } from '@playwright/test';
import { serve } from '../../src/cli/serve/static-site.ts';
import { SAMPLE } from './fixtures.ts';
import { heldEndpoint } from './held-endpoint.ts';
import { NetworkGuard } from './network-guard.ts';
import { WorkbenchPage } from './page.ts';

/** The build that may reach this machine; `npm test` writes it, by hand it is `npm run build:local-model`. */
const LOCAL = 'dist-local-model';

/** A page with the sample open and a question to a model on this machine typed in; the test answers as that model. */
export async function askingPage(page: Page, context: BrowserContext) {
  const site = await serve(LOCAL);
  const endpoint = await heldEndpoint();
  const guard = new NetworkGuard(context, [site.url, endpoint.url]);
  const workbench = new WorkbenchPage(page, site.url);
  const view: Locator = workbench.region('Plans and agents');
  await workbench.goto();
  await workbench.drop(SAMPLE);
  await workbench.act('planner');
  await view.getByRole('combobox', { name: 'Planner' }).selectOption('endpoint');
  await view.getByRole('textbox', { name: 'Server' }).fill(endpoint.url);
  await view.getByRole('textbox', { name: 'Model' }).fill('small');
  await view.getByRole('textbox', { name: 'Question' }).fill('How many packets are there?');
  return {
    endpoint,
    guard,
    workbench,
    view,
    close: async (): Promise<void> => {
      await Promise.all([site.close(), endpoint.close()]);
    },
  };
}

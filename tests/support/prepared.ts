import type { Page } from '@playwright/test';
import { test } from './page.ts';

/** Journeys whose page is prepared before its first load: to prepare it afterwards takes a second one, with another query engine. */
export const preparing = (prepare: (page: Page) => Promise<unknown>): typeof test =>
  test.extend({
    page: async ({ page }, use) => {
      await prepare(page);
      await use(page);
    },
  });

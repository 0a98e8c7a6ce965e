import type { Page } from '@playwright/test';

/** Waits until the browser has painted a frame with the changes made so far. */
export const painted = (page: Page): Promise<unknown> =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

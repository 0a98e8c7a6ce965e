import { expect } from '@playwright/test';
import type { WorkbenchPage } from './page.ts';

/** Closes every capture and clears what has ended, by the page's own buttons: so a journey goes on to what begins with an empty list. */
export async function closeAll(workbench: WorkbenchPage): Promise<void> {
  const captures = await workbench.at('Open files');
  const close = captures.getByRole('button', { name: /^Close / });
  // The view is read when it is first in front.
  const open = await workbench.page.evaluate(() => window.workbench.captures().length);
  await expect(close).toHaveCount(open);
  for (let left = open; left > 0; left--) {
    await close.first().click();
    await expect(close).toHaveCount(left - 1);
  }
  await workbench.idle();
  await clearEnded(workbench);
  expect(await workbench.page.evaluate(() => window.workbench.captures())).toEqual([]);
}

export async function clearEnded(workbench: WorkbenchPage): Promise<void> {
  // Successful activities are listed on request; close the list again.
  const indicator = workbench.page.getByRole('button', { name: /^Activity: / });
  const asked = (await indicator.getAttribute('aria-expanded')) === 'false';
  if (asked) await indicator.click();
  const clear = workbench.region('Activity').getByRole('button', { name: 'Clear ended' });
  if (await clear.isVisible()) await clear.click();
  await expect(clear).toHaveCount(0);
  if (asked) await indicator.click();
}

import { expect } from '@playwright/test';
import type { WorkbenchPage } from './page.ts';

/** Closes every capture and clears what has ended, by the page's own buttons: so a journey goes on to what begins with an empty list. */
export async function closeAll(workbench: WorkbenchPage): Promise<void> {
  await workbench.show('Captures');
  const captures = workbench.region('Captures');
  const close = captures.getByRole('button', { name: /^Close / });
  for (let left = await close.count(); left > 0; left--) {
    await close.first().click();
    await expect(close).toHaveCount(left - 1);
  }
  await workbench.idle();
  await clearEnded(workbench);
  expect(await workbench.page.evaluate(() => window.workbench.captures())).toEqual([]);
}

export async function clearEnded(workbench: WorkbenchPage): Promise<void> {
  const clear = workbench.region('Captures').getByRole('button', { name: 'Clear ended' });
  if (await clear.isVisible()) await clear.click();
  await expect(clear).toHaveCount(0);
}

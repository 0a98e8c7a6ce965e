import { expect, it } from 'vitest';
import { scanUnderLoad } from '../../support/live/scan-load.ts';

/** `npm run soak` sends them at their own pace, and for ten minutes. */
it('a minute of 2 000 advertisements per second, sent as fast as it is taken, becomes rows, every one of them', async () => {
  const { sent, rows, dropped, lost, early_ms, late_ms } = await scanUnderLoad(60);
  expect({ sent, rows, dropped, lost }).toEqual({ sent: 120_000, rows: 120_000, dropped: 0, lost: 0 });
  // Storing a quarter of a second takes no longer because much is stored already; the factor is for other work on the machine.
  expect(late_ms).toBeLessThan(10 * Math.max(early_ms, 5));
}, 120_000);

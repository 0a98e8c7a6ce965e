import { expect, it } from 'vitest';
import { scanUnderLoad } from '../../support/live/scan-load.ts';

/** `npm run soak` sends ten minutes of them in real time and reports how long storing takes. */
it('every advertisement of a minute at 2,000 per second becomes a row', async () => {
  const { sent, rows, dropped, lost } = await scanUnderLoad(60);
  expect({ sent, rows, dropped, lost }).toEqual({ sent: 120_000, rows: 120_000, dropped: 0, lost: 0 });
});

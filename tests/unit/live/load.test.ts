import { expect, it } from 'vitest';
import { scanUnderLoad } from '../../support/live/scan-load.ts';

it('five seconds of 2 000 advertisements per second become rows, every one of them', async () => {
  const { sent, rows, dropped, lost } = await scanUnderLoad(5);
  expect({ sent, rows, dropped, lost }).toEqual({ sent: 10_000, rows: 10_000, dropped: 0, lost: 0 });
});

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { heartRateCapture } from '../../../support/heart-rate-capture.ts';

const FILE = 'tests/fixtures/captures/made/heart_rate.pcap';

/** Write it anew with `FIXTURES=write npx vitest run --project unit tests/unit/capture/conversation/heart-rate.test.ts`. */
it('the made recording on disk is what the generator makes', () => {
  if (process.env['FIXTURES'] === 'write') writeFileSync(FILE, heartRateCapture());
  expect(Buffer.from(heartRateCapture()).equals(readFileSync(FILE))).toBe(true);
});

import { expect, it } from 'vitest';
import { decodeStreams } from '../../fuzz/streams.ts';
import { decodeTranscripts } from '../../fuzz/transcripts.ts';

/** The first of those that `npm run fuzz` reads; a failure names its number. */
it('2000 changed transcripts are read or refused, and nothing incomplete could run', () => {
  const tally = decodeTranscripts(2000, 1);
  expect(tally.decoded).toBeGreaterThan(500);
  expect([tally.ready > 100, tally.rejected > 100]).toEqual([true, true]);
});

it('of 4000 streams with changed values, no call is dropped in silence', () => {
  const tally = decodeStreams(4000, 1);
  expect(tally.decoded).toBeGreaterThan(3000);
  expect([tally.ready > 1000, tally.problems > 1000, tally.problems < tally.decoded]).toEqual([true, true, true]);
});

import { expect, it } from 'vitest';
import { Trials } from '../../../../src/capture/decryption/trials.ts';
import { linkCipher } from '../../../../src/kernels/cipher.ts';
import { randomSource } from '../../../support/random.ts';

it('the number of counters tried is bounded by the packets of the file, however many each session requests', async () => {
  const cipher = await linkCipher();
  const tried = (packets: number): number => {
    let counters = 0;
    const counting = {
      open: (_k: unknown, _i: unknown, _p: unknown, _c: unknown, _f: unknown, tries: number) => ((counters += tries), -1),
    };
    const trials = new Trials(Object.assign(Object.create(cipher) as typeof cipher, counting));
    const random = randomSource(1);
    for (let i = 0; i < packets; i++) {
      const end = 5 + random.below(250);
      trials.packet();
      trials.open(new Uint8Array(16), new Uint8Array(8), { bytes: new Uint8Array(255), at: 0, end, header: 2 }, true, 0, 1_000_000);
    }
    expect(trials.exhausted).toBe(true);
    return counters;
  };
  const [some, many] = [tried(10_000), tried(20_000)];
  expect(many).toBeLessThan(2 * some);
  // Blocks of the start and of each packet, at five blocks for the shortest PDU.
  expect(many).toBeLessThan((16_000_000 + 20_000 * 400) / 5);
});

import { expect, it } from 'vitest';
import { WorkbenchError } from '../../../../src/base/failure.ts';
import { mutate } from '../../../fuzz/mutate.ts';
import { openBytes } from '../../../support/captures.ts';
import { linkCapture, SENT_BY } from '../../../support/every-procedure.ts';
import { concat, hex } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';
import { SealedLink } from '../../../support/sealed-link.ts';

/** `MUTANTS=20000 SEED=7` runs more of them. */
const MUTANTS = Number(process.env['MUTANTS'] ?? 150);
const SEED = Number(process.env['SEED'] ?? 1);
const FLAGS = 0x0c13;

/** A pairing, a distributed key, a pause, a session under that key; every value names itself. */
function session(seed: number, saysSender: boolean): Uint8Array<ArrayBuffer> {
  const random = randomSource(seed);
  const link = new SealedLink(random);
  const bond = link.bond();
  link.start(link.pair());
  link.distribute(SENT_BY.PERIPHERAL, bond);
  const notify = (i: number): void => {
    const value = hex(`c0ffee${i.toString(16).padStart(4, '0')}c0ffee`);
    const frame = concat([[value.length + 3, 0, 4, 0], hex('1b 0300'), value]);
    link.send(SENT_BY.PERIPHERAL, 2, frame.subarray(0, 9));
    link.send(SENT_BY.PERIPHERAL, 1, frame.subarray(9));
  };
  for (let i = 0; i < 12; i++) notify(i);
  link.pause();
  link.start(bond.ltk, bond);
  for (let i = 12; i < 24; i++) notify(i);
  return linkCapture(link.pdus, FLAGS, saysSender);
}

it('changed sessions neither fail nor give a value that was not sent', async () => {
  const seeds = [session(1, true), session(2, false)];
  let opened = 0;
  for (let i = 0; i < MUTANTS; i++) {
    const random = randomSource(SEED * 1_000_003 + i);
    const bytes = Uint8Array.from(mutate(seeds[i % 2]!, random, seeds[(i + 1) % 2]!));
    try {
      const { tables } = await openBytes(bytes, 'mutant.pcap', { link_keys: [] });
      for (const row of tables['att'] ?? []) {
        if (row['decrypted'] !== true) continue;
        opened++;
        expect(Buffer.from(row['value'] as Uint8Array).toString('hex'), `mutant ${String(i)}`).toMatch(/^c0ffee00[01][0-9a-f]c0ffee$/);
      }
    } catch (error) {
      if (!(error instanceof WorkbenchError)) throw error;
    }
  }
  expect(opened).toBeGreaterThan(MUTANTS);
}, 600_000);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyHex, offeredKeys } from '../../../../src/core/captures/found-keys.ts';
import { openBytes } from '../../../support/captures.ts';
import { addToResolvingList, btsnoop, identityAddress, identityInformation } from '../../../support/hci-log.ts';

// Core specification 6.1, Vol 3, Part H, D.7; the others are made up.
const PEER = 'ec0234a357c8ad05341010a60a397d9b';
const OWN = '000102030405060708090a0b0c0d0e0f';
const PAIRED = 'f0e1d2c3b4a5968778695a4b3c2d1e0f';
const ZEROS = '0'.repeat(32);
const NAME = '00:11:22:33:44:55';
const OTHER = 'C0:FF:EE:00:00:01';

const open = (packets: readonly Uint8Array[]) => openBytes(btsnoop(packets), 'hci.log');
const log = [addToResolvingList(NAME, PEER, OWN), identityInformation(0x40, PAIRED), identityAddress(0x40, OTHER)];

describe('resolving keys in an HCI log', () => {
  it('are found with whose they are, each once, and none of zeros', async () => {
    const { summary } = await open([...log, ...log, addToResolvingList(OTHER, ZEROS, ZEROS)]);
    expect(summary.keys?.map(({ bytes, identity, whose }) => [keyHex(bytes), identity, whose])).toEqual([
      [PEER, NAME, 'peer'],
      [OWN, null, 'own'],
      [PAIRED, OTHER, 'peer'],
    ]);
    expect(offeredKeys(summary.keys ?? []).map(({ name }) => name)).toEqual([NAME, 'own key 2', OTHER]);
  });

  it('are told apart by connection, and kept without a name where none was said', async () => {
    const { summary } = await open([identityInformation(1, PEER), identityInformation(2, PAIRED), identityAddress(2, OTHER)]);
    expect(summary.keys?.map(({ bytes, identity }) => [keyHex(bytes), identity])).toEqual([
      [PAIRED, OTHER],
      [PEER, null],
    ]);
  });

  it('stand in no row, no problem and no warning, in no form', async () => {
    const { columns, problems, header, summary } = await open([...log, (log[0] ?? new Uint8Array()).subarray(0, 30)]);
    const { keys, ...told } = summary;
    expect(keys).toHaveLength(3);
    expect(told.warnings.map(({ code }) => code)).toEqual(['RESOLVING_KEYS']);
    const text = JSON.stringify([columns, problems, header, told], (_, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    ).toLowerCase();
    for (const key of [PEER, OWN, PAIRED]) {
      const octets = Buffer.from(key, 'hex');
      const back = Buffer.from(octets).reverse();
      for (const form of [key, back.toString('hex'), octets.toString('base64').toLowerCase(), back.toString('base64').toLowerCase()])
        expect(text.includes(form)).toBe(false);
    }
    expect(columns['opcode']).toContain('HCI_LE_Add_Device_To_Resolving_List');
  });

  it('never fails on packets of any bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 60 }), { maxLength: 6 }), fc.constantFrom(1, 2), async (bodies, kind) => {
        const starts = kind === 1 ? [0x01, 0x27, 0x20] : [0x02, 0x40, 0x20, 0x15, 0x00, 0x11, 0x00, 0x06, 0x00, 0x08];
        const opened = await open([...log, ...bodies.map((body) => Uint8Array.from([...starts, ...body]))]);
        expect(opened.summary.keys?.length).toBeGreaterThanOrEqual(3);
      }),
      { numRuns: 30 },
    );
  });
});

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { keyHex } from '../../src/core/captures/found-keys.ts';
import { openBytes } from '../support/captures.ts';
import { addToResolvingList, btsnoop, identityAddress, identityInformation } from '../support/hci-log.ts';
import { tsharkVersion } from '../support/tshark.ts';

const LOG = btsnoop([
  addToResolvingList('00:11:22:33:44:55', 'ec0234a357c8ad05341010a60a397d9b', '000102030405060708090a0b0c0d0e0f'),
  identityInformation(0x40, 'f0e1d2c3b4a5968778695a4b3c2d1e0f'),
  identityAddress(0x40, 'C0:FF:EE:00:00:01'),
]);

/** What tshark 4.0 says of the log; it prints keys as they travel, least significant octet first. */
const SAID = [
  'Command Opcode: LE Add Device to Resolving List (0x2027)',
  'Peer IRK: 9b7d390aa610103405adc857a33402ec',
  'Local IRK: 0f0e0d0c0b0a09080706050403020100',
  'Opcode: Identity Information (0x08)',
  'Identity Resolving Key: 0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  'Opcode: Identity Address Information (0x09)',
  'BD_ADDR: c0:ff:ee:00:00:01 (c0:ff:ee:00:00:01)',
];

function dissected(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hci-'));
  try {
    writeFileSync(join(folder, 'hci.log'), LOG);
    return execFileSync('tshark', ['-r', join(folder, 'hci.log'), '-V'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it('finds the keys that tshark shows; where tshark is installed it is asked again', async () => {
  const { summary } = await openBytes(LOG, 'hci.log');
  const shown = SAID.flatMap((line) => /(?:IRK|Resolving Key): ([0-9a-f]{32})/.exec(line)?.[1] ?? []);
  expect(summary.keys?.map(({ bytes }) => keyHex(bytes.slice().reverse()))).toEqual(shown);
  const text = tsharkVersion() === null ? SAID.join('\n') : dissected();
  expect(SAID.filter((line) => !text.includes(line))).toEqual([]);
});

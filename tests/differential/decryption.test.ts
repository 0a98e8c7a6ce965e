import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openFile } from '../support/captures.ts';
import { LAYER_FIELDS } from '../support/layer-fields.ts';
import { hex } from '../support/packet-file.ts';
import { referencePackets } from '../support/reference-decryption.ts';
import { knownFields } from '../support/tshark-layers.ts';
import { tsharkVersion } from '../support/tshark.ts';
import { compareLayers } from './compare-layers.ts';

/**
 * Recorded pairings, where WORKBENCH_DATA names them: the packets that are opened are those that the platform's cryptography opens, and what
 * tshark dissects in a copy with plain payloads is what the tables hold. tshark itself does not decrypt the link layer.
 */
const data = process.env['WORKBENCH_DATA'];
const folder = mkdtempSync(join(tmpdir(), 'decrypted-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});
const at = (name: string): string => join(data ?? '', 'captures', name);
const passkeys = function* (): Generator<number> {
  for (let passkey = 0; passkey < 1_000_000; passkey++) yield passkey;
};

/** The second column: long-term keys that the recording distributes, as published with it; the third: the least that is opened. */
const RECORDINGS: readonly (readonly [name: string, published: string | null, packets: number])[] = [
  ['crackle/pairing_and_ltk_exchange.pcap', '7f62c053f104a5bbe68b1d896a2ed49c', 3],
  ['whad/ble_pairing.pcap', null, 80],
];

describe.runIf(data !== undefined && existsSync(at('crackle')))('recorded pairings', () => {
  it.each(RECORDINGS)(
    '%s',
    async (name, published, least) => {
      const reference = referencePackets(readFileSync(at(name)), passkeys());
      const { tables } = await openFile(at(name), { link_keys: [] });
      const rows = ['ll_control', 'l2cap'].flatMap((table) => tables[table] ?? []).filter(({ decrypted }) => decrypted === true);
      const numbers = [...new Set(rows.map(({ packet_no }) => Number(packet_no)))].sort((a, b) => a - b);
      const opened = Number(tables['connections']?.[0]?.['decrypted_packets']);
      console.log(`${name}: ${String(opened)} of ${String(reference.opened.length)} packets that a key opens are decrypted`);
      expect(opened).toBe(reference.opened.length);
      expect(tables['connections']?.[0]?.['encrypted_packets']).toBe(opened);
      expect(opened).toBeGreaterThanOrEqual(least);
      expect(numbers.filter((no) => !reference.opened.includes(no))).toEqual([]);
      if (published !== null) expect(reference.distributed).toContain(published);
      const wrong = await openFile(at(name), {
        link_keys: [{ name: 'wrong', kind: 'ltk', bytes: hex('00112233445566778899aabbccddeeff') }],
      });
      expect(wrong.summary.warnings.find(({ code }) => code === 'KEY_OPENED_NOTHING')?.message).toContain('key "wrong" opened nothing');

      if (tsharkVersion() === null) return;
      const path = join(folder, 'plain.pcap');
      writeFileSync(path, reference.plain);
      const facts = { damaged: new Set<number>(), stray: new Set<number>(), encryptedFrom: Number.POSITIVE_INFINITY };
      const found = compareLayers(path, tables, facts, LAYER_FIELDS, knownFields());
      console.log(`${name}: ${String(found.values)} values of ${String(found.equal.size)} fields equal`, found.excused);
      // Where the sniffer missed a request, its response has no type for us, and tshark reads it as one to an earlier request.
      const responses = (tables['att'] ?? []).filter(
        ({ name, request_packet_no: no }) => String(name).endsWith('_RSP') && no === undefined,
      );
      const unasked = new Set(responses.map(({ packet_no }) => `frame ${String(packet_no)} `));
      const differences = found.differences.filter((one) => !unasked.has(/^frame \d+ /.exec(one)?.[0] ?? ''));
      console.log(`${name}: ${String(found.differences.length - differences.length)} values of responses without a request differ`);
      expect(differences).toEqual([]);
      expect(found.values).toBeGreaterThan(0);
    },
    120_000,
  );
});

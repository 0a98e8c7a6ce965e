import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ADVERTISING_ACCESS_ADDRESS } from '../../src/ble/pdu-type.ts';
import { eventsOfAnyLength, linkOfAnyLength } from '../support/any-length.ts';
import { openFile } from '../support/captures.ts';
import type { Opened } from '../support/captures.ts';
import { everyHostPacket, everyLinkProcedure } from '../support/every-procedure.ts';
import { furtherProcedures } from '../support/further-procedures.ts';
import { HOST_LOGS, hostLogPath, OTHER_LOGS } from '../support/host-logs.ts';
import { LAYER_FIELDS } from '../support/layer-fields.ts';
import { knownFields } from '../support/tshark-layers.ts';
import { tsharkVersion } from '../support/tshark.ts';
import { compareLayers } from './compare-layers.ts';
import type { FrameFacts, LayerComparison } from './compare-layers.ts';

/**
 * The tables of connections against tshark, value by value: over generated captures in which every PDU, command and event occurs with
 * parameters by chance, and over the recordings of connections where WORKBENCH_DATA names them. `compare-layers.ts` lists what may differ, and who
 * is right. Skipped where tshark is not installed.
 */
const version = tsharkVersion();
const folder = mkdtempSync(join(tmpdir(), 'layers-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function factsOf(tables: Opened['tables'], columns: Opened['columns']): FrameFacts {
  const crc = columns['crc_ok'] ?? [];
  const damaged = (columns['packet_no'] ?? []).flatMap((no, i) => (crc[i] === false ? [Number(no)] : []));
  const named = ['connections', 'streams'].flatMap((table) => (tables[table] ?? []).map((row) => row['access_address']));
  const followed = new Set([ADVERTISING_ACCESS_ADDRESS, ...named.map(Number)]);
  const addresses = columns['access_address'] ?? [];
  const stray = (columns['packet_no'] ?? []).flatMap((no, i) =>
    typeof addresses[i] === 'number' && !followed.has(addresses[i]) ? [Number(no)] : [],
  );
  const began = (tables['connections'] ?? []).flatMap(({ encryption_packet_no: no }) => (no === undefined ? [] : [Number(no)]));
  return { damaged: new Set(damaged), stray: new Set(stray), encryptedFrom: Math.min(...began) };
}

const data = process.env['WORKBENCH_DATA'];
const RECORDINGS = /[\\/](?:whad|crackle|broken)[\\/].*\.pcap(?:ng)?$/;
const recordings = (): string[] =>
  data === undefined || !existsSync(data)
    ? []
    : readdirSync(join(data, 'captures'), { recursive: true, encoding: 'utf8' })
        .map((name) => join(data, 'captures', name))
        // tshark does not dissect PPI frames of this link type by default.
        .filter((path) => RECORDINGS.test(path) && !/pairing_and_ltk/.test(path))
        .sort();

describe.runIf(version !== null)('connections against tshark', () => {
  const known = version === null ? new Set<string>() : knownFields();
  const equal = new Set<string>();

  async function expectSame(name: string, path: string): Promise<void> {
    const { tables, columns } = await openFile(path);
    const found: LayerComparison = compareLayers(path, tables, factsOf(tables, columns), LAYER_FIELDS, known);
    for (const field of found.equal) equal.add(field);
    const excused = Object.entries(found.excused).map(([reason, count]) => `\n  ${String(count)} not compared: ${reason}`);
    console.log(
      `${name}: ${String(found.values)} values of ${String(found.equal.size)} fields equal to ${version ?? ''}${excused.join('')}`,
    );
    // A recording of noise has nothing to compare but damaged frames, which are counted above.
    expect(found.values > 0).toBe(tables['connections'] !== undefined || tables['hci'] !== undefined);
    expect(found.differences.slice(0, 40).join('\n')).toBe('');
  }

  it.each([1, 2, 3])('every PDU of the link layer and its hosts, seed %i', async (seed) => {
    const path = join(folder, `link-${String(seed)}.pcap`);
    writeFileSync(path, everyLinkProcedure(seed));
    await expectSame(`generated link ${String(seed)}`, path);
  });

  it('procedures that are written octet by octet', async () => {
    const path = join(folder, 'further.pcap');
    writeFileSync(path, furtherProcedures());
    await expectSame('further procedures', path);
  });

  it.each([1, 2, 3])('PDUs of any length, seed %i', async (seed) => {
    const path = join(folder, `lengths-${String(seed)}.pcap`);
    writeFileSync(path, linkOfAnyLength(seed));
    await expectSame(`PDUs of any length ${String(seed)}`, path);
  });

  it.each([1, 2, 3])('LE events of any length, seed %i', async (seed) => {
    const path = join(folder, `events-${String(seed)}.pcap`);
    writeFileSync(path, eventsOfAnyLength(seed));
    await expectSame(`LE events of any length ${String(seed)}`, path);
  });

  it.each([1, 2, 3])('every HCI packet, seed %i', async (seed) => {
    const path = join(folder, `host-${String(seed)}.pcap`);
    writeFileSync(path, everyHostPacket(seed));
    await expectSame(`generated host log ${String(seed)}`, path);
  });

  // In `peers` both sides ask at the same time; tshark takes the last request of either for the one that is answered.
  it.each([...HOST_LOGS, ...OTHER_LOGS].filter((name) => name !== 'peers'))('virtual hosts: %s', async (name) => {
    await expectSame(`virtual hosts ${name}`, hostLogPath(name));
  });

  it.each(recordings().map((path) => [relative(data ?? '', path), path]))('%s', expectSame);

  it('as many fields as ever are equal', () => {
    const layers = [...equal].map((field) => field.split('.')[0] ?? '');
    console.log(
      [...new Set(layers)].map((layer) => `${layer}: ${String(layers.filter((one) => one === layer).length)} fields equal`).join('\n'),
    );
    expect(equal.size).toBeGreaterThanOrEqual(300);
  });
});

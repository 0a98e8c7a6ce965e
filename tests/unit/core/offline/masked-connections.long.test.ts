import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { maskedContent, type MaskedShareParts } from '../../../../src/core/offline/masked-share.ts';
import type { Run } from '../../../../src/core/keeping/sessions.ts';
import type { CaptureInfo } from '../../../../src/tables/captures.ts';
import { linkCapture, SENT_BY } from '../../../support/every-procedure.ts';
import { acl, event, HCI_FILES } from '../../../support/hci-packet.ts';
import { encodeHere, nodeWorkbench, type NodeWorkbench } from '../../../support/node-workbench.ts';
import { concat, hex } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';
import { SealedLink } from '../../../support/sealed-link.ts';

/** Identifying values sent over connections: plain in one connection, encrypted in another, and in a host log. */
const NAME = "Rosalind's bicycle lock";
const SERIAL = 'SN-4711-0815-A';
const WRITTEN = hex('deadc0de5eed1234');
const UUID = hex('a1a2a3a4b1b2c1c2d1d2e1e2e3e4e5e6');
/** Both devices of `linkCapture`, and its access address. */
const ADDRESSES = ['42:11:11:11:11:11', '41:02:03:04:05:06'];
const ACCESS_ADDRESS = 0x50654a27;

function talk(link: SealedLink): void {
  link.frame(SENT_BY.CENTRAL, 4, hex('10 0100 ffff 0028'));
  link.frame(SENT_BY.PERIPHERAL, 4, concat([hex('11 14 0100 0f00'), UUID]));
  link.frame(SENT_BY.CENTRAL, 4, hex('0a 0300'));
  link.frame(SENT_BY.PERIPHERAL, 4, Uint8Array.from([0x0b, ...Buffer.from(NAME)]));
  link.frame(SENT_BY.CENTRAL, 4, Uint8Array.from([0x12, 5, 0, ...WRITTEN]));
  link.frame(SENT_BY.PERIPHERAL, 0x40, Uint8Array.from(Buffer.from(SERIAL)));
  link.frame(SENT_BY.PERIPHERAL, 6, hex('09 00 060504030241'));
}

function capture(): Uint8Array<ArrayBuffer> {
  const link = new SealedLink(randomSource(3));
  talk(link);
  link.start(link.pair());
  talk(link);
  return linkCapture(link.pdus);
}

const log = (): Uint8Array<ArrayBuffer> =>
  HCI_FILES['btsnoop 1002']!([
    event(0x3e, hex('020100000605040302410302010600')),
    event(0x3e, hex('01 00 4000 00 01 060504030241 1800 0000 4800 00')),
    ...acl(0x40, 4, hex('0a 0300'), [], false),
    ...acl(0x40, 4, Uint8Array.from([0x0b, ...Buffer.from(NAME)])),
  ]);

let bench: NodeWorkbench;
let infos: readonly CaptureInfo[];
beforeAll(async () => {
  bench = await nodeWorkbench();
  const file = new File([capture()], 'lock.pcap');
  infos = [await bench.captures.open(file, { choice: { decrypt: { keys: [] } } }), await bench.open(log(), 'phone.log')];
});
afterAll(() => bench.close());

const parts = (): MaskedShareParts => ({
  engine: bench.engine,
  encode: encodeHere,
  runner: bench.runner,
  file: (id) => bench.captures.file(id),
  open: (file, choice, options) => bench.captures.open(file, { ...options, choice }),
  close: (id) => bench.captures.close(id),
  isOpen: (id) => bench.captures.get(id) !== undefined,
  uuid: () => crypto.randomUUID(),
});

const query = (id: string, sql: string) => ({
  ...{ tool_name: 'capture_query', tool_version: '1.1.0', capture_selection: { capture_id: id }, timeout_ms: 60_000 },
  ...{ request_id: `req-${crypto.randomUUID()}`, arguments: { sql } },
});

/** Every table whole, and the questions that a person would ask of them. */
const STATEMENTS = (id: string): string[] => [
  ...(bench.captures.get(id)?.tables ?? []).map(({ name }) => `SELECT * FROM ${name}`),
  `SELECT count(*) AS n FROM ${id}`,
  `SELECT count(*) AS n FROM ${id}_att`,
  `SELECT decode(value) AS said FROM ${id}_att WHERE opcode = 11`,
  `SELECT a.value, p.channel FROM ${id}_att AS a JOIN ${id} AS p USING (packet_no)`,
  `SELECT packet_no FROM ${id}_att WHERE decode(value) = '${NAME.replaceAll("'", "''")}'`,
  `SELECT packet_no FROM ${id}_connections WHERE peripheral_addr = '${ADDRESSES[1] ?? ''}'`,
  `SELECT packet_no FROM ${id}_connections WHERE access_address = ${String(ACCESS_ADDRESS)}`,
  `SELECT peripheral_addr AS "${NAME}" FROM ${id}_connections`,
];

/** Forms in which a secret may occur in text or octets: as it is, its longest parts, in hexadecimal and in Base64, in both orders. */
function formsOf(octets: Uint8Array): Buffer[] {
  const forward = Buffer.from(octets);
  return [forward, Buffer.from(octets.slice().reverse())].flatMap((each) => [
    each,
    each.subarray(0, 6),
    each.subarray(-6),
    Buffer.from(each.toString('hex')),
    Buffer.from(each.toString('hex').toUpperCase()),
    Buffer.from(each.toString('base64').slice(0, 8)),
  ]);
}

const SECRETS: readonly Uint8Array[] = [
  ...[NAME, SERIAL].map((text) => Buffer.from(text)),
  ...[WRITTEN, UUID],
  ...ADDRESSES.map((address) => hex(address.replaceAll(':', ''))),
];

const found = (bytes: Buffer): string[] => {
  const texts = [...ADDRESSES, String(ACCESS_ADDRESS), NAME.slice(0, 8)].map((text) => Buffer.from(text));
  return [...SECRETS.flatMap(formsOf), ...texts].filter((form) => bytes.includes(form)).map((form) => form.toString('latin1'));
};

describe.each(['mask', 'drop'] as const)('a masked share in mode %s', (payloads) => {
  it('contains no address, name or value from the tables of connections', async () => {
    const runs: Run[] = [];
    for (const { capture_id } of infos)
      for (const sql of STATEMENTS(capture_id)) {
        const invocation = query(capture_id, sql);
        runs.push({ invocation, result: await bench.runner.run(invocation) });
      }
    for (const tool_name of ['connection_overview', 'gatt_overview'])
      for (const { capture_id } of infos) {
        const invocation = { ...query(capture_id, ''), tool_name, tool_version: '1.0.0', arguments: {} };
        runs.push({ invocation, result: await bench.runner.run(invocation) });
      }
    // Results over the decrypted capture are marked as such.
    const ofLock = runs.filter(({ result }) => result.status === 'ok' && result.metadata.captures?.[0]?.capture_id === 'lock');
    expect(ofLock.length).toBeGreaterThan(10);
    expect(ofLock.every(({ result }) => result.metadata.captures?.[0]?.decrypted === true)).toBe(true);
    const answered = runs.filter(({ result }) => result.status === 'ok');
    // The originals say all of it, so that the search can find it.
    expect(answered.length).toBeGreaterThan(20);
    const original = Buffer.from(JSON.stringify(answered.map(({ result }) => result.structured_output)));
    expect(found(original).length).toBeGreaterThan(5);

    for (const text of STATEMENTS('lock')) {
      const content = await maskedContent(infos, answered, JSON.stringify(query('lock', text)), payloads, parts());
      const said = [content.captures.map(({ info }) => info), content.runs, content.invocation, content.report];
      const files = await Promise.all(content.captures.map(async ({ file }) => Buffer.from(await file.arrayBuffer())));
      const everything = Buffer.concat([Buffer.from(JSON.stringify(said)), ...files]);
      expect(found(everything), text).toEqual([]);
      // Of connections a masked capture has the request, with masked addresses, and nothing that was said on them.
      const kept = content.captures.flatMap(({ info }) => (info.tables ?? []).filter(({ row_count }) => row_count > 0));
      expect(kept.map(({ what }) => what)).toEqual(['connections', 'connection_changes']);
      expect(content.captures.map(({ info }) => info.choice?.decrypt)).toEqual([undefined, undefined]);
      // Questions about packets go along, those about connections stay.
      expect(content.report.runs).toBeGreaterThan(0);
      expect(content.report.runs_left_out.length).toBeGreaterThan(10);
    }
  });
});

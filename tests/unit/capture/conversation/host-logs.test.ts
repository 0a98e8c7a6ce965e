import { describe, expect, it } from 'vitest';
import { AirSession } from '../../../support/air-session.ts';
import { openBytes, openFile } from '../../../support/captures.ts';
import type { Opened } from '../../../support/captures.ts';
import { SENT_BY } from '../../../support/every-procedure.ts';
import { HOST_LOGS, hostLogPath, OTHER_LOGS, sentByHosts } from '../../../support/host-logs.ts';
import type { HostLog } from '../../../support/host-logs.ts';
import { concat, hex, u16 } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';

/** Logs of virtual hosts against what these hosts say that they sent, and the same frames as two controllers send them over the air. */
type Row = Readonly<Record<string, unknown>>;
const text = (octets: unknown): string => Buffer.from((octets ?? []) as Uint8Array).toString('hex');

/** ATT PDUs as the rows of a table have them: opcode and everything after it, put together again from the columns. */
function pduOf(rows: readonly Row[]): string {
  const [first = {}] = rows;
  const opcode = Number(first['opcode']);
  const handle = (row: Row, name = 'handle'): string => text(u16(Number(row[name])));
  const value = (row: Row): string => text(row['value']);
  const uuid = (row: Row): string => Buffer.from(String(row['uuid']).replaceAll('-', ''), 'hex').reverse().toString('hex');
  const offset = text(u16(Number(first['value_offset'])));
  const list = (each: (row: Row) => string): string => rows.map(each).join('');
  const octet = (name: string): string => Number(first[name]).toString(16).padStart(2, '0');
  const rest: Readonly<Record<number, () => string>> = {
    0x01: () => octet('about_opcode') + handle(first) + octet('error'),
    0x02: () => text(u16(Number(first['mtu']))),
    0x03: () => text(u16(Number(first['mtu']))),
    0x04: () => handle(first) + handle(first, 'end_handle'),
    0x05: () => octet('item_length') + list((row) => handle(row) + uuid(row)),
    0x06: () => handle(first) + handle(first, 'end_handle') + uuid(first) + value(first),
    0x07: () => list((row) => handle(row) + handle(row, 'end_handle')),
    0x08: () => handle(first) + handle(first, 'end_handle') + uuid(first),
    0x09: () => octet('item_length') + list((row) => handle(row) + value(row)),
    0x0a: () => handle(first),
    0x0b: () => value(first),
    0x0c: () => handle(first) + offset,
    0x0d: () => value(first),
    0x0e: () => list((row) => handle(row)),
    0x0f: () => value(first),
    0x10: () => handle(first) + handle(first, 'end_handle') + uuid(first),
    0x11: () => octet('item_length') + list((row) => handle(row) + handle(row, 'end_handle') + value(row)),
    0x12: () => handle(first) + value(first),
    0x13: () => '',
    0x16: () => handle(first) + offset + value(first),
    0x17: () => handle(first) + offset + value(first),
    0x18: () => octet('flags'),
    0x19: () => '',
    0x1b: () => handle(first) + value(first),
    0x1d: () => handle(first) + value(first),
    0x1e: () => '',
    0x20: () => list((row) => handle(row)),
    0x21: () => list((row) => text(u16((row['value'] as Uint8Array).length)) + value(row)),
    0x52: () => handle(first) + value(first),
    0xd2: () => `${handle(first)}${value(first)}000102030405060708090a0b`,
  };
  return opcode.toString(16).padStart(2, '0') + (rest[opcode]?.() ?? 'no row');
}

/** The rows of each PDU, in the order in which the PDUs were sent. */
function pdus(tables: Opened['tables']): Row[][] {
  const found = new Map<string, Row[]>();
  for (const row of tables['att'] ?? []) {
    const key = String(row['packet_no']);
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return [...found.values()];
}

/** A log once more as the link layer carries its frames. */
function overTheAir(name: HostLog, seed: number): Uint8Array<ArrayBuffer> {
  const session = new AirSession(randomSource(seed), { octets: seed % 2 === 0 ? 27 : 100 });
  const { frames, host } = sentByHosts(name);
  const own = host === 'central' ? SENT_BY.CENTRAL : SENT_BY.PERIPHERAL;
  for (const { to_host, cid, payload } of frames) {
    const octets = hex(payload);
    session.send(to_host ? 5 - own : own, concat([u16(octets.length), u16(cid), octets]));
    // One after another, so that the order of both sides stays.
    session.run(2 + Math.ceil(octets.length / 27));
  }
  return session.recording();
}

describe.each(HOST_LOGS)('%s', (name) => {
  const sent = sentByHosts(name);
  // Which of two clients sent first is not noted.
  const inOrder = (octets: readonly string[]): readonly string[] => (name === 'peers' ? [...octets].sort() : octets);

  it('every frame and every PDU is what was sent, with its time', async () => {
    const { tables } = await openFile(hostLogPath(name));
    const rows = (tables['l2cap'] ?? []).filter(({ item_no }) => item_no === 0);
    expect(rows.map(({ packet_no, cid, complete }) => [packet_no, cid, complete])).toEqual(
      sent.frames.map(({ no, cid }) => [no, cid, true]),
    );
    for (const [i, { cid, payload }] of sent.frames.entries()) if (cid >= 0x40) expect(text(rows[i]?.['payload'])).toBe(payload);
    expect(inOrder(pdus(tables).map(pduOf))).toEqual(inOrder(sent.pdus.map(({ pdu }) => pdu)));
    const timeOf = new Map(sent.frames.map(({ no, us }) => [no, us]));
    for (const row of [...(tables['att'] ?? []), ...(tables['l2cap'] ?? [])]) {
      if (row['request_packet_no'] === undefined) continue;
      const us = (timeOf.get(Number(row['packet_no'])) ?? 0) - (timeOf.get(Number(row['request_packet_no'])) ?? 0);
      expect(row['latency_us'], `packet ${String(row['packet_no'])}`).toBe(BigInt(us));
    }
  });

  it('every response has its request, and says what it is about', async () => {
    const { tables } = await openFile(hostLogPath(name));
    const all = pdus(tables);
    for (const [row = {}] of all) {
      const opcode = Number(row['opcode']);
      if (opcode !== 0x01 && opcode !== 0x1e && (opcode % 2 === 0 || opcode === 0x1b || opcode === 0x1d || opcode > 0x21)) continue;
      const asked = all.find(([request]) => request?.['packet_no'] === row['request_packet_no'])?.[0];
      expect(asked?.['opcode'], `packet ${String(row['packet_no'])}`).toBe(
        opcode === 0x01 ? row['about_opcode'] : opcode === 0x1e ? 0x1d : opcode - 1,
      );
      if (opcode === 0x0b || opcode === 0x13) expect(row['handle']).toBe(asked?.['handle']);
    }
  });

  it.each([1, 2])('the same over the air, seed %i', async (seed) => {
    const { tables } = await openBytes(overTheAir(name, seed), 'air.pcap');
    expect(inOrder(pdus(tables).map(pduOf))).toEqual(inOrder(sent.pdus.map(({ pdu }) => pdu)));
    expect((tables['l2cap'] ?? []).filter(({ complete }) => complete !== true)).toEqual([]);
    expect(tables['connections']).toMatchObject([{ gaps: 0 }]);
    const logged = (await openFile(hostLogPath(name))).tables;
    const about = (rows: readonly Row[] | undefined): unknown => rows?.map(({ opcode, handle, uuid, cid }) => [opcode, handle, uuid, cid]);
    if (name !== 'pairing' && name !== 'refusals') expect(about(tables['att'])).toEqual(about(logged['att']));
  });
});

describe.each(['gatt', 'eatt'] as const)('%s: the tree of the server', (name) => {
  it('has what the server has', async () => {
    const { tables } = await openFile(hostLogPath(name));
    const { server } = sentByHosts(name);
    const isDeclaration = (type: string): boolean => /^280[0-3]$/.test(type);
    const values = new Set(server.filter(({ type }) => type === '2803').map(({ handle }) => handle + 1));
    const wanted = server.flatMap(({ handle, type, value, end }) => {
      if (type === '2800' || type === '2801')
        return [[type === '2800' ? 'primary service' : 'secondary service', handle, uuidOf(value), end]];
      if (type === '2803') return [['characteristic', handle, uuidOf(value.slice(6)), undefined]];
      if (type === '2802') return [['include', handle, uuidOf(value.slice(8)), Buffer.from(value, 'hex').readUInt16LE(2)]];
      return values.has(handle) || isDeclaration(type) ? [] : [['descriptor', handle, type.toUpperCase(), undefined]];
    });
    const rows = (tables['gatt'] ?? []).map(({ kind, handle, uuid, end_handle }) => [kind, handle, uuid, end_handle]);
    // A secondary service is discovered by its include alone.
    const secondary = wanted.filter(([kind]) => kind === 'secondary service').map(([, handle, , end]) => [Number(handle), Number(end)]);
    const isFound = ([kind, handle]: readonly unknown[]): boolean =>
      kind !== 'secondary service' && !secondary.some(([from = 0, to = 0]) => Number(handle) >= from && Number(handle) <= to);
    expect(rows.filter(isFound)).toEqual(wanted.filter(isFound));
    expect(rows.length).toBeGreaterThan(10);
  });
});

it('secondary services are in the tree by their includes and types, with the characteristics in them', async () => {
  const { tables } = await openFile(hostLogPath('peers'));
  const rows = (tables['gatt'] ?? []).filter(({ server }) => server === 'peripheral');
  const { server } = sentByHosts('peers');
  const kinds = { 2800: 'primary service', 2801: 'secondary service', 2802: 'include', 2803: 'characteristic' };
  const values = new Set(server.filter(({ type }) => type === '2803').map(({ handle }) => handle + 1));
  const wanted = server.filter(({ handle }) => !values.has(handle));
  expect(rows.map(({ kind, handle }) => [kind, handle])).toEqual(
    wanted.map(({ handle, type }) => [kinds[type as unknown as keyof typeof kinds] ?? 'descriptor', handle]),
  );
  const secondary = server.filter(({ type }) => type === '2801');
  expect(secondary.length).toBeGreaterThan(2);
  for (const { handle, end } of secondary) {
    const row = rows.find((one) => one['handle'] === handle);
    const inside = rows.filter((one) => one['kind'] === 'characteristic' && Number(one['handle']) > handle && Number(one['handle']) < end);
    for (const { value_handle, uuid } of inside) expect(uuid).toBe(server.find((one) => one.handle === value_handle)?.type.toUpperCase());
    expect(inside.length).toBeGreaterThan(0);
    // The client did not read the UUID of the innermost service.
    if (row?.['uuid'] !== undefined) expect([row['uuid'], row['end_handle']]).toEqual([uuidOf(server[handle - 1]?.value ?? ''), end]);
  }
  expect(rows.filter(({ kind, uuid }) => kind === 'secondary service' && uuid !== undefined)).toHaveLength(secondary.length - 1);
});

it.each(OTHER_LOGS)('%s: every frame is what was sent', async (name) => {
  const { tables } = await openFile(hostLogPath(name));
  const rows = (tables['l2cap'] ?? []).filter(({ item_no }) => item_no === 0);
  expect(rows.map(({ packet_no, cid }) => [packet_no, cid])).toEqual(sentByHosts(name).frames.map(({ no, cid }) => [no, cid]));
});

it('channels of BR/EDR name what they were opened for, and their configuration', async () => {
  const { tables } = await openFile(hostLogPath('classic'));
  const l2cap = tables['l2cap'] ?? [];
  const data = l2cap.filter(({ code, cid }) => code === undefined && Number(cid) >= 0x40);
  expect(new Set(data.map(({ psm }) => psm))).toEqual(new Set([1, 3]));
  expect(l2cap.filter(({ name }) => name === 'L2CAP_CONFIGURATION_REQ').every(({ mtu }) => Number(mtu) > 0)).toBe(true);
});

/** A UUID as the tables write it, from octets with the least significant one first. */
function uuidOf(octets: string): string {
  const digits = Buffer.from(octets, 'hex').reverse().toString('hex').toUpperCase();
  return digits.length === 4 ? digits : digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

it('SDUs of credit-based channels are what was written', async () => {
  const { tables } = await openFile(hostLogPath('channels'));
  const sdus = (tables['l2cap'] ?? []).filter(({ sdu }) => sdu !== undefined);
  const sent = (psm: number): string[] =>
    sdus.filter((row) => row['psm'] === psm && row['sender'] === 'central').map(({ sdu }) => text(sdu));
  const written = [1, 2, 61, 62, 68, 69, 130, 299].map((size) => text(Array.from({ length: size }, (_, i) => (size + i) & 255)));
  expect(sent(0x80)).toEqual(written);
  const enhanced = Buffer.from('enhanced '.repeat(20)).toString('hex');
  expect(sent(0x81)).toEqual([...written, enhanced, enhanced]);
});

it('pairings of every kind say how the two paired', async () => {
  const { tables } = await openFile(hostLogPath('pairing'));
  const methods = (tables['smp'] ?? []).filter(({ method }) => method !== undefined);
  expect(methods.map(({ method, security }) => [method, String(security).startsWith('LE Secure Connections')])).toEqual([
    ['Just Works', false],
    ['Passkey Entry', false],
    ['Just Works', true],
    ['Numeric Comparison', true],
    ['Passkey Entry', true],
  ]);
});

import { readFileSync } from 'node:fs';
import { AirSession } from '../support/air-session.ts';
import { everyHostPacket, everyLinkProcedure, linkCapture, SENT_BY } from '../support/every-procedure.ts';
import { HOST_LOGS, hostLogPath, OTHER_LOGS, sentByHosts } from '../support/host-logs.ts';
import { concat, hex, u16 } from '../support/packet-file.ts';
import { randomSource } from '../support/random.ts';
import type { RandomSource } from '../support/random.ts';
import { SealedLink } from '../support/sealed-link.ts';
import { basicAudio, cisIndication, cisRequest, randomBigInfo, RF, StreamsCapture } from '../support/streams-capture.ts';

/**
 * Mutants of connections: records of data PDUs, of fragments and of HCI packets are changed, cut, left out, repeated and mixed, while the
 * container stays sound, so that every change reaches the tables of connections. Records of mutants with the same `head` make one file.
 */
export interface ConnectionMutant {
  /** Name of the capture whose records were changed. */
  readonly name: string;
  /** Octets before the first record. */
  readonly head: Uint8Array;
  readonly records: readonly Uint8Array[];
}

interface Parent extends ConnectionMutant {
  /** Octets of a record before its packet, the two that say its length, and whether they have the most significant octet first. */
  readonly recordHead: number;
  readonly lengths: readonly number[];
  readonly big: boolean;
  /** Octets that say what kind of packet it is, which are changed seldom. */
  readonly fixed: number;
}

const PCAP = { head: 24, recordHead: 16, lengths: [8, 12], big: false };
const BTSNOOP = { head: 16, recordHead: 24, lengths: [0, 4], big: true };
const MOST_RECORDS = 80;

function parent(name: string, bytes: Uint8Array, { head, ...layout }: typeof PCAP, fixed: number): Parent {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const records: Uint8Array[] = [];
  for (let at = head; at + layout.recordHead <= bytes.length;) {
    const end = at + layout.recordHead + view.getUint32(at + (layout.lengths[0] ?? 0), !layout.big);
    records.push(bytes.subarray(at, end));
    at = end;
  }
  return { name, head: bytes.subarray(0, head), ...layout, fixed, records };
}

/** Pairs, distributes a key, pauses and goes on under that key. */
function sealed(seed: number): Uint8Array {
  const link = new SealedLink(randomSource(seed));
  const bond = link.bond();
  link.start(link.pair());
  link.distribute(SENT_BY.PERIPHERAL, bond);
  for (let i = 0; i < 8; i++) link.frame(SENT_BY.PERIPHERAL, 4, hex(`1b 0300 0${String(i)}`));
  link.pause();
  link.start(bond.ltk, bond);
  for (let i = 0; i < 8; i++) link.frame(SENT_BY.CENTRAL, 4, hex(`52 0300 0${String(i)}`));
  return linkCapture(link.pdus);
}

function overTheAir(name: (typeof HOST_LOGS)[number], seed: number): Uint8Array {
  const session = new AirSession(randomSource(seed), { errors: 5 });
  for (const { to_host, cid, payload } of sentByHosts(name).frames) {
    const octets = hex(payload);
    session.send(to_host ? SENT_BY.PERIPHERAL : SENT_BY.CENTRAL, concat([u16(octets.length), u16(cid), octets]));
    session.run(2);
  }
  return session.recording();
}

/** Two broadcasts and a connection with streams; every second capture has no marks of the sniffer. */
function streams(seed: number): Uint8Array {
  const random = randomSource(seed);
  const capture = new StreamsCapture(seed % 2 === 0);
  capture.auxiliary();
  for (let i = 0; i < 2; i++) {
    const values = randomBigInfo(random);
    capture.announce(values, basicAudio());
    capture.periodic(new Uint8Array(), basicAudio().subarray(0, 30), true);
    capture.chain(basicAudio().subarray(30));
    for (let n = 0; n < 6; n++) capture.bis(values, 1 + random.below(values.numBis), random.below(64), hex('01020304'));
    for (const control of ['00 ffffffff1f 1000', '01 13 1000']) capture.bis(values, 0, 3, hex(control));
  }
  capture.connect();
  for (const [cis, address] of [0x91a3c5e6, 0x6e5ac33d].entries()) {
    capture.control(RF.OF_CENTRAL, [0x1f, ...cisRequest(1, cis)]);
    capture.control(RF.OF_CENTRAL, [0x21, ...cisIndication(address)]);
    for (let n = 0; n < 4; n++) capture.cis(address, RF.CIS_OF_CENTRAL, n % 2 === 0 ? 0 : 0x41, hex('0102'));
    capture.control(RF.OF_PERIPHERAL, cis === 0 ? hex('22 01 00 13') : hex('11 1f 1a'));
  }
  for (let n = 0; n < 6; n++) capture.cis(0xa53c69d2, RF.CIS_OF_CENTRAL, n % 3, hex('0102'), false);
  return capture.bytes();
}

/** Not a Buffer: its `slice` would share memory, and a change would reach every later mutant. */
const hostLog = (name: Parameters<typeof hostLogPath>[0]): Uint8Array => new Uint8Array(readFileSync(hostLogPath(name)));

const parents = (): Parent[] => [
  ...[...HOST_LOGS, ...OTHER_LOGS].map((name) => parent(`${name}.btsnoop`, hostLog(name), BTSNOOP, 1)),
  ...HOST_LOGS.map((name, i) => parent(`${name}-air.pcap`, overTheAir(name, i), PCAP, 14)),
  ...[1, 2].map((seed) => parent(`sealed-${String(seed)}.pcap`, sealed(seed), PCAP, 14)),
  ...[1, 2].map((seed) => parent(`streams-${String(seed)}.pcap`, streams(seed), PCAP, 14)),
  parent('link.pcap', everyLinkProcedure(1), PCAP, 14),
  parent('host.pcap', everyHostPacket(1), PCAP, 5),
];

/** A function that returns the mutant of a source of chance. */
export function connectionMutants(): (random: RandomSource) => ConnectionMutant {
  const all = parents();
  return (random) => {
    const chosen = all[random.below(all.length)]!;
    const { name, head, records } = chosen;
    // The first records hold the connection request.
    const from = random.below(2) === 0 ? 0 : random.below(records.length);
    const kept = [records[0]!, ...records.slice(from, from + MOST_RECORDS)].map((record) => record.slice());
    for (let n = 1 + random.below(12); n > 0 && kept.length > 0; n--) change(kept, chosen, random);
    return { name, head, records: kept };
  };
}

function change(kept: Uint8Array[], { recordHead, lengths, big, fixed, records }: Parent, random: RandomSource): void {
  const i = random.below(kept.length);
  const record = kept[i]!;
  const start = recordHead + (random.below(10) === 0 ? 0 : Math.min(fixed, record.length - recordHead));
  const at = start + random.below(Math.max(1, record.length - start));
  switch (random.below(8)) {
    case 0:
      if (at < record.length) record[at]! ^= 1 << random.below(8);
      return;
    case 1:
      if (at < record.length) record[at] = random.below(256);
      return;
    case 2:
      // Headers and lengths come first.
      for (let n = 0; n < 4 && start + n < record.length; n++) if (random.below(2) === 0) record[start + n] = random.below(256);
      return;
    case 3:
      kept[i] = withLength(record.slice(0, at), recordHead, lengths, big);
      return;
    case 4:
      kept[i] = withLength(
        concat([record, Uint8Array.from({ length: 1 + random.below(40) }, () => random.below(256))]),
        recordHead,
        lengths,
        big,
      );
      return;
    case 5:
      kept.splice(i, 1 + random.below(4));
      return;
    case 6:
      kept.splice(i, 0, ...Array.from({ length: 1 + random.below(20) }, () => record.slice()));
      return;
    default:
      kept.splice(i, 0, records[random.below(records.length)]!.slice());
  }
}

function withLength(record: Uint8Array, recordHead: number, lengths: readonly number[], big: boolean): Uint8Array {
  const view = new DataView(record.buffer, record.byteOffset);
  for (const at of lengths) view.setUint32(at, Math.max(0, record.length - recordHead), !big);
  return record;
}

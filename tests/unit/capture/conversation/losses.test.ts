import { describe, expect, it } from 'vitest';
import { AirSession } from '../../../support/air-session.ts';
import type { AirOptions, Transmission } from '../../../support/air-session.ts';
import { openBytes } from '../../../support/captures.ts';
import type { Opened } from '../../../support/captures.ts';
import { SENT_BY } from '../../../support/every-procedure.ts';
import { concat, u16 } from '../../../support/packet-file.ts';
import { randomSource } from '../../../support/random.ts';
import type { RandomSource } from '../../../support/random.ts';

/**
 * Connections of which a sniffer missed packets, any subset of them: no table holds what was not sent, and where something is missing,
 * the connection says that packets were or may have been missed.
 */
const SESSIONS = Number(process.env['SESSIONS_WITH_LOSSES'] ?? 150);
const SEED = Number(process.env['PROPERTY_SEED'] ?? 28);
const { CENTRAL, PERIPHERAL } = SENT_BY;
const HANDLES = [3, 5, 7, 9];
const CONSTANT = 0x30;
const NOTIFIED = 0x20;
const CHANNEL = 0x45;
const MOST_READS = 30;

const frame = (channel: number, payload: ArrayLike<number>): Uint8Array => concat([u16(payload.length), u16(channel), payload]);
const att = (...parts: readonly ArrayLike<number>[]): Uint8Array => frame(4, concat(parts));
const text = (octets: unknown): string => Buffer.from(octets as Uint8Array).toString('hex');

/** A client that reads at once when it has an answer, a server that notifies, and a stream on a channel of its own; sizes recur. */
function traffic(random: RandomSource, options: AirOptions, drain = 0): AirSession {
  let count = 0;
  const session = new AirSession(random, options, ({ sender, payload }) => {
    const opcode = payload[4];
    const channel = payload[2];
    if (channel === 4 && opcode === 0x0a && sender === CENTRAL) {
      const handle = payload[5] ?? 0;
      const value = concat([[handle], u16(count++), new Uint8Array([0, 60, 60, 90][random.below(4)] ?? 0).fill(handle)]);
      session.after(random.below(3), () => void session.send(PERIPHERAL, att([0x0b], value)));
    } else if (channel === 4 && opcode === 0x0b) session.after(1, read);
  });
  let reads = 0;
  const read = (): void => {
    if (reads++ < MOST_READS) session.send(CENTRAL, att([0x0a], u16(HANDLES[random.below(HANDLES.length)] ?? 3)));
  };
  read();
  for (let i = 0; i < 60; i++) {
    if (random.below(3) === 0) session.send(PERIPHERAL, att([0x1b], u16(NOTIFIED), u16(count++), new Uint8Array(70)));
    if (random.below(3) === 0) session.send(PERIPHERAL, att([0x1b], u16(CONSTANT), [72]));
    if (random.below(3) === 0) session.send(CENTRAL, frame(CHANNEL, concat([u16(count++), new Uint8Array(75)])));
    session.run(1 + random.below(2));
  }
  session.run(drain);
  return session;
}

/** Which packets a sniffer misses: single ones, runs of them, those of one side, or whole connection events. */
function misses(random: RandomSource): (transmission: Transmission) => boolean {
  const chance = [5, 20, 50, 80][random.below(4)] ?? 5;
  const kind = random.below(4);
  let left = 0;
  let last = { us: 0, missed: false };
  return ({ us, sender }) => {
    if (kind === 1 && left-- > 0) return true;
    if (kind === 3) {
      if (us - last.us > 4_000) last = { us, missed: random.below(100) < chance };
      else last = { us, missed: last.missed };
      return last.missed;
    }
    const missed = random.below(100) < chance && !(kind === 2 && sender === CENTRAL);
    if (missed && kind === 1) left = random.below(6);
    return missed;
  };
}

const OPTIONS: readonly AirOptions[] = [
  {},
  { errors: 5 },
  { latency: 4 },
  { latency: 4, errors: 10, intervalUs: 7_500, eventUs: 7_000 },
  { errors: 20, octets: 60, intervalUs: 50_000, eventUs: 10_000 },
];

function check({ tables }: Opened, session: AirSession, heard: readonly Transmission[]): { rows: number; matched: number; whole: number } {
  const frames = session.frames.map(({ payload }) => payload);
  const sentValues = new Set(frames.filter((one) => one[2] === 4 && one[4] === 0x0b).map((one) => text(one.subarray(5))));
  const notified = new Set(frames.filter((one) => one[4] === 0x1b).map((one) => `${text(one.subarray(5, 7))} ${text(one.subarray(7))}`));
  const stream = frames.filter((one) => one[2] === CHANNEL).map((one) => text(one.subarray(4)));
  // The packet of the CONNECT_IND is number 1.
  const at = (no: unknown): Transmission => heard[Number(no) - 2]!;
  let matched = 0;
  for (const row of tables['att'] ?? []) {
    const value = row['value'] === undefined ? '' : text(row['value']);
    if (row['opcode'] === 0x1b) expect(notified, `notified ${value}`).toContain(`${text(u16(Number(row['handle'])))} ${value}`);
    if (row['opcode'] !== 0x0b) continue;
    expect(sentValues, `read ${value}`).toContain(value);
    if (row['handle'] === undefined) continue;
    matched++;
    expect(row['handle'], `the handle of ${value}`).toBe(Number.parseInt(value.slice(0, 2), 16));
    const [asked, answered] = [at(row['request_packet_no']), at(row['packet_no'])];
    expect(row['latency_us']).toBe(BigInt(answered.us - asked.us));
    expect(session.frames[asked.frameNo ?? -1]?.payload[5]).toBe(row['handle']);
  }
  for (const row of tables['l2cap'] ?? []) {
    if (row['cid'] !== CHANNEL) continue;
    const payload = text(row['payload']);
    const like = (one: string): boolean => (row['complete'] === true ? one === payload : one.startsWith(payload));
    expect(stream.some(like), `stream ${payload}`).toBe(true);
  }
  const whole = (tables['l2cap'] ?? []).filter(({ complete }) => complete === true).length;
  return { rows: whole, matched, whole };
}

/** A PDU with content that no heard packet carries, between two that were heard. */
function isAnyMissing(session: AirSession, heard: readonly Transmission[]): boolean {
  const known = new Set(heard.map(({ sender, pduNo }) => `${String(sender)} ${String(pduNo)}`));
  const last = heard.at(-1)?.us ?? 0;
  return session.sent.some(
    ({ us, sender, pduNo, frameNo }) => frameNo !== null && us < last && !known.has(`${String(sender)} ${String(pduNo)}`),
  );
}

describe('packets that a sniffer missed', () => {
  it.each(OPTIONS)('none, with %o: every frame is whole, and every answer has its request', async (options) => {
    const session = traffic(randomSource(SEED), options, 400);
    const opened = await openBytes(session.recording(), 'whole.pcap');
    check(opened, session, session.sent);
    const { tables } = opened;
    const rows = tables['l2cap'] ?? [];
    // An error on the air may look like a missed packet, so that the rest of a frame is left out.
    const whole = rows.filter(({ complete }) => complete === true).length;
    console.log(`${JSON.stringify(options)}: ${String(whole)} of ${String(session.frames.length)} frames whole`);
    expect(rows.filter(({ complete }) => complete === false)).toEqual([]);
    expect(rows).toHaveLength(session.frames.length);
    expect(whole).toBeGreaterThan(session.frames.length * (options.errors === undefined ? 0.9 : 0.6));
    const answers = (tables['att'] ?? []).filter(({ opcode }) => opcode === 0x0b);
    expect(answers.filter(({ handle }) => handle === undefined).length).toBeLessThan(
      answers.length / (options.errors === undefined ? 10 : 2),
    );
    expect(tables['connections']).toMatchObject([{ gaps: 0 }]);
  });

  it('any subset: nothing is stated that was not sent, and what is missing is said', async () => {
    let [frames, rows, matched, wanting] = [0, 0, 0, 0];
    for (let i = 0; i < SESSIONS; i++) {
      const random = randomSource(SEED * 1_000_003 + i);
      const session = traffic(random, OPTIONS[i % OPTIONS.length]!);
      const missed = misses(random);
      const heard = session.sent.filter((one) => !missed(one));
      const kept = new Set(heard);
      const opened = await openBytes(
        session.recording((one) => kept.has(one)),
        `missed-${String(i)}.pcap`,
      );
      try {
        const found = check(opened, session, heard);
        rows += found.rows;
        matched += found.matched;
      } catch (error) {
        throw new Error(`session ${String(i)}`, { cause: error });
      }
      frames += session.frames.length;
      if (!isAnyMissing(session, heard)) continue;
      wanting++;
      const [connection] = opened.tables['connections'] ?? [];
      expect(Number(connection?.['gaps']) + Number(connection?.['possible_gaps']), `session ${String(i)}`).toBeGreaterThan(0);
    }
    console.log(`${String(SESSIONS)} sessions: ${String(rows)} of ${String(frames)} frames whole, ${String(matched)} answers matched`);
    expect(wanting).toBeGreaterThan(SESSIONS / 2);
    expect(matched).toBeGreaterThan(SESSIONS);
  }, 600_000);
});

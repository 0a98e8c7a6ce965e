import { amount } from '../../../base/amount.ts';
import { classOf, isFindMy } from '../../linkage/classify.ts';
import { probabilityWords } from '../../linkage/probability-words.ts';
import { countersOf } from './counters.ts';
import type { Advertised, Device, Rotation } from './device.ts';
import type { Answer, Code, Finding } from './schema.ts';

/**
 * Longest lifetime in s of an address that follows the Core specification's default timeout (Vol 4 Part E 7.8.45), with the delay seen in
 * public recordings.
 */
const DEFAULT_S = 1030;
const LONGEST_S = 3600;
/** Lifetimes that differ by less than this share suggest a fixed timer. */
const FIXED = 0.02;
const FEWEST_LIVES = 3;
/** If a payload changes within this time in s after the address, both count as changed together: one event of a slow advertiser. */
const TOGETHER_S = 2;
/** A payload with at least this many bytes of its own is unlikely to be a common one. */
const TELLING_BYTES = 3;
/** With at least this many unchanged bytes, a payload identifies the device even if no other device has its structure. */
const MANY_BYTES = 6;
/** Unchanged bytes identify the device if at most this share of the other devices with the same structure have them too. */
const RARE = 0.1;
/** If the address changes of two streams are further apart than this, in s, they do not change together. */
const APART_S = 5;
const ROWS = 10;

const SEVERITY: Readonly<Record<Code, Finding['severity']>> = {
  STATIC_ADDRESS: 'high',
  NO_ROTATION: 'high',
  SLOW_ROTATION: 'medium',
  PREDICTABLE_ROTATION: 'low',
  PAYLOAD_OUTLIVES_ADDRESS: 'high',
  STATIC_PAYLOAD: 'high',
  BYTES_SURVIVE: 'medium',
  COUNTER_CONTINUES: 'high',
  NAME_KEPT: 'high',
  NAME_SENT: 'medium',
  STREAMS_ROTATE_APART: 'medium',
  CONNECTABLE_IDENTIFIABLE: 'medium',
  CAN_BE_FOLLOWED: 'medium',
  TOO_SHORT: 'info',
};

const REMEDY: Readonly<Record<Code, string>> = {
  STATIC_ADDRESS: 'Advertise under a resolvable private address and give bonded peers the resolving key.',
  NO_ROTATION:
    'Let the controller change the address: resolvable private address timeout of 900 s or less, and check that it runs while advertising.',
  SLOW_ROTATION: 'Set the timeout to 900 s or less (Core default; Android allows at most 15 min).',
  PREDICTABLE_ROTATION: 'Draw each life at random: 8 to 15 min as Core 6.1 does, 5 to 15 min as Android asks.',
  PAYLOAD_OUTLIVES_ADDRESS:
    'Stop advertising, change address and payload, and start again, so that no event carries the new address with the old payload.',
  STATIC_PAYLOAD: 'Take what is unique out of the payload, or derive it afresh with every address.',
  BYTES_SURVIVE: 'Derive these bytes afresh with every address, or make them equal on all devices of the model.',
  COUNTER_CONTINUES: 'Start the counter at a random value with every address, or do not send it in clear.',
  NAME_KEPT: 'Do not send the name in advertising data; let bonded peers read it over an encrypted link.',
  NAME_SENT: 'Do not send a personal name under a private address.',
  STREAMS_ROTATE_APART: 'Change the addresses of all advertising sets in the same instant.',
  CONNECTABLE_IDENTIFIABLE: 'Mend what identifies the device first; until then accept connections from bonded peers only.',
  CAN_BE_FOLLOWED: 'Mend the other findings; a random pause around a change and a level that is not constant make following harder.',
  TOO_SHORT: 'Record for 45 minutes at least, with the device advertising all the time.',
};

const ORDER = ['high', 'medium', 'low', 'info'];

/** Applies all rules to one device; findings are ordered by severity, most severe first. */
export function findingsOf(device: Device, followed: Answer['followed'], instantOf: (time: number) => string): Finding[] {
  const { observation, streams } = device;
  const { First, Last } = observation.features.columns;
  const name = (number: number): string => observation.addresses[number]!.address;
  const findings: Finding[] = [];
  const find = (code: Code, statement: string, rows: readonly { number: number; time: number; what: string }[] = []): void => {
    const evidence = rows.slice(0, ROWS).map(({ number, time, what }) => ({ address: name(number), at: instantOf(time), what }));
    findings.push({ code, severity: SEVERITY[code], statement, evidence, remedy: REMEDY[code] });
  };
  const rotations = streams.flatMap((stream) => stream.rotations);
  intervals(device, find);
  payloads(device, rotations, find);
  for (const { rotation, at, steps } of countersOf(device)) {
    const what = `byte ${String(at)} counted ${String(steps)} times under the first address and went on by a like step under the second`;
    find('COUNTER_CONTINUES', 'A byte of the payload counts up and goes on over a change of address', [
      { number: rotation.to, time: First[rotation.to]!, what },
    ]);
  }
  names(device, find);
  apart(device, find);
  const identifying = findings.filter(({ severity }) => severity === 'high');
  const open = device.advertised.find(({ type }) => type === 'ADV_IND' || type === 'ADV_DIRECT_IND');
  if (identifying.length > 0 && open !== undefined)
    find('CONNECTABLE_IDENTIFIABLE', 'The device invites connections while it can be identified', [
      { number: open.number, time: open.first, what: open.type },
    ]);
  if (followed.rotations > 0 && followed.followed_share >= 0.5) {
    const share = `${String(Math.round(followed.followed_share * 100))} % of ${amount(followed.rotations, 'change of address', 'changes of address')} with a probability of 0.5 or more`;
    find(
      'CAN_BE_FOLLOWED',
      `In this capture the linkage model would have followed the device: ${share}; for investigation, not proof`,
      rotations.map(({ from, to, probability }) => ({
        number: to,
        time: First[to]!,
        what: `follows ${name(from)} with probability ${probabilityWords(probability)}`,
      })),
    );
  }
  const longest = streams.flatMap(({ members }) => members).reduce((most, number) => Math.max(most, Last[number]! - First[number]!), 0);
  if (rotations.length === 0 && longest <= DEFAULT_S)
    find('TOO_SHORT', `No change of address was seen in ${device.spanWords(longest)}: nothing can be said of rotation`);
  return findings.sort((a, b) => ORDER.indexOf(a.severity) - ORDER.indexOf(b.severity));
}

type Find = (code: Code, statement: string, rows?: readonly { number: number; time: number; what: string }[]) => void;

function intervals({ observation, streams, spanWords }: Device, find: Find): void {
  const { First, Last } = observation.features.columns;
  const members = streams.flatMap((stream) => stream.members);
  const life = (number: number): number => Last[number]! - First[number]!;
  const row = (number: number) => ({ number, time: First[number]!, what: `sent for ${spanWords(life(number))}` });
  const still = members.filter((number) => {
    const type = classOf(observation.addresses[number]!);
    return (type === 'public' || type === 'random_static') && !isFindMy(observation.addresses[number]!);
  });
  if (still.length > 0) find('STATIC_ADDRESS', 'The device advertises under an address of a class that does not rotate', still.map(row));
  const rotating = members.filter((number) => !still.includes(number));
  const never = rotating.filter((number) => life(number) > LONGEST_S);
  if (never.length > 0) find('NO_ROTATION', 'A private address was kept for longer than the largest timeout of 3600 s', never.map(row));
  const slow = rotating.filter((number) => life(number) > DEFAULT_S && life(number) <= LONGEST_S);
  if (slow.length > 0)
    find('SLOW_ROTATION', 'A private address was kept for longer than the default of 900 s and its usual delay', slow.map(row));
  for (const { lives } of streams) {
    const timed = alike(lives);
    // Require only half of the lifetimes, because a pause of the recording or a restart may spoil one although there is a timer.
    if (timed.length < FEWEST_LIVES || 2 * timed.length <= lives.length) continue;
    const [least, most] = [timed[0]!.seconds, timed.at(-1)!.seconds];
    const how = timed.length === lives.length ? String(lives.length) : `${String(timed.length)} of ${String(lives.length)}`;
    find(
      'PREDICTABLE_ROTATION',
      `Addresses change on a fixed timer: ${how} lives between ${spanWords(least)} and ${spanWords(most)}`,
      lives
        .filter((each) => timed.includes(each))
        .map((each) => ({ number: each.number, time: First[each.number]!, what: `lived ${spanWords(each.seconds)}` })),
    );
  }
}

/** The largest group of lifetimes that differ by less than `FIXED`, shortest first. */
function alike<Life extends { readonly seconds: number }>(lives: readonly Life[]): readonly Life[] {
  const sorted = [...lives].sort((a, b) => a.seconds - b.seconds);
  let best: readonly Life[] = [];
  for (let from = 0, to = 0; from < sorted.length; from++) {
    while (to < sorted.length && sorted[to]!.seconds - sorted[from]!.seconds <= FIXED * sorted[to]!.seconds) to++;
    if (to - from > best.length) best = sorted.slice(from, to);
  }
  return best;
}

function payloads(device: Device, rotations: readonly Rotation[], find: Find): void {
  const { observation, advertised, spanWords } = device;
  const { First, Last } = observation.features.columns;
  const own = (number: number): number =>
    Math.max(0, ...advertised.filter((each) => each.number === number).map((each) => each.own.length));
  const row = ({ to, carried }: Rotation) => ({
    number: to,
    time: First[to]!,
    what: `the payload of the address before went on for ${spanWords(carried)}`,
  });
  const kept = rotations.filter(({ to, carried }) => carried > TOGETHER_S && own(to) >= TELLING_BYTES);
  const whole = kept.filter(({ to, carried }) => carried >= 0.9 * (Last[to]! - First[to]!));
  const late = kept.filter((each) => !whole.includes(each));
  if (late.length > 0) find('PAYLOAD_OUTLIVES_ADDRESS', 'The payload changes later than the address: it joins the two', late.map(row));
  if (whole.length > 0) find('STATIC_PAYLOAD', 'Addresses change while a payload that nobody else here sends stays', whole.map(row));
  const partly = rotations.filter((each) => !kept.includes(each) && survives(each, device));
  if (partly.length > 0)
    find(
      'BYTES_SURVIVE',
      'Bytes of the payload outlive the address and few others here send them',
      partly.map(({ to, kept: same, bytes }) => ({
        number: to,
        time: First[to]!,
        what: `${String(same)} of ${String(bytes)} bytes stayed`,
      })),
    );
}

/** Whether the unchanged bytes distinguish the device from others that send the same structure. */
function survives({ to, keptAt }: Rotation, { observation, advertised, streams }: Device): boolean {
  const early = advertised.find(({ number, type }) => number === to && type !== 'SCAN_RSP');
  if (early === undefined || keptAt.length === 0) return false;
  const mine = new Set(streams.flatMap(({ members }) => members));
  const layout = `${early.type} ${early.layout}`;
  const others = observation.addresses.filter(({ payload }, number) => payload.layout === layout && !mine.has(number));
  if (others.length === 0) return keptAt.length >= MANY_BYTES;
  const alike = others.filter(({ payload }) => keptAt.every((at) => sameByte(payload.content.slice(early.type.length + 1), at, early)));
  return alike.length <= RARE * others.length && keptAt.length >= TELLING_BYTES;
}

/** Whether another payload has the same byte. Bytes known to change are dots in `hex` and never count. */
function sameByte(hex: string, at: number, { data }: Advertised): boolean {
  const text = hex.slice(2 * at, 2 * at + 2);
  return text === '..' || Number.parseInt(text, 16) === data[at];
}

/** Reports that a name stays the same, but only its length, because the name may be a person's. */
function names({ advertised }: Device, find: Find): void {
  const named = advertised.filter(({ nameLength }) => nameLength > 0);
  const [first] = named;
  if (first === undefined) return;
  const rows = named.map(({ number, first: time, nameLength }) => ({ number, time, what: `a name of ${String(nameLength)} characters` }));
  const kept = named.some((each) => named.some((other) => other.number !== each.number && other.nameKey === each.nameKey));
  if (kept) find('NAME_KEPT', 'The same name is sent under several addresses', rows);
  else find('NAME_SENT', 'A name is sent in clear under a private address', rows);
}

/** Reports streams whose addresses change at different moments: while one changes, the unchanged other one links the two. */
function apart({ observation, streams }: Device, find: Find): void {
  const { First, Last } = observation.features.columns;
  const rows = streams.flatMap((stream) =>
    stream.rotations.flatMap(({ to }) => {
      const at = First[to]!;
      const across = streams
        .filter((other) => other !== stream)
        .flatMap(({ members }) => members)
        .find((number) => First[number]! < at - APART_S && Last[number]! > at + APART_S);
      const address = observation.addresses[across ?? -1]?.address;
      return address === undefined ? [] : [{ number: to, time: at, what: `${address} went on meanwhile` }];
    }),
  );
  if (rows.length > 0) find('STREAMS_ROTATE_APART', 'The device sends several streams whose addresses do not change together', rows);
}

import { readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { copyName, hideNames, renameAddresses, renameText } from '../support/frame-edit.ts';
import type { CapturedFrame } from '../support/pcapng-file.ts';
import { readPcapng, writePcapng } from '../support/pcapng-file.ts';
import type { TrueStream } from './truth.ts';
import { chamberTruth, roomTruth } from './truth.ts';

/** Recordings that are analysed as one selection, and who sent what in them. Names are hidden. */
export interface LabelledSet {
  readonly name: string;
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[];
  readonly streams: readonly TrueStream[];
  readonly windows: readonly number[];
}

/** Where the recordings lie and what they are called there. */
export interface Recordings {
  chamber(session: Session): readonly string[];
  chamberTruth: string;
  rooms(folder: string): readonly string[];
  roomTruth: string;
}

export const SESSIONS = {
  s10: 'Samsung Galaxy S10',
  s7: 'Samsung Galaxy S7-1',
  iphone: 'iPhone 11-1',
} as const;
export type Session = keyof typeof SESSIONS;

const FOLDERS: Readonly<Record<Session, string>> = { s10: 'samsung-galaxy-s10', s7: 'samsung-galaxy-s7-1', iphone: 'iphone-11-1' };

/** The whole public set, as `WORKBENCH_DATA` names it. */
export function recordingsIn(folder: string): Recordings {
  const list = (path: string): string[] =>
    readdirSync(join(folder, 'captures', path))
      .filter((name) => name.endsWith('.pcapng'))
      .sort()
      .map((name) => join(folder, 'captures', path, name));
  return {
    chamber: (session) => list(`pact/${FOLDERS[session]}`),
    chamberTruth: join(folder, 'captures/pact/ground-truth.tsv'),
    rooms: (room) => list(`mitll/${room}`),
    roomTruth: join(folder, 'captures/mitll/ground-truth.tsv'),
  };
}

/** The part of it that lies in the clone: the chamber sessions as one channel heard them. */
export function fixtureRecordings(): Recordings {
  const folder = 'tests/fixtures/captures/pact/sessions';
  const names = readdirSync(folder).sort();
  return {
    chamber: (session) => names.filter((name) => name.startsWith(`${session}_`)).map((name) => join(folder, name)),
    chamberTruth: 'tests/fixtures/captures/pact/ground-truth.tsv',
    rooms: () => [],
    roomTruth: 'tests/fixtures/captures/mitll/ground-truth.tsv',
  };
}

interface Take {
  readonly session: Session;
  /** Seconds by which the session is moved, after all are made to start together. */
  readonly shift_s: number;
  /** Another emitter of the same model: the same recording under other addresses. */
  readonly copy: number;
}

const take = (session: Session, shift_s: number, copy = 0): Take => ({ session, shift_s, copy });

/** Sessions merged with a time shift: the truth of many devices by construction. */
const MERGES: Readonly<Record<string, readonly Take[]>> = {
  'S10 + S7': [take('s10', 0), take('s7', 311)],
  'S10 + iPhone': [take('s10', 0), take('iphone', 457)],
  'S7 + iPhone': [take('s7', 0), take('iphone', 223)],
  'S10 + S7 + iPhone': [take('s10', 0), take('s7', 131), take('iphone', 509)],
  'three S10': [take('s10', 0), take('s10', 217, 1), take('s10', 604, 2)],
  'two of each phone': [
    take('s10', 0),
    take('s10', 173, 1),
    take('s7', 67),
    take('s7', 389, 2),
    take('iphone', 31),
    take('iphone', 547, 3),
  ],
};

export function chamberSet(recordings: Recordings, name: string, takes: readonly Take[], windows: readonly number[]): LabelledSet {
  const parts = takes.map((each) => ({ ...each, files: recordings.chamber(each.session).map((path) => ({ path, frames: hidden(path) })) }));
  const starts = parts.map(({ files }) => Math.min(...files.map(({ frames }) => frames[0]?.us ?? Infinity)));
  const files = parts.flatMap(({ files: own, shift_s, copy, session }, at) =>
    own.map(({ path, frames }) => {
      const moved = frames.map((frame) => ({ ...frame, us: frame.us - starts[at]! + starts[0]! + shift_s * 1e6 }));
      const renamed = copy === 0 ? moved : moved.map((frame) => renameAddresses(frame, copyName(copy)));
      return { name: `${session}_${String(copy)}_${basename(path)}`, bytes: writePcapng(renamed) };
    }),
  );
  const streams = takes.flatMap(({ session, copy }) =>
    chamberTruth(recordings.chamberTruth, SESSIONS[session]).map((stream) => ({
      emitter: `${stream.emitter} ${String(copy)}`,
      addresses: copy === 0 ? stream.addresses : stream.addresses.map((address) => renameText(address, copyName(copy))),
    })),
  );
  return { name, files, streams, windows };
}

const hidden = (path: string): CapturedFrame[] => hideNames(readPcapng(readFileSync(path)));

/** A set under its name, made when it is its turn, because sets are large. */
export interface NamedSet {
  readonly name: string;
  readonly make: () => LabelledSet;
}

export function mergedSets(recordings: Recordings, windows: readonly number[], atLeast = 1): NamedSet[] {
  return Object.entries(MERGES)
    .filter(([, takes]) => takes.length >= atLeast)
    .map(([name, takes]) => ({ name, make: () => chamberSet(recordings, name, takes, windows) }));
}

const ROOMS = [
  { folder: 'anechoic-nrf52', environment: '1-May Anechoic Chamber', sniffer: 'nRF52' },
  { folder: 'anechoic-ubertooth', environment: '1-May Anechoic Chamber', sniffer: 'Ubertooth' },
  { folder: 'screen-room-nrf52', environment: '1-May Screen Room', sniffer: 'nRF52' },
] as const;

/** Every set of the larger recordings that is analysed as files, by the whole product. */
export function labelledSets(recordings: Recordings): NamedSet[] {
  const singles = (Object.keys(SESSIONS) as Session[]).map((session) => {
    const name = `${SESSIONS[session]} alone`;
    return { name, make: () => chamberSet(recordings, name, [take(session, 0)], [60, 300]) };
  });
  const rooms = ROOMS.map(({ folder, environment, sniffer }) => {
    const name = `${folder} (names hidden)`;
    const files = () => recordings.rooms(folder).map((path) => ({ name: basename(path), bytes: writePcapng(hidden(path)) }));
    const make = () => ({
      name,
      files: files(),
      streams: roomTruth(recordings.roomTruth, environment, sniffer),
      windows: [10, 60, 300, 1200],
    });
    return { name, make };
  });
  return [...singles, ...mergedSets(recordings, [60, 300]), ...rooms];
}

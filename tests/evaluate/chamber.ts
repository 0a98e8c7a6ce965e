import { readFileSync } from 'node:fs';
import { copyName, hideNames, renameText, textOf } from '../support/frame-edit.ts';
import { readPcapng } from '../support/pcapng-file.ts';
import { randomSource } from '../support/random.ts';
import type { SceneFrame } from '../support/scene/scene.ts';
import type { HeardSet } from './heard.ts';
import type { Recordings, Session } from './sets.ts';
import { SESSIONS } from './sets.ts';
import type { TrueStream } from './truth.ts';
import { chamberTruth } from './truth.ts';

/**
 * Sets made of the chamber sessions: whole sessions laid over one another, and emitters of one model cut out of a
 * session. All frames are put on one clock, because frames of different recordings would tell by their clocks alone
 * that they do not belong together.
 */
interface Piece {
  readonly session: Session;
  /** Seconds of the session that are taken. */
  readonly from: number;
  readonly to: number;
  /** Seconds by which they are moved. */
  readonly shift: number;
}

interface HeardSession {
  readonly frames: readonly (Omit<SceneFrame, 'address'> & { readonly address: string })[];
  readonly streams: readonly TrueStream[];
}

const HEADER_AT = 21;
const ADDRESS_AT = 23;
const DATA_AT = 29;

/** A session's good frames with the time by the radio's clock, which ends where the host's does, file by file. */
function hear(recordings: Recordings, session: Session): HeardSession {
  const payloads = new Map<string, Uint8Array>();
  const frames = recordings.chamber(session).flatMap((path) => {
    const raw = hideNames(readPcapng(readFileSync(path)));
    let end = 0;
    const heard = raw.map(({ bytes, us }) => {
      const start = end + new DataView(bytes.buffer, bytes.byteOffset).getUint32(13, true);
      end = start + 8 * (10 + bytes[HEADER_AT + 1]!);
      return { bytes, us, start };
    });
    const last = heard.at(-1);
    return heard.flatMap(({ bytes, start }) => {
      const pdu = bytes[HEADER_AT]! & 15;
      if ((bytes[8]! & 1) === 0 || ![0, 2, 4, 6].includes(pdu)) return [];
      const bare = bytes.slice(DATA_AT, HEADER_AT + 2 + bytes[HEADER_AT + 1]!);
      const key = bare.join();
      const data = payloads.get(key) ?? bare;
      payloads.set(key, data);
      return [
        {
          us: last.us - (last.start - start),
          channel: bytes[9]!,
          rssi: -bytes[10]!,
          pdu,
          random: (bytes[HEADER_AT]! & 0x40) !== 0,
          address: textOf(bytes.subarray(ADDRESS_AT, DATA_AT)),
          data,
        },
      ];
    });
  });
  const streams = chamberTruth(recordings.chamberTruth, SESSIONS[session]);
  const known = new Set(streams.flatMap(({ addresses }) => addresses));
  return { frames: frames.filter(({ address }) => known.has(address)).sort((a, b) => a.us - b.us), streams };
}

function layOver(name: string, sessions: ReadonlyMap<Session, HeardSession>, pieces: readonly Piece[]): HeardSet {
  const addresses: string[] = [];
  const streams: TrueStream[] = [];
  const frames: SceneFrame[] = [];
  const epoch = Math.min(...[...sessions.values()].map((each) => each.frames[0]!.us));
  pieces.forEach(({ session, from, to, shift }, copy) => {
    const numbers = new Map<string, number>();
    const own = sessions.get(session)!;
    const start = own.frames[0]!.us;
    const renamed = (address: string): string => (copy === 0 ? address : renameText(address, copyName(copy)));
    for (const frame of own.frames) {
      const at = (frame.us - start) / 1e6;
      if (at < from || at >= to) continue;
      let number = numbers.get(frame.address);
      if (number === undefined) {
        number = addresses.push(renamed(frame.address)) - 1;
        numbers.set(frame.address, number);
      }
      frames.push({ ...frame, us: Math.round(epoch + (at - from + shift) * 1e6), address: number });
    }
    for (const stream of own.streams) {
      const kept = stream.addresses.filter((address) => numbers.has(address)).map(renamed);
      if (kept.length > 0) streams.push({ emitter: `${stream.emitter} ${String(copy)}`, addresses: kept });
    }
  });
  return { name, frames: frames.sort((a, b) => a.us - b.us), addresses, streams, windows: [60, 300], minimum: 30 };
}

const MODELS = Object.keys(SESSIONS) as Session[];
const EMITTERS = 27;
/** Each emitter is heard for 25 minutes, which holds one rotation or two, beginning within 5 minutes of the others. */
const PIECE_S = 1500;
const SPREAD_S = 300;
const SEED = 27;

/** What is made of the chamber sessions; each when it is its turn. */
export function chamberSets(recordings: Recordings): { readonly name: string; readonly make: () => HeardSet }[] {
  const heard = new Map<Session, HeardSession>();
  const listen = (needed: readonly Session[]): ReadonlyMap<Session, HeardSession> => {
    for (const session of needed) if (!heard.has(session)) heard.set(session, hear(recordings, session));
    return heard;
  };
  const merges = [2, 3, 4, 5, 6].flatMap((size) =>
    [1, 2, 3].map((draw) => {
      const name = `${String(size)} sessions shifted, draw ${String(draw)}`;
      return { name, make: () => layOver(name, listen(MODELS), drawn(size, draw)) };
    }),
  );
  const alike = MODELS.map((session) => {
    const name = `${String(EMITTERS)} emitters of one ${SESSIONS[session]}`;
    return { name, make: () => layOver(name, listen([session]), cuts(session, listen([session]).get(session)!)) };
  });
  return [...merges, ...alike];
}

/** Whole sessions, any of them more than once, moved by up to a rotation period. */
function drawn(size: number, draw: number): Piece[] {
  const random = randomSource(100 * size + draw);
  return Array.from({ length: size }, () => ({
    session: MODELS[random.below(MODELS.length)]!,
    from: 0,
    to: Infinity,
    shift: random.between(0, 900),
  }));
}

function cuts(session: Session, { frames }: HeardSession): Piece[] {
  const random = randomSource(SEED);
  const length = (frames.at(-1)!.us - frames[0]!.us) / 1e6;
  return Array.from({ length: EMITTERS }, (_, n) => {
    const from = ((length - PIECE_S) * n) / (EMITTERS - 1);
    return { session, from, to: from + PIECE_S, shift: random.between(0, SPREAD_S) };
  });
}

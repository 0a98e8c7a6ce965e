import { concat } from '../support/packet-file.ts';
import { randomSource } from '../support/random.ts';
import { connectionMutants } from './connection-mutants.ts';
import type { ConnectionMutant } from './connection-mutants.ts';
import { decodeFile, emptyTally } from './decode-mutants.ts';
import type { Tally } from './decode-mutants.ts';

/** Opening a file costs as much as decoding dozens of mutants, so mutants of this many numbers in a row share files. */
const BLOCK = 4096;
/** One mutant in so many has a file of its own: there the decoder knows nothing from other mutants. Odd, for keys go by even and odd. */
const ALONE_EVERY = 127;
/** Shared files of some 50,000 records give up to 0.05 rows per byte and take 0.5 s; with keys 3 s, because passkeys are searched. */
const MOST = { rowsPerByte: 0.1, ms: 3_000 };
const MOST_WITH_KEYS = { ...MOST, ms: 12_000 };
/** One shared file in so many is read back. There are six in a block, which all have their turn. */
const READ_BACK_EVERY = 7;
/** After this the search ends, and the mutants that are left are named: with slow files it would take hours. */
const MOST_SEARCH_MS = 60_000;

interface NumberedMutant extends ConnectionMutant {
  readonly number: number;
}

/**
 * Decodes the mutants of connections `first` to `first + count - 1`. Throws on the first file that is no capture with problems and no clear
 * error, naming the fewest of its mutants that fail together.
 */
export async function decodeConnections(
  count: number,
  first: number,
  onProgress: (done: number) => void = () => undefined,
): Promise<Tally> {
  const tally = emptyTally();
  const mutantOf = connectionMutants();
  let shared = 0;
  for (let from = first; from < first + count;) {
    const to = Math.min(first + count, from - (from % BLOCK) + BLOCK);
    const block = Array.from({ length: to - from }, (_, i) => {
      const number = from + i;
      return { number, ...mutantOf(randomSource(number >>> 0)) };
    });
    for (const file of filesOf(block)) await decodeTogether(file, file.length === 1 || shared++ % READ_BACK_EVERY === 0, tally);
    from = to;
    onProgress(from - first);
  }
  return tally;
}

/** Mutants of one file have the same container, and all or none of them are decoded with keys. */
function filesOf(block: readonly NumberedMutant[]): Iterable<readonly NumberedMutant[]> {
  const files = new Map<string, NumberedMutant[]>();
  for (const mutant of block) {
    const { number, head } = mutant;
    const key = number % ALONE_EVERY === 0 ? `alone ${String(number)}` : `${String(number % 2)} ${head.join()}`;
    const file = files.get(key);
    if (file === undefined) files.set(key, [mutant]);
    else file.push(mutant);
  }
  return files.values();
}

async function decodeTogether(mutants: readonly NumberedMutant[], readBack: boolean, tally: Tally): Promise<void> {
  const decode = (some: readonly NumberedMutant[], into: Tally): Promise<void> => {
    const [one] = some;
    const records = some.flatMap((each) => each.records);
    const bytes = concat([one!.head, ...records]);
    const names = some.map(({ number, name }) => `${String(number)} of ${name}`).join(', ');
    const label = `mutant ${names} (${String(bytes.length)} bytes)`;
    const withKeys = one!.number % 2 === 1;
    return decodeFile(
      { name: one!.name, bytes, label, withKeys, most: withKeys ? MOST_WITH_KEYS : MOST, records: records.length },
      readBack,
      into,
    );
  };
  const until = performance.now() + MOST_SEARCH_MS;
  try {
    await decode(mutants, tally);
  } catch (error) {
    const failed = async (some: readonly NumberedMutant[]): Promise<unknown> => {
      try {
        await decode(some, emptyTally());
        return undefined;
      } catch (cause) {
        return cause;
      }
    };
    const few = await fewest(mutants, async (some) => performance.now() < until && (await failed(some)) !== undefined);
    throw few === mutants ? error : ((await failed(few)) ?? error);
  }
}

/** Leaves out ever smaller parts as long as the rest still fails. */
export async function fewest<T>(all: readonly T[], fails: (some: readonly T[]) => Promise<boolean>): Promise<readonly T[]> {
  let left = all;
  for (let size = Math.ceil(all.length / 2); ; size = Math.ceil(size / 2)) {
    for (let at = 0; at < left.length && left.length > 1;) {
      const rest = [...left.slice(0, at), ...left.slice(at + size)];
      if (rest.length > 0 && (await fails(rest))) left = rest;
      else at += size;
    }
    if (size <= 1) return left;
  }
}

import { describe, expect, it, vi } from 'vitest';
import { HASH_KEY_WORDS, hashAddress, type HashKey, hashKey, hashNumber, hashText, permuteWord } from '../../../src/base/keyed-hash.ts';
import { pcapDecoder } from '../../../src/capture/decoders/pcap.ts';
import { pcapngDecoder } from '../../../src/capture/decoders/pcapng.ts';
import { Interner } from '../../../src/capture/decoders/interner.ts';
import { numberTable } from '../../../src/kernels/numbers.ts';
import { AdvertRows } from '../../../src/tables/advert-rows.ts';
import { createColumn, type DictionaryColumn } from '../../../src/tables/column.ts';
import { AddressIndex, NameIndex } from '../../../src/tables/text-index.ts';
import { advInd, concat, enhancedPacket, interfaceBlock, pcap, section } from '../../support/packet-file.ts';
import { randomSource } from '../../support/random.ts';

/**
 * Keys that a file chose against a hash that it knew cost no more than random ones. Counted are the slots that a search of each
 * key looks at, not time. The chosen keys meet in one place under the multiplications that these tables used, or under the same
 * hash with another secret: what the author of a file could try.
 */
const KEYS = 40_000;
const MOST_RATIO = 1.5;

const random = randomSource(27);
const secret = (): HashKey => hashKey(Uint32Array.from({ length: HASH_KEY_WORDS }, () => random.below(2 ** 32)));
type Pair = readonly [low: number, high: number];

/** How many slots a search looks at on average, from the slot of each key and where its search begins. */
function probes(slots: readonly (readonly [at: number, begins: number])[], capacity: number): number {
  return slots.reduce((sum, [at, begins]) => sum + 1 + ((at - begins + capacity) % capacity), 0) / slots.length;
}

const randomPairs = (): Pair[] => Array.from({ length: KEYS }, () => [random.below(2 ** 32), random.below(2 ** 16)]);

/** Addresses that one multiplication by a known number puts into one slot. */
const chosenPairs = (): Pair[] => Array.from({ length: KEYS }, (_, high) => [(0x12345678 ^ Math.imul(high, 0x9e3779b1)) >>> 0, high]);

/** Keys that fall into the same 256th part of a table under a secret that is not the one in use. */
function guessed<T>(make: () => T, hash: (key: HashKey, value: T) => number): T[] {
  const other = secret();
  const found: T[] = [];
  while (found.length < KEYS) {
    const value = make();
    if ((hash(other, value) & 0xff00) === 0x4200) found.push(value);
  }
  return found;
}

const randomText = (length: number): Uint8Array => Uint8Array.from({ length }, () => 1 + random.below(255));
const wordsOf = (text: Uint8Array): DataView => new DataView(text.buffer);

/** Texts whose blocks lead a multiplication with a known number from state to state in two ways each: 2^16 texts with one hash. */
function chosenTexts(step: (state: number, block: Uint8Array) => number, start: number): Uint8Array[] {
  let state = start;
  const blocks = Array.from({ length: 16 }, () => {
    const seen = new Map<number, Uint8Array>();
    for (;;) {
      const block = randomText(8);
      const next = step(state, block);
      const before = seen.get(next);
      if (before !== undefined && before.join() !== block.join()) {
        state = next;
        return [before, block] as const;
      }
      seen.set(next, block);
    }
  });
  return Array.from({ length: KEYS }, (_, i) => Uint8Array.from(blocks.flatMap((pair, bit) => [...pair[(i >> bit) & 1]!])));
}

const fnv = (state: number, block: Uint8Array): number => block.reduce((hash, octet) => Math.imul(hash ^ octet, 0x01000193), state);
function multiply(state: number, block: Uint8Array): number {
  let hash = state;
  for (let at = 0; at < block.length; at += 4) {
    hash = Math.imul(hash ^ wordsOf(block).getInt32(at, true), 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash;
}

const dictionary = (): DictionaryColumn => createColumn({ name: 'c', type: 'VARCHAR' }, KEYS) as DictionaryColumn;

const octetsOf = ([low, high]: Pair): Uint8Array => Uint8Array.from([low, low >>> 8, low >>> 16, low >>> 24, high, high >>> 8]);

function addressProbes(pairs: readonly Pair[]): number {
  const key = secret();
  const index = new AddressIndex(dictionary(), key);
  pairs.forEach((pair, row) => {
    index.set(row, octetsOf(pair), 0);
  });
  const { found, slots } = addressSlots(index, key);
  expect(found).toBe(new Set(pairs.map(String)).size);
  return slots;
}

/** How many addresses an index holds, and how many slots a search looks at. */
function addressSlots({ words }: Pick<AddressIndex, 'words'>, key: HashKey): { readonly found: number; readonly slots: number } {
  const capacity = words.length / 4;
  const slots: [number, number][] = [];
  for (let slot = 0; slot < capacity; slot++)
    if (words[slot * 4 + 2] !== 0) slots.push([slot, hashAddress(key, words[slot * 4]!, words[slot * 4 + 1]!) & (capacity - 1)]);
  return { found: slots.length, slots: probes(slots, capacity) };
}

/** Of a table that holds code + 1 per slot, and a hash per code. */
function codeProbes(slots: Int32Array, hashes: Int32Array): number {
  const capacity = slots.length;
  const used = [...slots.entries()].filter(([, code]) => code !== 0);
  return probes(used.map(([slot, code]) => [slot, hashes[code - 1]! & (capacity - 1)]), capacity); // prettier-ignore
}

function nameProbes(texts: readonly Uint8Array[]): number {
  const index = new NameIndex(dictionary(), secret());
  texts.forEach((text, row) => {
    index.set(row, text, 0, text.length);
  });
  return codeProbes(index.slots, index.hashes);
}

function internerProbes(texts: readonly Uint8Array[]): number {
  const interner = new Interner();
  for (const text of texts) if (interner.find(text, 0, text.length) < 0) interner.add(text, 0, text.length);
  const { slots, hashes } = interner as unknown as { slots: Int32Array; hashes: Int32Array };
  return codeProbes(slots, hashes);
}

function numberProbes(pairs: readonly Pair[]): number {
  const keys = BigUint64Array.from(pairs, ([low, high]) => (BigInt(high) << 32n) | BigInt(low));
  const { table, place } = numberTable(keys);
  const slots = [...table.entries()].filter(([, number]) => number !== 0xffffffff);
  return probes(slots.map(([slot, number]) => [slot, place(...pairs[number]!)]), table.length); // prettier-ignore
}

const pairsOf = {
  random: randomPairs(),
  chosen: chosenPairs(),
  counting: Array.from({ length: KEYS }, (_, i): Pair => [i, 0xc000]),
  guessed: guessed((): Pair => [random.below(2 ** 32), random.below(2 ** 16)], (key, pair) => hashNumber(key, ...pair)), // prettier-ignore
};
const textsOf = {
  random: Array.from({ length: KEYS }, () => randomText(64)),
  chosen: chosenTexts(fnv, 0x811c9dc5 | 0),
  'chosen for the cells of a table': chosenTexts(multiply, 128),
  guessed: guessed(() => randomText(12), (key, text) => hashText(key, text, wordsOf(text), 0, text.length)), // prettier-ignore
};

it('the chosen keys do meet under the multiplications that are known', () => {
  const places = pairsOf.chosen.map(([low, high]) => Math.imul(low ^ Math.imul(high, 0x9e3779b1), 0x85ebca6b));
  expect(new Set(places).size).toBe(1);
  expect(new Set(textsOf.chosen.map((text) => fnv(0x811c9dc5 | 0, text))).size).toBe(1);
  expect(new Set(textsOf['chosen for the cells of a table'].map((text) => multiply(text.length, text))).size).toBe(1);
});

describe.each([
  ['addresses of packets', addressProbes, pairsOf],
  ['addresses of the analyzer', numberProbes, pairsOf],
] as const)('%s', (_, count, { random: usual, ...others }) => {
  it.each(Object.entries(others))('%s', (__, pairs) => {
    expect(count(pairs) / count(usual)).toBeLessThan(MOST_RATIO);
  });
});

describe.each([
  ['names of packets', nameProbes, textsOf],
  ['texts of tables', internerProbes, textsOf],
] as const)('%s', (_, count, { random: usual, ...others }) => {
  it.each(Object.entries(others))('%s', (__, texts) => {
    expect(count(texts) / count(usual)).toBeLessThan(MOST_RATIO);
  });
});

/** A capture of advertisements with these addresses and names. */
function captureOf(container: 'pcap' | 'pcapng', pairs: readonly Pair[], names: readonly Uint8Array[]): Uint8Array {
  const frames = pairs.map((pair, at) => {
    const name = names[at]!;
    const address = [...octetsOf(pair)].reverse().map((octet) => octet.toString(16).padStart(2, '0')).join(':'); // prettier-ignore
    return advInd(address, Uint8Array.from([name.length + 1, 0x09, ...name]));
  });
  if (container === 'pcap') return pcap(frames.map((data, at) => ({ seconds: 1_700_000_000 + at, data })));
  return concat([
    section(),
    interfaceBlock(251),
    ...frames.map((data, at) => enhancedPacket(0, 1_700_000_000_000_000n + BigInt(at), data)),
  ]);
}

/** Slots that a search looks at in the indices of the reader of a file, when it has all rows. */
async function readerProbes(
  container: 'pcap' | 'pcapng',
  kernel: boolean,
  file: Uint8Array,
): Promise<{ addresses: number; names: number }> {
  const found: { addresses: number; names: number }[] = [];
  const seal = vi.spyOn(AdvertRows.prototype, 'seal').mockImplementation(function (this: AdvertRows) {
    const { found: addresses, slots } = addressSlots(this.advertisers, this.key);
    expect(addresses).toBe(KEYS);
    found.push({ addresses: slots, names: codeProbes(this.names.slots, this.names.hashes) });
  });
  const decoder = container === 'pcap' ? pcapDecoder : pcapngDecoder;
  const source = {
    file_name: `x.${container}`,
    size: file.length,
    async *windows() {
      yield await Promise.resolve(file);
    },
    bytes: (start: number, end: number) => Promise.resolve(file.subarray(start, end)),
    length: () => Promise.resolve(file.length),
  };
  const done = (): Promise<void> => Promise.resolve();
  const output = { begin: done, batch: done, problem: () => undefined, warning: () => undefined };
  await decoder.decode(source, output, { batch_rows: KEYS, kernel, check: () => undefined });
  seal.mockRestore();
  expect(found).toHaveLength(1);
  return found[0]!;
}

const nameOf = (): Uint8Array => Uint8Array.from({ length: 12 }, () => 0x21 + random.below(90));

describe.each([
  ['pcapng', true],
  ['pcapng', false],
  ['pcap', true],
  ['pcap', false],
] as const)('the reader of a %s file, with its kernel: %s', (container, kernel) => {
  const names = { random: Array.from({ length: KEYS }, nameOf), guessed: guessed(nameOf, (key, text) => hashText(key, text, wordsOf(text), 0, text.length)) }; // prettier-ignore
  const distinct = (pairs: readonly Pair[]): Pair[] => [...new Map([...pairs, ...randomPairs()].map((pair) => [String(pair), pair])).values()].slice(0, KEYS); // prettier-ignore

  it('takes chosen addresses and names as it does random ones', async () => {
    const usual = await readerProbes(container, kernel, captureOf(container, distinct(pairsOf.random), names.random));
    for (const pairs of [pairsOf.chosen, pairsOf.counting, pairsOf.guessed]) {
      const { addresses } = await readerProbes(container, kernel, captureOf(container, distinct(pairs), names.random));
      expect(addresses / usual.addresses).toBeLessThan(MOST_RATIO);
    }
    const chosen = await readerProbes(container, kernel, captureOf(container, distinct(pairsOf.random), names.guessed));
    expect(chosen.names / usual.names).toBeLessThan(MOST_RATIO);
  }, 60_000);
});

/** The hash by which V8's maps place whole numbers; it has no secret. */
function placeInMap(word: number): number {
  let hash = (~word + (word << 15)) | 0;
  hash ^= hash >>> 12;
  hash = (hash + (hash << 2)) | 0;
  hash ^= hash >>> 4;
  hash = Math.imul(hash, 2057);
  return (hash ^ (hash >>> 16)) & 0x3fffffff;
}

/** Entries that a search of each key looks at on average, in a map with two entries a bucket. */
function mapProbes(words: readonly number[]): number {
  const buckets = new Map<number, number>();
  for (const word of words) {
    const bucket = placeInMap(word) & (2 ** 14 - 1);
    buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
  }
  return [...buckets.values()].reduce((sum, length) => sum + (length * (length + 1)) / 2, 0) / words.length;
}

describe('maps by access address', () => {
  const words = (fits: (word: number) => boolean): number[] => {
    const found = new Set<number>();
    while (found.size < KEYS) {
      const word = random.below(2 ** 32);
      if (fits(word)) found.add(word);
    }
    return [...found];
  };
  const inOnePlace = (word: number): boolean => (placeInMap(word) & 0x3f) === 17;

  it('addresses chosen for the map, or for another secret, are placed as random ones', () => {
    const key = secret();
    const other = secret();
    const placed = (chosen: readonly number[]): number => mapProbes(chosen.map((word) => permuteWord(key, word)));
    const usual = placed(words(() => true));
    const chosen = words(inOnePlace);
    expect(mapProbes(chosen) / usual).toBeGreaterThan(20);
    for (const some of [chosen, words((word) => inOnePlace(permuteWord(other, word))), Array.from({ length: KEYS }, (_, at) => at << 8)])
      expect(placed(some) / usual).toBeLessThan(MOST_RATIO);
  });
});

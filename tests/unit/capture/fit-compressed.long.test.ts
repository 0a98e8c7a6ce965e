import { afterEach, beforeEach, expect, it } from 'vitest';
import { WorkbenchError } from '../../../src/base/failure.ts';
import type { Offer } from '../../../src/capture/fit.ts';
import { readCapture } from '../../../src/capture/read-capture.ts';
import { readFile } from '../../../src/core/captures/read-file.ts';
import type { Engine } from '../../../src/engine/engine.ts';
import type { RowsKept } from '../../../src/tables/reading.ts';
import { nodeEngine } from '../../support/node-engine.ts';
import { concat } from '../../support/packet-file.ts';
import { randomSource } from '../../support/random.ts';
import { roomCapture } from '../../support/room-capture.ts';

const PACKETS = 120_000;
/** Far below what the rows take uncompressed, about 200 bytes each. */
const MEMORY = 8_000_000;
const room = roomCapture({ packets: PACKETS, seed: 5 });

/** The same packets `later` seconds later; from byte `from` on every payload is another. */
function randomFrom(from: number, later = 0): Uint8Array {
  const bytes = Uint8Array.from(room);
  const view = new DataView(bytes.buffer);
  const chance = randomSource(8 + later);
  for (let at = 24; at < bytes.length; at += 16 + view.getUint32(at + 8, true)) {
    view.setUint32(at, view.getUint32(at, true) + later, true);
    // Behind the record, the radio's header, the PDU's header and the address.
    const end = at + 16 + view.getUint32(at + 8, true) - 3;
    if (at >= from) for (let octet = at + 34; octet < end; octet++) bytes[octet] = chance.below(256);
  }
  return bytes;
}

/** The room three times, one after another. */
const changing = (from: number): Uint8Array =>
  concat([randomFrom(from), randomFrom(24, 100).subarray(24), randomFrom(24, 200).subarray(24)]);

let engine: Engine;
beforeEach(async () => {
  engine = await nodeEngine();
});
afterEach(() => engine.close());

/** Rows of a file in the engine, or the refusal. */
async function load(bytes: Uint8Array, memory_bytes: number, keep?: RowsKept, id = 'a'): Promise<number | WorkbenchError> {
  const file = new File([Uint8Array.from(bytes)], 'a.pcap');
  const read = readFile(
    engine,
    (blob, sink, options) => readCapture(blob, blob.name, sink, { ...options, batch_rows: 4_000 }),
    id,
    file,
    { memory_bytes, choice: { keep } },
    [],
    () => 0,
  );
  try {
    await read;
  } catch (error) {
    if (error instanceof WorkbenchError) return error;
    throw error;
  }
  return countOf(id);
}

const countOf = async (id: string): Promise<number> => Number((await engine.rows(`SELECT count(*)::DOUBLE FROM ${id}`)).rows[0]?.[0]);

function refusal(outcome: number | WorkbenchError): WorkbenchError {
  if (!(outcome instanceof WorkbenchError)) throw new Error(`expected a refusal, found ${String(outcome)} rows`);
  expect(outcome.code).toBe('TOO_LARGE_FOR_MEMORY');
  return outcome;
}

it('a room whose frames repeat is loaded where only its compressed rows fit', async () => {
  expect(await load(room, MEMORY)).toBe(PACKETS);
});

it('payloads that never repeat are refused before the first row, with an offer that can be loaded', async () => {
  const error = refusal(await load(changing(0), MEMORY));
  expect(error.message).toMatch(
    /found about [\d,]+ rows of \d+ bytes when compressed, [\d.]+ MB; to read all of it, type: capture-workbench convert /,
  );
  await expect(countOf('a')).rejects.toThrow('does not exist');
  const offer = (error.details['offers'] as Offer[]).find(({ keep }) => keep.time_window !== undefined);
  expect(await load(changing(0), MEMORY, offer?.keep)).toBeGreaterThan(PACKETS / 20);
});

it('a file whose start compresses and whose rest does not is refused on the way, and what was open stays', async () => {
  await load(room, Infinity, undefined, 'before');
  await engine.compress();
  // Behind the part that the estimate reads.
  const error = refusal(await load(changing(4_300_000), MEMORY));
  expect(error.message).toMatch(/found more than [\d,]+ rows of \d+ bytes when compressed/);
  expect(Number(error.details['bytes'])).toBeGreaterThan(MEMORY);
  await expect(countOf('a')).rejects.toThrow('does not exist');
  expect(await countOf('before')).toBe(PACKETS);
});

/** Files generated from a seed, in .cache/bench; existing ones are reused. */
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { tableFromArrays, tableToIPC } from '@uwdata/flechette';
import { Compression, Table, WriterPropertiesBuilder, initSync, writeParquet } from 'parquet-wasm/esm/parquet_wasm.js';
import { runnerImport } from 'vite';
import { fromRoot } from '../lib/command.mjs';

const SEED = 1;
const MEAN_LIFE_S = 690;
const CSV_CHUNK_ROWS = 20_000;
/** One row in this many of the text table has a cell too few. */
const CSV_ROWS_PER_BAD = 10_000;

/** @param {string} name @param {(path: string) => Promise<void>} make @returns {Promise<string>} */
async function made(name, make) {
  const path = fromRoot(`.cache/bench/${name}`);
  if (existsSync(path)) return path;
  mkdirSync(fromRoot('.cache/bench'), { recursive: true });
  await make(`${path}.part`);
  renameSync(`${path}.part`, path);
  return path;
}

/** @template T @param {string} path @returns {Promise<T>} a module of the tests in TypeScript */
async function support(path) {
  const { module } = await runnerImport(fromRoot(`tests/support/${path}`), { configFile: false, logLevel: 'error' });
  return /** @type {T} */ (module);
}

/** Link type 256. @param {number} packets */
export const captureFile = (packets) =>
  made(`capture_${packets}.pcap`, async (path) => {
    const { syntheticCapture } = await support('synthetic-capture.ts');
    writeFileSync(path, syntheticCapture({ packets, seed: SEED }));
  });

/** A room whose frames repeat as in recordings. @param {number} packets */
export const roomFile = (packets) =>
  made(`room_${packets}.pcap`, async (path) => {
    const { roomCapture } = await support('room-capture.ts');
    writeFileSync(path, roomCapture({ packets, seed: SEED }));
  });

/**
 * As `captureFile`, from a crowd whose size and density stay while packets and addresses grow. An address lives for 11 minutes on
 * average and two emitters in three rotate. @param {import('./linkage.mjs').Crowd} crowd
 */
export const crowdFile = ({ packets, addresses, emitters }) =>
  made(`crowd_${packets}_${addresses}_${emitters}.pcap`, async (path) => {
    const { syntheticCapture } = await support('synthetic-capture.ts');
    // The addresses come from rotation of two thirds of the emitters; the interval follows from that time and the packets per emitter.
    const duration = ((addresses - emitters) * MEAN_LIFE_S) / ((2 / 3) * emitters);
    const spacing = (duration * emitters) / packets;
    writeFileSync(path, syntheticCapture({ packets, seed: SEED, emitters, interval_s: [0.55 * spacing, 1.7 * spacing] }));
  });

/** Time, codes, whole and decimal numbers, words, quoted text. @param {number} rows */
export const csvFile = (rows) =>
  made(`table_${rows}.csv`, async (path) => {
    const { randomSource } = await support('random.ts');
    const chance = randomSource(SEED);
    const stations = Array.from({ length: 2_000 }, () =>
      Array.from({ length: 6 }, () => chance.below(256).toString(16).padStart(2, '0').toUpperCase()).join(':'),
    );
    const places = ['hall', 'yard', 'office, east', 'lab', 'roof'];
    const file = openSync(path, 'w');
    writeSync(file, 'time,station,channel,rssi,temperature,place,count,ok\n');
    for (let row = 0; row < rows;) {
      let text = '';
      for (const end = Math.min(rows, row + CSV_CHUNK_ROWS); row < end; row++) {
        const at = new Date(1_700_000_000_000 + row * 13).toISOString();
        const place = places[chance.below(places.length)] ?? '';
        const cells = [at, stations[chance.below(2_000)], 37 + chance.below(3), -30 - chance.below(70)];
        const rest = [(chance.normal(4) + 20).toFixed(3), place.includes(',') ? `"${place}"` : place, chance.below(1e6)];
        text += `${[...cells, ...rest].join(',')}${row % CSV_ROWS_PER_BAD === CSV_ROWS_PER_BAD - 1 ? '' : `,${chance.below(2) === 1}`}\n`;
      }
      writeSync(file, text);
    }
    closeSync(file);
  });

/** Columns x0 … of noise and y, a plane and noise. @param {number} rows @param {number} features */
export const columnsFile = (rows, features) =>
  made(`columns_${rows}_${features}.parquet`, async (path) => {
    const { randomSource } = await support('random.ts');
    const chance = randomSource(SEED);
    const x = Array.from({ length: features }, () => Float64Array.from({ length: rows }, () => chance.between(-1, 1)));
    const y = Float64Array.from({ length: rows }, (_, row) =>
      x.reduce((sum, own, at) => sum + at * (own[row] ?? 0), chance.between(-1, 1)),
    );
    writeParquetFile(path, { ...Object.fromEntries(x.map((own, at) => [`x${String(at)}`, own])), y }, {});
  });

/** @param {string} path @param {Record<string, ArrayLike<unknown>>} columns @param {Record<string, import('@uwdata/flechette').DataType>} types */
function writeParquetFile(path, columns, types) {
  initSync({ module: readFileSync(fromRoot('node_modules/parquet-wasm/esm/parquet_wasm_bg.wasm')) });
  const ipc = tableToIPC(tableFromArrays(/** @type {Parameters<typeof tableFromArrays>[0]} */ (columns), { types }), { format: 'stream' });
  if (ipc === null) throw new Error('broken invariant: the in-memory sink gave no bytes');
  const properties = new WriterPropertiesBuilder().setCompression(Compression.SNAPPY).build();
  writeFileSync(path, writeParquet(Table.fromIPCStream(ipc), properties));
}

/** Twelve columns: times, whole and decimal numbers, a truth value, words, text of its own per row, bytes. @param {number} rows */
export const parquetFile = (rows) =>
  made(`table_${rows}.parquet`, async (path) => {
    const { randomSource } = await support('random.ts');
    const chance = randomSource(SEED);
    /** @template T @param {(row: number) => T} cell */
    const column = (cell) => Array.from({ length: rows }, (_, row) => cell(row));
    const words = Array.from({ length: 500 }, (_, i) => `device ${i}`);
    const columns = {
      time: column((row) => new Date(1_700_000_000_000 + row * 13)),
      id: Int32Array.from(column((row) => row)),
      big: BigInt64Array.from(column((row) => BigInt(row) * 1_000_003n)),
      channel: Uint8Array.from(column(() => 37 + chance.below(3))),
      rssi: Int16Array.from(column(() => -30 - chance.below(70))),
      temperature: Float64Array.from(column(() => 20 + chance.normal(4))),
      humidity: Float64Array.from(column(() => chance.between(0, 100))),
      ratio: Float32Array.from(column(() => chance.between(0, 1))),
      ok: column(() => chance.below(2) === 1),
      word: column(() => words[chance.below(words.length)]),
      code: column((row) => `c${row.toString(36)}`),
      data: column(() => Uint8Array.from({ length: 8 + chance.below(16) }, () => chance.below(256))),
    };
    const { binary, bool, dictionary, int32, timestamp, utf8 } = await import('@uwdata/flechette');
    const types = { time: timestamp(), ok: bool(), word: dictionary(utf8(), int32()), code: utf8(), data: binary() };
    writeParquetFile(path, columns, types);
  });

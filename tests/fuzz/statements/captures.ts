import type { Engine } from '../../../src/engine/engine.ts';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { load, opened, tableCapture, type Cell } from '../../unit/selection/support.ts';

/**
 * The captures of the statement fuzzer. A call selects the rows of `public_a`, or of `public_a` and `public_c`, that have `keep = 1`.
 * Every other cell is a canary: text with `ZQ-`, or a number from 777,000,000 on. The capture and the columns that no statement
 * names are canaries too.
 */
export const CANARY = /ZQ-|zq_canary|(?<![\d.])7770\d{5}|captures_[0-9a-f]{32}/i;
export const FILTER = 'keep = 1';

const COLUMNS = [
  { name: 'id', type: 'BIGINT' },
  { name: 'word', type: 'VARCHAR' },
  { name: 'level', type: 'DOUBLE' },
  { name: 'grp', type: 'INTEGER' },
  { name: 'keep', type: 'BIGINT' },
] as const;
// A column of the selection has the name of another capture.
const publicA = tableCapture('public_a', [...COLUMNS, { name: 'private_b', type: 'VARCHAR' }]);
const publicC = tableCapture('public_c', [...COLUMNS]);
const privateB = tableCapture('private_b', [...COLUMNS, { name: 'zq_canary_column', type: 'VARCHAR' }]);
const unnamed = tableCapture('zq_canary_table', [...COLUMNS]);
export const CAPTURES: readonly CaptureInfo[] = [publicA, publicC, privateB, unnamed];
export const lookup = opened(...CAPTURES);

const WORDS = ['one', 'two', 'three', "it's", 'ä', '', '7', 'a"b', '0x1f', 'NaN'];
type Row = Readonly<Record<string, Cell>>;

/** Rows with `keep = 1`, some cells NULL. */
export function selectedRows(capture_id: string): readonly Row[] {
  const first = capture_id === 'public_a' ? 0 : 100;
  return Array.from({ length: 14 }, (_, at) => ({
    id: BigInt(first + at),
    word: at % 6 === 5 ? null : WORDS[at % WORDS.length]!,
    level: at % 7 === 6 ? null : (at - 5) / 4,
    grp: at % 3,
    keep: 1n,
    ...(capture_id === 'public_a' && { private_b: `own ${String(at % 2)}` }),
  }));
}

const canaries = (count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({
    id: BigInt(777_000_000 + at),
    word: `ZQ-${String(at)}`,
    level: 777_000_100 + at,
    grp: 777_000_200 + at,
    keep: 777_000_300n,
    private_b: `ZQ-p${String(at)}`,
    zq_canary_column: `ZQ-c${String(at)}`,
  }));

export async function loadCaptures(engine: Engine): Promise<void> {
  for (const capture of CAPTURES) {
    const own = capture.capture_id.startsWith('public') ? selectedRows(capture.capture_id) : [];
    // Canaries first and last, so that no order of rows hides them.
    await load(engine, capture, [...canaries(3), ...own, ...canaries(2)]);
  }
}

/** Rows of the selection as blocks of complete rows, straight from the engine's columns. */
import type { ToolCapabilities } from '../../definition.ts';
import type { Block } from '../../model-rows/blocks.ts';
import { Cutter, type Seen } from '../../model-rows/cutter.ts';
import { pour, type Query } from '../../model-rows/query.ts';
import type { EarlyFactors } from './early.ts';
import { heldBlocks, ConcurrencyLimit, type BlockSource } from './fit.ts';

/** Blocks up to this many bytes stay in memory; a larger selection is read again for each pass. */
const HELD_BYTES = 256 * 1024 * 1024;

export interface Rows extends Seen, Pick<Cutter, 'selected' | 'dropped' | 'negative'> {
  readonly source: BlockSource;
}

/**
 * Reads the rows once for the facts that a fit needs before it starts, and keeps the blocks if they fit into memory.
 *
 * @param early works on the rows while the engine makes the next ones
 */
export async function readRows(
  capabilities: ToolCapabilities,
  query: Query,
  limit: number | undefined,
  early: EarlyFactors,
): Promise<Rows> {
  const { signal, progress, kernels } = capabilities;
  const held: Block[] = [];
  const waiting: { readonly block: Block; readonly number: number }[] = [];
  const running = new ConcurrencyLimit(kernels.lanes);
  let bytes = 0;
  let count = 0;
  const fits = (): boolean => bytes <= HELD_BYTES;
  const cutter = new Cutter(query, async (block) => {
    const number = count++;
    bytes += block.data.byteLength;
    if (fits()) held[number] = block;
    else held.length = 0;
    progress({ phase: 'reading rows', done: cutter.complete, total: limit ?? null, unit: 'rows' });
    waiting.push({ block, number });
    if (!early.decided(cutter.seen, cutter.complete)) return;
    for (const next of waiting.splice(0))
      await running.start(
        early.factor(next.block, next.number).then((data) => {
          if (fits()) held[next.number] = { rows: next.block.rows, data };
        }),
      );
  });
  await pour(capabilities, query, cutter);
  await running.finish();
  const again: BlockSource = {
    rows: cutter.complete,
    async each(lanes, take) {
      const running = new ConcurrencyLimit(lanes);
      let number = 0;
      await pour(capabilities, query, new Cutter(query, (block) => running.start(take(block, number++))));
      await running.finish();
      signal.throwIfAborted();
    },
  };
  const { selected, dropped, negative, seen } = cutter;
  return { ...seen, selected, dropped, negative, source: fits() ? heldBlocks(held) : again };
}

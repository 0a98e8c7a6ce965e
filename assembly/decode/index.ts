/** The decode kernel: records of a capture file to rows in columns, and rows of a text to cells and values, as long as they are plain. */
// For `trap`, which the configuration puts in place of the runtime's abort.
import '../lib/arena';
import { DECODE_ABI_VERSION } from './layout';

export { cellsSetup, readCells } from './cells';
export { pcapRecords, pcapngBlocks } from './records';
export { plainRows, textEnded, textSetup, textStop } from './text';
export { placesAt, statesAt } from './words';

export function abiVersion(): u32 {
  return DECODE_ABI_VERSION;
}

/** The first address that is the host's. */
export function heapBase(): usize {
  return (__heap_base + 15) & ~15;
}

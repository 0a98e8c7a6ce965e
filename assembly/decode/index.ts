/** The decode kernel: converts records of a capture file to columns, and rows of a text to cells; rare forms are left to the host. */
// The import defines `trap`, which the compiler configuration calls instead of the runtime's abort.
import '../lib/arena';
import { DECODE_ABI_VERSION } from './layout';

export { cellsSetup, readCells } from './cells';
export { pcapRecords, pcapngBlocks } from './records';
export { plainRows, textEnded, textSetup, textStop } from './text';
export { placesAt, statesAt } from './words';

export function abiVersion(): u32 {
  return DECODE_ABI_VERSION;
}

/** Returns the first address of the memory that the host may use freely. */
export function heapBase(): usize {
  return (__heap_base + 15) & ~15;
}

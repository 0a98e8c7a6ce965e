import { type GridRow, type GridSort, compareRows } from './grid.ts';

/** Rows sorted at one go: some milliseconds. */
const RUN = 4096;
/** Comparisons between two looks at the clock. */
const STEP = 2048;
const STRETCH_MS = 12;

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** `sortRows` of any number of rows that lets the page draw in between; null once the signal says that nobody waits for it. */
export async function sortInSlices(
  rows: readonly GridRow[],
  sort: GridSort | null,
  signal: AbortSignal,
): Promise<readonly GridRow[] | null> {
  if (!sort) return rows;
  let since = performance.now();
  const gone = async (): Promise<boolean> => {
    if (performance.now() - since > STRETCH_MS) {
      await rest();
      since = performance.now();
    }
    return signal.aborted;
  };
  let runs: (readonly GridRow[])[] = [];
  for (let at = 0; at < rows.length; at += RUN) {
    runs.push(rows.slice(at, at + RUN).sort((left, right) => compareRows(left, right, sort)));
    if (await gone()) return null;
  }
  while (runs.length > 1) {
    const next: (readonly GridRow[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [left = [], right] = [runs[at], runs[at + 1]];
      const merged = right ? await merge(left, right, sort, gone) : left;
      if (merged === null) return null;
      next.push(merged);
    }
    runs = next;
  }
  return runs[0] ?? [];
}

async function merge(
  left: readonly GridRow[],
  right: readonly GridRow[],
  sort: GridSort,
  gone: () => Promise<boolean>,
): Promise<GridRow[] | null> {
  const merged: GridRow[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [one, other] = [left[i], right[j]];
    // Of equals the left one, so that the order before stays.
    if (one !== undefined && (other === undefined || compareRows(one, other, sort) <= 0)) {
      merged.push(one);
      i++;
    } else if (other !== undefined) {
      merged.push(other);
      j++;
    }
    if ((i + j) % STEP === 0 && (await gone())) return null;
  }
  return merged;
}

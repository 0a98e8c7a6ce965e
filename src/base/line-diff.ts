/** One line in a comparison of two texts. */
export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added';
  readonly text: string;
}

/** Maximum number of cells of the longest-common-subsequence table, which covers the lines between the first and the last difference. */
const MOST_CELLS = 4_000_000;

/**
 * Compares two texts line by line so that as many lines as possible count as unchanged (longest common subsequence). If the table would
 * exceed `MOST_CELLS`, all lines are listed as removed and then as added. Written here because it is shorter than any package for it, and
 * the texts are short.
 */
export function lineDiff(before: string, after: string): readonly DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const lines = (kind: DiffLine['kind'], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ kind, text }));
  return [
    ...lines('same', a.slice(0, start)),
    ...between(a.slice(start, a.length - end), b.slice(start, b.length - end), lines),
    ...lines('same', a.slice(a.length - end)),
  ];
}

function between(
  a: readonly string[],
  b: readonly string[],
  lines: (kind: DiffLine['kind'], texts: readonly string[]) => DiffLine[],
): DiffLine[] {
  const width = b.length + 1;
  if ((a.length + 1) * width > MOST_CELLS) return [...lines('removed', a), ...lines('added', b)];
  /** common[i, j] is the length of the longest common subsequence of the lines a[i..] and b[j..]. */
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  }
  const out: DiffLine[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.push({ kind: 'same', text: a[i++] ?? '' });
      j++;
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) out.push({ kind: 'removed', text: a[i++] ?? '' });
    else out.push({ kind: 'added', text: b[j++] ?? '' });
  }
  return out;
}

/**
 * Encodes texts as numbers: for each text its index among the distinct texts (−1 for null), and its frequency: the number of equal texts
 * divided by the number of texts plus 1; 1 for null. Indices follow the first appearance or, with `inOrder`, the order of the texts.
 */
export function categories(
  texts: readonly (string | null)[],
  inOrder = false,
): { readonly ids: Float64Array; readonly shares: Float64Array } {
  const numbers = new Map<string, number>();
  const counts: number[] = [];
  const ids = new Float64Array(texts.length).fill(-1);
  let known = 0;
  for (const [at, text] of texts.entries()) {
    if (text === null) continue;
    const number = numbers.get(text) ?? numbers.size;
    if (number === numbers.size) {
      numbers.set(text, number);
      counts.push(0);
    }
    counts[number]! += 1;
    ids[at] = number;
    known += 1;
  }
  const shares = ids.map((id) => (id < 0 ? 1 : counts[id]! / (known + 1)));
  if (!inOrder) return { ids, shares };
  const ranks = new Float64Array(numbers.size);
  for (const [rank, text] of [...numbers.keys()].sort().entries()) ranks[numbers.get(text)!] = rank;
  return { ids: ids.map((id) => (id < 0 ? -1 : ranks[id]!)), shares };
}

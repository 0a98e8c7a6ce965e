/** Position of a step of a plan in a grid. Each step is in the column after the last of the steps that it needs. */
export interface PlacedStep {
  readonly index: number;
  readonly column: number;
  readonly row: number;
}

interface Waiting {
  readonly index: number;
  readonly needs?: readonly number[];
}

/** @param steps the steps of a plan without cycles, in any order */
export function layersOf(steps: readonly Waiting[]): readonly PlacedStep[] {
  const byIndex = new Map(steps.map((step) => [step.index, step]));
  const columns = new Map<number, number>();
  // Each round places at least one more column if there are no cycles. Steps in a cycle stay in the first column.
  for (let round = 0; round < steps.length; round++)
    for (const { index, needs = [] } of steps) {
      const before = needs.filter((need) => byIndex.has(need)).map((need) => columns.get(need));
      if (!before.includes(undefined)) columns.set(index, Math.max(-1, ...before.map((column) => column ?? 0)) + 1);
    }
  const rows = new Map<number, number>();
  return steps.map(({ index }) => {
    const column = columns.get(index) ?? 0;
    const row = rows.get(column) ?? 0;
    rows.set(column, row + 1);
    return { index, column, row };
  });
}

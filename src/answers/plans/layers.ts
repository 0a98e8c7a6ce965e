/** Grid positions of a plan's steps. Each step is in the column after the last step that it depends on. */
export interface PlacedStep {
  readonly index: number;
  readonly column: number;
  readonly row: number;
}

interface Waiting {
  readonly index: number;
  readonly needs?: readonly number[];
}

/** @param steps of a plan without cycles, in any order */
export function layersOf(steps: readonly Waiting[]): readonly PlacedStep[] {
  const byIndex = new Map(steps.map((step) => [step.index, step]));
  const columns = new Map<number, number>();
  // Each round places at least one column of a plan without cycles; steps in a cycle go to the first column.
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

/**
 * Finds the vector d, |d| ≤ 1 in every coordinate, that maximises c'd under the constraints a'd ≥ 0 for all rows a: by the simplex method
 * from d = 0 with Bland's rule (Math. Oper. Res. 2, 1977), which does not cycle although many constraints hold with equality there.
 */
const TOLERANCE = 1e-10;

export function farthestDirection(c: readonly number[], rows: readonly (readonly number[])[]): Float64Array {
  const size = c.length;
  // d = u − v with 0 ≤ u, v ≤ 1.
  const columns = 2 * size;
  const wide = columns + 1;
  const split = (a: readonly number[], sign: number): number[] => [...a.map((value) => -sign * value), ...a.map((value) => sign * value)];
  const unit = (at: number): number[] => Array.from({ length: columns }, (_, j) => (j === at ? 1 : 0));
  const table = [
    ...rows.map((row) => Float64Array.from([...split(row, 1), 0])),
    ...Array.from({ length: columns }, (_, at) => Float64Array.from([...unit(at), 1])),
  ];
  const costs = Float64Array.from([...split(c, 1), 0]);
  // For each row of the simplex table, the number of its basic variable. Slack variables have the highest numbers.
  const basic = table.map((_, at) => columns + at);
  const outside = Array.from({ length: columns }, (_, at) => at);
  for (;;) {
    const enter = outside.reduce((best, name, at) => (costs[at]! < -TOLERANCE && (best < 0 || name < outside[best]!) ? at : best), -1);
    if (enter < 0) break;
    const leave = leaving(table, basic, enter);
    if (leave < 0) break;
    pivot(table, costs, leave, enter, wide);
    [basic[leave], outside[enter]] = [outside[enter]!, basic[leave]!];
  }
  const values = new Float64Array(columns);
  basic.forEach((name, at) => {
    if (name < columns) values[name] = table[at]![columns]!;
  });
  return Float64Array.from({ length: size }, (_, at) => values[at]! - values[size + at]!);
}

function leaving(table: readonly Float64Array[], basic: readonly number[], enter: number): number {
  let best = -1;
  let least = Infinity;
  table.forEach((row, at) => {
    const slope = row[enter]!;
    if (!(slope > TOLERANCE)) return;
    const ratio = Math.max(0, row[row.length - 1]!) / slope;
    if (ratio < least - TOLERANCE || (ratio <= least + TOLERANCE && basic[at]! < basic[best]!)) {
      least = Math.min(least, ratio);
      best = at;
    }
  });
  return best;
}

/** Pivots the simplex table in place: the basic variable of `row` leaves the basis, and that of the column enters. */
function pivot(table: readonly Float64Array[], costs: Float64Array, leave: number, enter: number, wide: number): void {
  const own = table[leave]!;
  const factor = 1 / own[enter]!;
  own[enter] = 1;
  for (let j = 0; j < wide; j++) own[j] = own[j]! * factor;
  for (const row of [...table, costs]) {
    if (row === own) continue;
    const share = row[enter]!;
    if (share === 0) continue;
    row[enter] = 0;
    for (let j = 0; j < wide; j++) row[j] = row[j]! - share * own[j]!;
  }
}

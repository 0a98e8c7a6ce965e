import type { TwoWay } from '../../../kernels/contract.ts';
import type { ToolWarning } from '../../contract/index.ts';
import type { ToolCapabilities } from '../../definition.ts';
import type { KeyColumn, Outcome } from './data.ts';
import { complete, failed, MOST_COMPARED, MOST_GROUPS, refused, tooFew, unusable } from './data.ts';
import { describeGroups, describePairs, shares, spreadTests, tested } from './describe.ts';
import { outcome } from './outcome.ts';
import type { Analysis, Arguments } from './schema.ts';

/** Analyses the variance of a response between the values of two crossed columns. */
export async function twoWay(args: Arguments, capabilities: ToolCapabilities): Promise<Outcome> {
  const { response, keys, missing, infinite } = await complete(args, args.factors, capabilities);
  const [first, second] = keys as readonly [KeyColumn, KeyColumn];
  const [a, b] = [first.names.length, second.names.length];
  const rows = response.length;
  if (a < 2 || b < 2) return tooFew('values of each factor with a finite response', Math.min(a, b), 2, 'factors');
  if (a * b > MOST_GROUPS) return failed(refused(['factors'], `at most ${String(MOST_GROUPS)} cells`, `${String(a)} × ${String(b)}`));
  const { cells, groups } = cellsOf(first, second);
  if (!connected(cells, a, b))
    return failed(refused(['factors'], 'values that meet in enough cells to tell the factors apart', 'parts that share no value'));
  const empty = a * b - cells.length;
  const crossed = empty === 0 && rows > cells.length;
  const terms = crossed ? cells.length : a + b - 1;
  if (rows <= terms) return tooFew('complete rows for this many values', rows, terms + 1, 'response');
  // If no cell has a second row, nothing shows how values vary within a cell, so cells cannot be compared.
  const compared = cells.length <= MOST_COMPARED && rows > cells.length;
  const ss_type = args.ss_type ?? 'II';
  const analysis = await capabilities.kernels.twoWay(
    { response, groups, cells, levels: [a, b], ss_type, alpha: args.alpha, post_hoc: compared ? [...new Set(args.post_hoc)] : [] },
    { signal: capabilities.signal, onProgress: capabilities.progress },
  );
  const fault = unusable(args, analysis.total_sum_sq);
  if (fault) return failed(fault);
  const names = cells.map(([x, y]) => [first.names[x] ?? '', second.names[y] ?? '']);
  const output = described(args, analysis, names, { missing, infinite });
  return outcome(
    args,
    { ...output, ss_type, coding: 'sum' },
    {
      selected: rows + missing + infinite,
      compared,
      warnings: crossed ? [] : [withoutInteraction(empty)],
      evidence: null,
    },
  );
}

function described(
  args: Arguments,
  analysis: TwoWay,
  levels: readonly (readonly string[])[],
  rows_dropped: Analysis['rows_dropped'],
): Omit<Analysis, 'verdict'> {
  const { effects, residual, total_sum_sq } = analysis;
  const names = levels.map((pair) => pair.join(':'));
  const groups = describeGroups(analysis.groups, names).map((group, at) => ({ ...group, levels: [...(levels[at] ?? [])] }));
  const [first = '', second = ''] = args.factors;
  return {
    design: args.design,
    sample_count: groups.reduce((sum, { count }) => sum + count, 0),
    rows_dropped,
    table: [
      ...effects.map(({ test, ...effect }, at) => ({
        source: [first, second, `${first}:${second}`][at] ?? '',
        ...effect,
        ...tested(test),
        ...shares(effect, residual, total_sum_sq, residual.mean_sq),
      })),
      { source: 'residual', ...residual },
    ],
    groups,
    post_hoc: describePairs(analysis.comparisons, names),
    assumptions: spreadTests(analysis),
    alternatives: [],
  };
}

/** The combinations of two factors' values that have rows, in order, and for each row the number of its combination. */
function cellsOf(first: KeyColumn, second: KeyColumn): { readonly cells: [number, number][]; readonly groups: Uint32Array } {
  const width = second.names.length;
  const codes = first.ids.map((id, row) => id * width + (second.ids[row] ?? 0));
  const found = [...new Set(codes)].sort((x, y) => x - y);
  const place = new Map(found.map((code, at) => [code, at] as const));
  return { cells: found.map((code) => [Math.floor(code / width), code % width]), groups: codes.map((code) => place.get(code) ?? 0) };
}

/** Whether any two values are connected by a chain of cells that share a value; otherwise main effects cannot be separated. */
function connected(cells: readonly (readonly [number, number])[], a: number, b: number): boolean {
  const parent = Array.from({ length: a + b }, (_, at) => at);
  const root = (at: number): number => {
    const up = parent[at] ?? at;
    return up === at ? at : root(up);
  };
  for (const [x, y] of cells) parent[root(x)] = root(a + y);
  return parent.every((_, at) => root(at) === root(0));
}

const withoutInteraction = (empty: number): ToolWarning => ({
  code: 'INTERACTION_LEFT_OUT',
  message:
    empty > 0
      ? `${String(empty)} combinations of values have no rows: the model is without interaction`
      : 'each combination of values has one row: the model is without interaction, whose part counts as residual',
  field: 'arguments.factors',
  details: { empty_cells: empty },
});

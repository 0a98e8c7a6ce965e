/** Reads the rows of a fit: which of two values is modelled, the levels of factors, and blocks of complete rows. */
import { toolError } from '../../contract/errors.ts';
import type { ToolError } from '../../contract/index.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import type { Block } from '../../model-rows/blocks.ts';
import { Cutter } from '../../model-rows/cutter.ts';
import { levelFaults } from '../../model-rows/design.ts';
import type { ClusterColumn } from '../../model-rows/licence.ts';
import { levelsOf, pour, rowsQuery } from '../../model-rows/query.ts';
import { modelOf, MOST_TERMS, refused, type Model } from '../../model-rows/terms.ts';
import type { Arguments, Output } from './schema.ts';

export type Outcome = ToolOutcome<Output>;

/** Maximum number of doubles in memory for a fit: 1 GiB. */
const MOST_CELLS = 134_217_728;

export interface Rows {
  readonly model: Model;
  readonly levels: readonly (readonly string[])[];
  readonly blocks: readonly Block[];
  readonly seen: Cutter['seen'];
  readonly rows: number;
  readonly selected: number;
  readonly dropped: Cutter['dropped'];
  /** The value whose odds are modelled; null if the target is a count. */
  readonly success: string | null;
  /** Sums of weights: of all rows, and of the rows with the modelled value (for counts, the sum of counts). */
  readonly weighted: number;
  readonly events: number;
  /** Index of the column of clusters, which follows all other data columns; null if there are no clusters. */
  readonly cluster: number | null;
  /** Index of the target among the data columns. */
  readonly target: number;
}

export const failed = (errors: readonly ToolError[]): Outcome => ({ status: 'error', errors: errors as [ToolError, ...ToolError[]] });

export const tooFew = (message: string, path: readonly string[], details: { observed: number; needed: number }): ToolError =>
  toolError('INSUFFICIENT_DATA', message, ['arguments', ...path], { details, got: String(details.observed) });

export async function readRows(
  args: Arguments,
  capabilities: ToolCapabilities,
  cluster: ClusterColumn,
): Promise<Rows | readonly ToolError[]> {
  const model = modelOf(args, args.family === 'logistic');
  const found = await levelsOf(capabilities, model, MOST_TERMS);
  const faults = levelFaults(args, model, found);
  if (faults.length > 0) return faults;
  const pair = args.family === 'logistic' ? pairOf(args, found.at(-1) ?? []) : null;
  if (pair !== null && 'code' in pair) return [pair];
  const levels = pair === null ? found : [...found.slice(0, -1), [...pair]];
  const query = rowsQuery(capabilities, model, levels, args.max_rows, cluster?.column);
  const blocks: Block[] = [];
  let cells = 0;
  const cutter = new Cutter(query, (block) => {
    cells += block.data.length;
    // Once there are too many rows, only count them for the error message.
    if (cells <= MOST_CELLS) blocks.push(block);
    capabilities.progress({ phase: 'reading rows', done: cutter.complete, total: args.max_rows ?? null, unit: 'rows' });
    return Promise.resolve();
  });
  await pour(capabilities, query, cutter);
  if (cells > MOST_CELLS) {
    const most = Math.floor(MOST_CELLS / query.columns);
    return [
      refused(['arguments', 'max_rows'], `at most ${String(most)} rows of ${String(query.columns)} columns`, String(cutter.complete)),
    ];
  }
  if (cutter.negative) return [refused(['arguments', 'weights'], 'frequencies of 0 and above', 'a weight below 0')];
  const codes = model.numeric.length + (model.weight === null ? 0 : 1);
  const target = pair === null ? model.numeric.length - 1 : codes + model.factors.length - 1;
  const sums = countsOf(blocks, target, query.weight);
  if (args.family === 'poisson' && sums.odd !== undefined)
    return [refused(['arguments', 'target'], 'a column of whole numbers of 0 and above', `${args.target} with ${String(sums.odd)}`)];
  return {
    ...{ model, levels, blocks, target, seen: cutter.seen, rows: cutter.complete, selected: cutter.selected, dropped: cutter.dropped },
    ...{ success: pair?.[1] ?? null, weighted: sums.weighted, events: sums.events },
    cluster: cluster === null ? null : codes + model.factors.length,
  };
}

const TRUE: ReadonlySet<string> = new Set(['true', '1', '1.0', 't', 'yes']);

/** The two values of the target; the one whose odds are modelled is last. */
function pairOf({ target, success }: Arguments, values: readonly string[]): readonly [string, string] | ToolError {
  const shown = values.slice(0, 4).map((value) => JSON.stringify(value.slice(0, 32)));
  const words = `${target} with ${values.length > 4 ? `${shown.join(', ')} and more` : values.length === 0 ? 'none' : shown.join(', ')}`;
  if (values.length !== 2) return refused(['arguments', 'target'], 'a column of two values', words);
  const [first = '', second = ''] = values;
  if (success !== undefined && !values.includes(success))
    return toolError(
      'INVALID_VALUE',
      `arguments.success: expected one of the values of ${target}, ${shown.join(' or ')}`,
      ['arguments', 'success'],
      {
        got: success.slice(0, 128),
        allowed: [...values],
      },
    );
  const modelled = success ?? (TRUE.has(first.toLowerCase()) && !TRUE.has(second.toLowerCase()) ? first : second);
  return modelled === second ? [first, second] : [second, first];
}

function countsOf(blocks: readonly Block[], target: number, weight: number | null) {
  let [weighted, events] = [0, 0];
  let odd: number | undefined;
  for (const { rows, data } of blocks)
    for (let row = 0; row < rows; row++) {
      const value = data[target * rows + row]!;
      const own = weight === null ? 1 : data[weight * rows + row]!;
      if (value < 0 || !Number.isInteger(value)) odd ??= value;
      weighted += own;
      events += own * value;
    }
  return { weighted, events, odd };
}

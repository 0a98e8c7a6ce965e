import type { Tick } from '../../chunks.ts';
import { factorBlock } from '../regression/blocks.ts';
import { mergeFactors } from '../regression/model.ts';
import type { StatisticsMemory } from '../memory.ts';
import type { GeneralizedInput, GeneralizedTable } from './contract.ts';
import { figuresOf } from './figures.ts';
import { Fits } from './fit.ts';
import { ModelRows } from './rows.ts';
import { separationOf } from './separation.ts';

/** Penalised fits of at most this many rows also check whether estimates without the penalty would be finite. */
const FEW = 50_000;

export function generalized(memory: StatisticsMemory, input: GeneralizedInput, tick: Tick): GeneralizedTable {
  const { design, blocks, penalty } = input;
  const rows = blocks.reduce((sum, block) => sum + block.rows, 0);
  tick({ phase: 'factoring', done: 0, total: 3, unit: 'steps' });
  // Compute the orthogonal basis without weights; the likelihood accounts for them.
  const plain = { ...design, weight: null };
  const exact = input.precision !== 'double';
  const cheap = exact && rows * design.columns.length ** 2 <= CHEAP;
  const factored = (own: boolean) => {
    const triangles = blocks.map((block) => factorBlock(memory, { ...block, design: plain, exact: own }).triangle);
    return mergeFactors(memory, { design: plain, exact: own, rows, triangles });
  };
  let model = factored(cheap);
  if (exact && !cheap && (model.condition > ILL_CONDITIONED || model.dropped.length > 0)) model = factored(true);
  const facts = { rows, dropped: model.dropped, condition: model.condition };
  if (model.kept.length < 2) return { ...facts, exact: cheap, converged: true, iterations: 0, separation: null, figures: null };
  const placed = new ModelRows(memory, input, model);
  tick({ phase: 'fitting', done: 1, total: 3, unit: 'steps' });
  let separation: GeneralizedTable['separation'] = null;
  const search = (): boolean => {
    separation = separationOf(placed, input, placed.basis(placed.order, 'first'));
    return separation !== null;
  };
  if (penalty === 'firth' && rows <= FEW) search();
  const fits = new Fits(placed, input, search);
  tick({ phase: 'testing terms', done: 2, total: 3, unit: 'steps' });
  const { converged, steps } = fits.whole;
  return {
    ...facts,
    exact: fits.exact,
    converged,
    iterations: steps,
    separation,
    figures: converged ? figuresOf(fits, input, tick) : null,
  };
}

/** Pairs of doubles are fast enough up to this value of rows × squared number of columns. */
const CHEAP = 5e6;
const ILL_CONDITIONED = 1e7;

import type { TimelinePalette } from '../charts/timeline-draw.ts';
import { Sheet } from '../charts/sheet.ts';
import type { Picture } from '../charts/svg-canvas.ts';
import type { PreviewedStep } from '../../workbench/plans.ts';
import { formatAmount } from '../../base/format.ts';
import { groupBy } from '../../base/group.ts';
import type { GridColumn, GridRow } from '../../base/table.ts';
import { clip, visibleString } from '../../base/visible-text.ts';
import { layersOf } from './layers.ts';
import { nameOf, STATE_WORDS, toolOf } from './plan-words.ts';

/** Returns the state of a step by the index of the step. */
export type StateOf = (index: number) => keyof typeof STATE_WORDS;

const STEP = { width: 176, height: 48, across: 40, down: 12 } as const;
const [AIR, HEAD] = [12, 36];
/** Number of straight pieces that replace a curve. */
const PIECES = 16;

/** Writes how many steps have each state, the most frequent state first: `5 steps: 3 done, 1 failed, 1 blocked`. */
export function planTitle(steps: readonly PreviewedStep[], stateOf: StateOf): string {
  const groups = groupBy(steps, ({ index }) => STATE_WORDS[stateOf(index)]);
  const states = [...groups].sort((a, b) => b[1].length - a[1].length).map(([words, { length }]) => `${String(length)} ${words}`);
  return `${formatAmount(steps.length, 'step')}: ${states.join(', ')}`;
}

/** Draws steps as boxes with their state, each in a column after the steps that it needs. */
export function planPicture(steps: readonly PreviewedStep[], stateOf: StateOf, palette: TimelinePalette): Picture {
  const placed = new Map(
    layersOf(steps).map(({ index, column, row }) => [
      index,
      { left: AIR + column * (STEP.width + STEP.across), top: HEAD + row * (STEP.height + STEP.down) },
    ]),
  );
  const far = (side: 'left' | 'top'): number => [...placed.values()].reduce((most, place) => Math.max(most, place[side]), 0);
  const [width, height] = [Math.max(420, far('left') + STEP.width + AIR), far('top') + STEP.height + AIR];
  const sheet = new Sheet(planTitle(steps, stateOf), width, height, palette);
  sheet.fillStyle = palette.muted;
  for (const { index, needs = [] } of steps)
    for (const need of needs) {
      const [from, to] = [placed.get(need), placed.get(index)];
      if (from && to) sheet.line(bent([from.left + STEP.width, from.top + STEP.height / 2], [to.left, to.top + STEP.height / 2]), 1.5);
    }
  for (const step of steps) {
    const place = placed.get(step.index);
    if (!place) continue;
    const { left, top } = place;
    const words = (text: string): string => visibleString(clip(text, 64));
    sheet.rect(palette.muted, left, top, STEP.width, STEP.height);
    sheet.rect(palette.surface, left + 1, top + 1, STEP.width - 2, STEP.height - 2);
    sheet.write(words(nameOf(step)), left + 8, top + 20, { bold: true, most: STEP.width - 72 });
    sheet.write(words(toolOf(step)), left + 8, top + 36, { size: 11, fill: palette.muted, most: STEP.width - 72 });
    sheet.write(STATE_WORDS[stateOf(step.index)], left + STEP.width - 8, top + 28, { align: 'right', most: 52 });
  }
  return sheet.finished();
}

/** The curve that the page draws between two steps, as straight pieces. */
function bent([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): readonly (readonly [number, number])[] {
  return Array.from({ length: PIECES + 1 }, (_, piece) => {
    const t = piece / PIECES;
    const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
    return [a * x1 + b * (x1 + 20) + c * (x2 - 20) + d * x2, (a + b) * y1 + (c + d) * y2] as const;
  });
}

/** The steps as a table, for a file. */
export function planTable(
  steps: readonly PreviewedStep[],
  stateOf: StateOf,
): { readonly columns: readonly GridColumn[]; readonly rows: readonly GridRow[] } {
  const names = new Map(steps.map((step) => [step.index, nameOf(step)]));
  return {
    columns: [{ title: 'Step' }, { title: 'Tool' }, { title: 'State' }, { title: 'After' }],
    rows: steps.map((step) => [
      nameOf(step),
      toolOf(step),
      STATE_WORDS[stateOf(step.index)],
      (step.needs ?? []).map((need) => names.get(need) ?? String(need + 1)).join(', ') || null,
    ]),
  };
}

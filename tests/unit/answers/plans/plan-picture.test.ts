import { expect, it } from 'vitest';
import type { PreviewedStep } from '../../../../src/workbench/plans.ts';
import { planPicture, planTable, planTitle, type StateOf } from '../../../../src/answers/plans/plan-picture.ts';
import { PALETTE } from '../../../support/palette.ts';

const step = (index: number, id: string, needs: readonly number[] = []): PreviewedStep =>
  ({ index, id, needs, invocation: { tool_name: 'capture_query' } }) as unknown as PreviewedStep;
const steps = [step(0, 'rows'), step(1, '<wrong>'), step(2, 'after', [0, 1])];
const stateOf: StateOf = (index) => (['ok', 'error', 'skipped'] as const)[index] ?? 'waiting';

it('the title states the states of the steps', () => {
  expect(planTitle(steps, stateOf)).toBe('3 steps: 1 done, 1 failed, 1 blocked');
  expect(planTitle(steps, (index) => (index === 1 ? 'error' : 'ok'))).toBe('3 steps: 2 done, 1 failed');
  expect(planTitle(steps.slice(0, 1), stateOf)).toBe('1 step: 1 done');
});

it('each step is a box with escaped text, each dependency a line from the right of one to the left of the other', () => {
  const { svg, width, height } = planPicture(steps, stateOf, PALETTE);
  for (const words of ['>rows<', '>&lt;wrong&gt;<', '>after<', '>capture_query<', '>done<', '>failed<', '>blocked<'])
    expect(svg).toContain(words);
  const boxes = [...svg.matchAll(/<rect x="([\d.]+)" y="([\d.]+)" width="176" height="48"/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  expect(boxes).toHaveLength(3);
  const lines = [...svg.matchAll(/points="([^"]+)"/g)].map(([, points]) => points!.split(' ').map((point) => point.split(',').map(Number)));
  expect(lines.map((points) => [points[0], points.at(-1)])).toEqual(
    [0, 1].map((from) => [
      [boxes[from]![0] + 176, boxes[from]![1] + 24],
      [boxes[2]![0], boxes[2]![1] + 24],
    ]),
  );
  for (const [x, y] of boxes) expect(x + 176 <= width && y + 48 <= height).toBe(true);
});

it('the table has a row for each step with its dependencies', () => {
  expect(planTable(steps, stateOf).rows).toEqual([
    ['rows', 'capture_query', 'done', null],
    ['<wrong>', 'capture_query', 'failed', null],
    ['after', 'capture_query', 'blocked', 'rows, <wrong>'],
  ]);
});

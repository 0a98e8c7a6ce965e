import type { Row } from './evaluate.ts';
import type { Calibration, Score } from './score.ts';
import { calibrationOf } from './score.ts';

const two = (value: number): string => value.toFixed(2);
const three = (value: number): string => value.toFixed(3);
const scoreText = (score: Score | undefined): string =>
  score === undefined ? '–' : `${two(score.precision)} / ${two(score.recall)} / ${two(score.f1)}`;

/** The figures as Markdown: what docs/measurements.md keeps. */
export function report(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => row.methods.map((method) => method.name)))];
  const head = ['set', 'window s', 'frames', 'addresses', 'owed', ...names.map((name) => `${name} P / R / F1`)];
  const lines = rows.map((row) => [
    row.set,
    String(row.window),
    String(row.frames),
    String(row.addresses),
    String(row.methods[0]?.score.owed ?? 0),
    ...names.map((name) => scoreText(row.methods.find((method) => method.name === name)?.score)),
    `${three(row.calibration.brier)}, ${three(row.calibration.error)}`,
    two(row.classAccuracy),
    two(row.elapsed_ms / 1000),
  ]);
  const parts = [table([...head, 'Brier, ECE', 'class accuracy', 'time s'], lines), oracleText(rows)];
  return `${[...parts, calibrationText(calibrationOf(rows.flatMap((row) => row.forecasts)))].filter(Boolean).join('\n\n')}\n`;
}

/** F1 against that of the oracle and calibration over all seeds, by scene: mean and worst seed. */
function oracleText(rows: readonly Row[]): string {
  const scenes = new Map<string, { f1: number; ratio: number; row: Row }[]>();
  for (const row of rows) {
    const oracle = row.methods.find(({ name }) => name === 'oracle')?.score.f1;
    const own = row.methods[0]?.score.f1;
    if (oracle === undefined || own === undefined) continue;
    const scene = row.set.replace(/, seed.*/, '');
    scenes.set(scene, [...(scenes.get(scene) ?? []), { f1: own, ratio: own / oracle, row }]);
  }
  if (scenes.size === 0) return '';
  const lines = [...scenes].map(([scene, seeds]) => {
    const mean = (value: (seed: (typeof seeds)[number]) => number): number =>
      seeds.reduce((sum, seed) => sum + value(seed), 0) / seeds.length;
    const least = (value: (seed: (typeof seeds)[number]) => number): string => {
      const worst = seeds.reduce((found, seed) => (value(seed) < value(found) ? seed : found));
      return `${three(value(worst))} (${worst.row.set.replace(/.*, /, '')})`;
    };
    const pooled = calibrationOf(seeds.flatMap(({ row }) => row.forecasts));
    return [
      scene,
      String(seeds.length),
      three(mean(({ f1 }) => f1)),
      least(({ f1 }) => f1),
      three(mean(({ ratio }) => ratio)),
      least(({ ratio }) => ratio),
      String(pooled.pairs),
      `${three(pooled.brier)}, ${three(pooled.error)}`,
    ];
  });
  const head = ['scene', 'seeds', 'mean F1', 'worst F1', 'mean F1 / oracle', 'worst F1 / oracle', 'pairs of all seeds', 'their Brier, ECE'];
  return table(head, lines);
}

function calibrationText({ pairs, brier, skill, error, bins }: Calibration): string {
  const summary = `Calibration over ${String(pairs)} pairs: Brier score ${three(brier)}, skill over the base rate ${three(skill)}, expected calibration error ${three(error)}.`;
  return `${summary}\n\n${table(
    ['bin', 'pairs', 'mean probability', 'came true'],
    bins.map((bin, at) => [String(at + 1), String(bin.pairs), three(bin.mean), three(bin.rate)]),
  )}`;
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

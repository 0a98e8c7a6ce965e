import type { Row } from './evaluate.ts';
import type { Calibration } from './score.ts';
import { calibrationOf } from './score.ts';

const two = (value: number): string => value.toFixed(2);
const three = (value: number): string => value.toFixed(3);

/** The figures as Markdown: what docs/evaluation.md keeps. */
export function report(rows: readonly Row[]): string {
  const names = rows[0]?.methods.map((method) => method.name) ?? [];
  const head = ['set', 'window s', 'frames', 'addresses', 'owed', ...names.map((name) => `${name} P / R / F1`), 'class accuracy', 'time s'];
  const lines = rows.map((row) => [
    row.set,
    String(row.window),
    String(row.frames),
    String(row.addresses),
    String(row.methods[0]?.score.owed ?? 0),
    ...row.methods.map(({ score }) => `${two(score.precision)} / ${two(score.recall)} / ${two(score.f1)}`),
    two(row.classAccuracy),
    two(row.elapsed_ms / 1000),
  ]);
  return `${table(head, lines)}\n\n${calibrationText(calibrationOf(rows.flatMap((row) => row.forecasts)))}\n`;
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

import type { RotationModel } from '../../../src/tools/linkage/rotation.ts';
import type { Forecast } from '../score.ts';
import { calibrationOf } from '../score.ts';
import type { Counts, WorldResult } from './measure.ts';
import { f1, plus } from './measure.ts';
import type { World } from './world.ts';

/** All seeds of one world. */
export interface WorldRow {
  readonly world: World;
  readonly results: readonly WorldResult[];
}

const BOUNDS = [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.99, 1.01] as const;
/** A bin of fewer candidates says too little about its probability. */
const FEWEST = 100;
const SURE = 0.99;

/** The worlds as Markdown: F1 of links / pairs by mode, floors, and calibration of each mode. */
export function worldReport(rows: readonly WorldRow[], modes: readonly RotationModel[]): string {
  const head = ['world', 'addresses', 'owed', ...modes.map((mode) => `${mode} links / pairs F1`), 'chance, nearest F1'];
  // Where nothing is owed, F1 says nothing; false links are counted below.
  const pair = (links: Counts, pairs: Counts): string => (links.owed === 0 ? '–' : `${two(f1(links))} / ${two(f1(pairs))}`);
  const lines = rows.map(({ world, results }) => [
    world.name,
    String(results.reduce((sum, { addresses }) => sum + addresses, 0)),
    String(sumOf(results, ({ nearest }) => nearest).owed),
    ...modes.map((mode) =>
      pair(
        linksOf(results, mode),
        sumOf(results, ({ modes: all }) => all.get(mode)!.pairs),
      ),
    ),
    `${two(f1(sumOf(results, ({ chance }) => chance)))}, ${two(f1(sumOf(results, ({ nearest }) => nearest)))}`,
  ]);
  const calibrated = rows.map(({ world, results }) => [
    world.name,
    ...modes.map((mode) => calibrationCell(results.flatMap(({ modes: all }) => all.get(mode)!.forecasts))),
    ...modes.map((mode) => two((200 * wrong(linksOf(results, mode))) / results.reduce((sum, { addresses }) => sum + addresses, 0))),
  ]);
  const second = [
    'world',
    ...modes.map((mode) => `${mode}: ECE; worst bin; false of p > 0.99`),
    ...modes.map((mode) => `${mode}: false links per 200 addresses`),
  ];
  return `${table(head, lines)}\n\n${table(second, calibrated)}\n\n${pooled(rows, modes)}\n`;
}

const two = (value: number): string => value.toFixed(2);
const wrong = ({ claimed, right }: Counts): number => claimed - right;
const linksOf = (results: readonly WorldResult[], mode: RotationModel): Counts => sumOf(results, ({ modes }) => modes.get(mode)!.links);

function sumOf(results: readonly WorldResult[], counts: (result: WorldResult) => Counts): Counts {
  return results.map(counts).reduce(plus);
}

function calibrationCell(forecasts: readonly Forecast[]): string {
  const worst = binsOf(forecasts)
    .filter(({ pairs }) => pairs >= FEWEST)
    .reduce((most, bin) => (Math.abs(bin.mean - bin.rate) > Math.abs(most.mean - most.rate) ? bin : most), { mean: 0, rate: 0, pairs: 0 });
  const sure = forecasts.filter(({ probability }) => probability > SURE);
  const worstText = worst.pairs === 0 ? '–' : `${two(worst.mean)} → ${two(worst.rate)}`;
  return `${calibrationOf(forecasts).error.toFixed(3)}; ${worstText}; ${String(sure.filter(({ happened }) => !happened).length)} of ${String(sure.length)}`;
}

function binsOf(forecasts: readonly Forecast[]) {
  return BOUNDS.slice(1).map((to, at) => {
    const own = forecasts.filter(({ probability }) => probability >= BOUNDS[at]! && probability < to);
    const mean = own.reduce((sum, { probability }) => sum + probability, 0) / Math.max(own.length, 1);
    return { mean, rate: own.filter(({ happened }) => happened).length / Math.max(own.length, 1), pairs: own.length };
  });
}

function pooled(rows: readonly WorldRow[], modes: readonly RotationModel[]): string {
  const bins = modes.map((mode) => binsOf(rows.flatMap(({ results }) => results.flatMap(({ modes: all }) => all.get(mode)!.forecasts))));
  const lines = BOUNDS.slice(1).map((to, at) => [
    `${String(BOUNDS[at])}–${String(Math.min(to, 1))}`,
    ...bins.map((all) => `${two(all[at]!.mean)} → ${two(all[at]!.rate)} (${String(all[at]!.pairs)})`),
  ]);
  return table(['all worlds: probability', ...modes.map((mode) => `${mode}: mean → came true (candidates)`)], lines);
}

function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...lines.map(line)].join('\n');
}

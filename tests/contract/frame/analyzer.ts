/** Runs of the address analyzer, over a sample and over tables made for a row. */
import type { Answer } from '../../../src/tools/catalog/bluetooth_address_analyzer/schema.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { advertisements, analysis, exampleCaptures, exampleSelection, sightings } from './examples.ts';
import { openFile, runTool } from './workbench.ts';

export const SAMPLE = 'public/samples/chamber_four_phones.pcapng';

export const analyse = (selection: object, args: object = {}): Promise<ToolResult> =>
  runTool('bluetooth_address_analyzer', analysis(args), selection);

export async function onSample(args: object = {}): Promise<ToolResult> {
  await openFile(SAMPLE);
  return analyse({ capture_id: 'chamber_four_phones' }, args);
}
export async function onExample(change: object = {}, args: object = {}): Promise<ToolResult> {
  await exampleCaptures();
  return analyse({ ...exampleSelection, ...change }, args);
}
export async function onTable(name: string, lines: () => readonly string[], args: object = {}): Promise<ToolResult> {
  const { capture_id } = await advertisements(name, lines);
  return analyse({ capture_id }, args);
}
export const answerOf = (result: ToolResult): Answer => result.structured_output as unknown as Answer;
export const rpa = (first: string): string => `${first}:00:00:00:00:01`;

/** Six addresses that follow one another on two devices at once. */
export const twins = (): string[] => [
  ...sightings(rpa('40'), 0, 900),
  ...sightings(rpa('50'), 0.5, 950),
  ...sightings(rpa('60'), 900.5, 300),
  ...sightings(rpa('70'), 950.7, 250),
];
export const sparse = (): string[] => ['40', '50', '60'].flatMap((first) => sightings(rpa(first), 0, 3));
export const holed = (): string[] => [...sightings(rpa('40'), 0, 60), ...sightings(rpa('40'), 200, 60)];

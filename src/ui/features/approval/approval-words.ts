import type { ToolManifest } from '../../../tools/contract/index.ts';

const EFFECTS: Readonly<Record<ToolManifest['effect'], string>> = {
  read_only: 'Changes nothing.',
  state_change: 'Changes the workbench.',
  external_side_effect: 'Changes something outside the workbench.',
};

/** What a call may change, and whether it can be undone. */
export const effectWords = ({ effect, reversible, server }: ToolManifest): string =>
  server
    ? 'Only its server knows what it does: it may make permanent changes.'
    : `${EFFECTS[effect]}${effect === 'read_only' || reversible ? '' : ' The workbench cannot undo it.'}`;

const ENTRIES: Readonly<Record<string, string>> = {
  page: 'this page',
  console: 'a script',
  plan: 'a plan',
  replay: 'a replay',
  transcript: 'a transcript',
  planner: 'a planner',
  embed: 'the page around this one',
};

/** Writes who made a call, such as `you, by a script`. */
export function callerWords(actor: string, entry: string): string {
  return `${actor === 'user:local' ? 'you' : actor}, by ${ENTRIES[entry] ?? entry}`;
}

/** Writes the risk of a call as a number and a word, such as `0.86 of 1, high`. */
export function riskWords(risk: number): string {
  return `${risk.toFixed(2)} of 1, ${risk >= 0.66 ? 'high' : risk >= 0.33 ? 'medium' : 'low'}`;
}

import type { AnalyzerOutput } from '../../src/answers/analyzer/model.ts';
import { timelineGroups } from '../../src/answers/analyzer/timeline.ts';
import { fit } from '../../src/answers/charts/time-view.ts';
import { layoutTimeline } from '../../src/answers/charts/timeline-layout.ts';

/** Width of the timeline on a laptop, pixels. */
export const WIDTH_PX = 1200;

/** The lanes of an answer as they are drawn when all of the time is shown: where each address begins and ends, in pixels. */
export interface DrawnLanes {
  readonly start: number;
  readonly end: number;
  readonly begin: ReadonlyMap<string, number>;
  readonly finish: ReadonlyMap<string, number>;
  readonly x: (ms: number) => number;
  /** Pixels of so many seconds. */
  readonly length: (seconds: number) => number;
}

export function drawnLanes(output: AnalyzerOutput): DrawnLanes {
  const groups = timelineGroups(output);
  const { start, end } = layoutTimeline(groups);
  const view = fit(start, end);
  const scale = WIDTH_PX / (view.end - view.start);
  const x = (ms: number): number => (ms - view.start) * scale;
  const lanes = groups.flatMap((group) => group.lanes);
  return {
    start,
    end,
    begin: new Map(lanes.map(({ label, spans }) => [label, x(Math.min(...spans.map((span) => span.start)))])),
    finish: new Map(lanes.map(({ label, spans }) => [label, x(Math.max(...spans.map((span) => span.end)))])),
    x,
    length: (seconds) => seconds * 1000 * scale,
  };
}

/** A length of time that the answer states, and the two addresses between whose edges the lanes show it. */
export interface StatedSpan {
  readonly text: string;
  readonly seconds: number;
  readonly from: { readonly address: string; readonly edge: 'begin' | 'finish' };
  readonly to: { readonly address: string; readonly edge: 'begin' | 'finish' };
}

const AMOUNT = String.raw`([\d.]+(?:e-\d+)?) (s|min|h)\b`;
const SECONDS = { s: 1, min: 60, h: 3600 } as const;

/** What a sentence says of the life of one address or of the silence between two; no other sentence may name a length of time. */
const FORMS: readonly { readonly form: RegExp; readonly of: 'gap' | 'first' | 'second' | 'blind' }[] = [
  { form: new RegExp(`appears ${AMOUNT} after the first falls silent`, 'g'), of: 'gap' },
  { form: new RegExp(`nothing was captured for ${AMOUNT} of it`, 'g'), of: 'blind' },
  // The times do not show it, so the lanes cannot either.
  { form: new RegExp(`the sniffer lost about ${AMOUNT} of frames`, 'g'), of: 'blind' },
  { form: new RegExp(`the first was seen for (?:only )?${AMOUNT}`, 'g'), of: 'first' },
  { form: new RegExp(`the second was seen for ${AMOUNT}`, 'g'), of: 'second' },
  { form: new RegExp(`active for ${AMOUNT}`, 'g'), of: 'first' },
  { form: new RegExp(`Did not rotate in ${AMOUNT}`, 'g'), of: 'first' },
];

/** Every length of time in the sentences of an answer. Throws on a sentence that says one in another way. */
export function statedSpans(output: AnalyzerOutput): readonly StatedSpan[] {
  const ofAddresses = output.addresses.flatMap(({ address, evidence }) => evidence.flatMap((text) => read(text, address, address)));
  const ofPairs = output.clusters.flatMap(({ rationale }) =>
    rationale.flatMap((text) => {
      const [from, to] = text.match(/(?:[0-9A-F]{2}:){5}[0-9A-F]{2}/g) ?? [];
      return from === undefined || to === undefined ? [] : read(text, from, to);
    }),
  );
  const gaps = output.candidates.flatMap(({ from, to, gap_s }): StatedSpan[] =>
    gap_s === null ? [] : [{ text: `gap_s of ${from} → ${to}`, seconds: gap_s, ...between(from, to) }],
  );
  return [...ofAddresses, ...ofPairs, ...gaps];
}

const between = (from: string, to: string): Pick<StatedSpan, 'from' | 'to'> => ({
  from: { address: from, edge: 'finish' },
  to: { address: to, edge: 'begin' },
});

const lifeOf = (address: string): Pick<StatedSpan, 'from' | 'to'> => ({
  from: { address, edge: 'begin' },
  to: { address, edge: 'finish' },
});

function read(text: string, first: string, second: string): StatedSpan[] {
  const found = FORMS.flatMap(({ form, of }) => [...text.matchAll(form)].map((match) => ({ match, of })));
  const all = [...text.matchAll(new RegExp(AMOUNT, 'g'))];
  if (all.length !== found.length) throw new Error(`a sentence says a length of time that no test reads: ${text}`);
  return found.flatMap(({ match, of }): StatedSpan[] => {
    const seconds = Number(match[1]) * SECONDS[match[2] as keyof typeof SECONDS];
    if (of === 'blind') return [];
    return [{ text, seconds, ...(of === 'gap' ? between(first, second) : lifeOf(of === 'first' ? first : second)) }];
  });
}

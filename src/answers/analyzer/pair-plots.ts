import { formatFigure } from '../charts/number-axis.ts';
import type { AmountPlot, TracePlot } from '../charts/plot.ts';
import { formatAmount, formatCount, formatUtc } from '../../base/format.ts';
import type { CandidateLink } from './model.ts';
import type { RssiTrace } from './pair-rows.ts';

/** The question that each term of the linkage model answers; docs/explanation/linkage-model.md describes them. */
const TERMS: Readonly<Record<string, string>> = {
  Gap: 'Does the gap between the two fit an address rotation?',
  Lifetime: 'Does the age of the first address fit the rotation model?',
  Renewal: 'Was the second address new when it appeared, or did a device arrive with an address already in use?',
  Payload: 'Do the bytes that survive a rotation stay the same, and do the others change?',
  Name: 'Do both send the same name?',
  Interval: 'Do both advertise at the same interval?',
  Level: 'Is the signal level at the change the same?',
  Phase: 'Are both on the same 625 µs grid?',
  Drift: 'Do both clocks run equally fast?',
};

export const termHint = (term: string): string => TERMS[term] ?? '';

const signed = (value: number): string => `${value > 0 ? '+' : ''}${formatFigure(value)}`;

/** Plot of how much each kind of evidence contributes to linking two addresses, strongest first. */
export function contributionPlot({ evidence }: CandidateLink): AmountPlot {
  const order = [...evidence].sort((left, right) => Math.abs(right.decibans) - Math.abs(left.decibans));
  const total = evidence.reduce((sum, { decibans }) => sum + decibans, 0);
  const [first] = order;
  const verdict = total > 0 ? 'for one device' : total < 0 ? 'against one device' : 'for neither';
  const likelier = 10 ** (Math.abs(total) / 10);
  const times = likelier < 1e6 ? `${formatFigure(Number(likelier.toPrecision(2)))} to 1` : 'more than a million to 1';
  return {
    kind: 'amounts',
    signed: true,
    id: 'contributions',
    title: `${signed(total)} decibans ${verdict}${first === undefined ? '' : `, most from ${first.term}`}`,
    text:
      `The evidence alone is ${times} ${verdict}. The probability also weighs every other possible successor. ` +
      'Ten decibans are odds of 10 to 1; negative values are evidence against.',
    axis: 'decibans, 10·log₁₀ of the likelihood ratio',
    bars: order.map(({ term, decibans }) => ({ label: term, value: decibans, hint: termHint(term) })),
    columns: [
      { title: 'Term' },
      { title: 'Contribution', detail: 'decibans', align: 'end' },
      { title: 'Odds', detail: 'to 1', align: 'end' },
      { title: 'Question' },
    ],
    rows: order.map(({ term, decibans }) => [term, signed(decibans), formatFigure(10 ** (decibans / 10)), termHint(term)]),
  };
}

/** Plot of the RSSI of both addresses over time. */
export function levelPlot(
  pair: Pick<CandidateLink, 'from' | 'to'>,
  byAddress: ReadonlyMap<string, RssiTrace>,
  relative: boolean,
): TracePlot {
  const traces = [pair.from, pair.to].map((address, at) => ({
    label: address,
    series: at + 1,
    points: byAddress.get(address)?.points ?? [],
    names: byAddress.get(address)?.names ?? [],
    packets: byAddress.get(address)?.packets ?? 0,
  }));
  const [before, after] = traces.map(({ points }) => points);
  const [end, start] = [middle(before?.slice(-NEAR) ?? []), middle(after?.slice(0, NEAR) ?? [])];
  const step = end === null || start === null ? null : start - end;
  const instant = (ms: number): string => (relative ? `${(ms / 1000).toFixed(3)} s` : formatUtc(ms).replace(' UTC', ''));
  return {
    kind: 'traces',
    id: 'levels',
    title:
      step === null
        ? `No level of ${[pair.from, pair.to].filter((address) => !byAddress.get(address)?.points.length).join(' or ')} to compare`
        : `The level ${Math.abs(step) < 1 ? 'stays' : `${step > 0 ? 'rises' : 'falls'} by ${formatFigure(Math.abs(step))} dB`} at the change`,
    text: traces
      .map(({ label, points, packets }) => `${label}: ${formatAmount(packets, 'packet')}${shownOf(points.length, packets)}`)
      .join('; '),
    y: 'RSSI, dBm',
    relative,
    traces,
    columns: [
      { title: 'Address', mono: true },
      { title: 'Time', detail: relative ? 's since the first packet' : 'UTC', mono: true },
      { title: 'RSSI', detail: 'dBm', align: 'end' },
      { title: 'Packet' },
    ],
    rows: traces.flatMap(({ label, points, names }) => points.map(([at, value], own) => [label, instant(at), value, names[own] ?? null])),
  };
}

/** Number of packets before and after the change of address whose RSSI is compared. */
const NEAR = 10;

const shownOf = (shown: number, all: number): string => (shown < all ? `, ${formatCount(shown)} of them drawn` : '');

function middle(points: readonly (readonly [number, number])[]): number | null {
  if (points.length === 0) return null;
  const values = points.map(([, value]) => value).sort((left, right) => left - right);
  const half = values.length >> 1;
  return values.length % 2 === 1 ? (values[half] ?? 0) : ((values[half - 1] ?? 0) + (values[half] ?? 0)) / 2;
}

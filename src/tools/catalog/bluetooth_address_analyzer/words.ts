import { formatExactSpan } from '../../../base/format.ts';
import type { Candidate } from '../../linkage/linkage.ts';
import { hiddenIn, type Observation } from '../../linkage/observe.ts';
import { firstEndingAfter } from '../../linkage/holes.ts';
import { probabilityWords } from '../../linkage/probability-words.ts';

/** Maximum number of links of a chain that are explained one by one; one line sums up the rest. */
const EXPLAINED = 12;
/** Terms smaller than this, in nats, are not mentioned. */
const TELLING = 0.7;

/** What explanations of links refer to: how common each payload is, and the most probable pairs of each address. */
export interface Why {
  readonly observation: Observation;
  readonly alike: Readonly<Record<'content' | 'layout', ReadonlyMap<string, number>>>;
  readonly fromEnd: ReadonlyMap<number, readonly Candidate[]>;
  readonly toEnd: ReadonlyMap<number, readonly Candidate[]>;
}

export function whyOf(candidates: readonly Candidate[], observation: Observation): Why {
  const alike = { content: new Map<string, number>(), layout: new Map<string, number>() };
  for (const { payload } of observation.addresses) {
    for (const what of ['content', 'layout'] as const) alike[what].set(payload[what], (alike[what].get(payload[what]) ?? 0) + 1);
  }
  const fromEnd = new Map<number, readonly Candidate[]>();
  const toEnd = new Map<number, readonly Candidate[]>();
  for (const pair of candidates) {
    fromEnd.set(pair.from, bestTwo(fromEnd.get(pair.from), pair));
    toEnd.set(pair.to, bestTwo(toEnd.get(pair.to), pair));
  }
  return { observation, alike, fromEnd, toEnd };
}

/** Keeps the two most probable pairs of an address. A pair is at most one of them, so its strongest rival is always kept. */
function bestTwo(held: readonly Candidate[] | undefined, pair: Candidate): readonly Candidate[] {
  if (held === undefined) return [pair];
  if (held.length > 1 && pair.probability <= held[1]!.probability) return held;
  return [...held, pair].sort((a, b) => b.probability - a.probability).slice(0, 2);
}

/** Explains why the members of a chain are believed to belong to one emitter, and what contradicts it. */
export function rationale(chain: readonly Candidate[], why: Why): string[] {
  const lines = chain.slice(0, EXPLAINED).map((pair) => linkWords(pair, why));
  if (chain.length > EXPLAINED) lines.push(`${String(chain.length - EXPLAINED)} further links rest on the same kinds of evidence`);
  return lines;
}

function linkWords(pair: Candidate, why: Why): string {
  const { observation } = why;
  const name = (number: number): string => observation.addresses[number]!.address;
  const parts = [
    gapWords(pair, why),
    lifeWords(pair, why),
    renewalWords(pair, why),
    payloadWords(pair, why),
    spacingWords(pair, observation),
    levelWords(pair, observation),
    clockWords(pair),
  ];
  return `${name(pair.from)} → ${name(pair.to)} (p ${probabilityWords(pair.probability)}): ${[...parts, rivalWords(pair, why)].filter(Boolean).join('; ')}`;
}

function gapWords({ from, to }: Candidate, { observation: { features, holes } }: Why): string {
  const end = features.columns.Last[from]!;
  const start = features.columns.First[to]!;
  let blind = 0;
  let hidden = 0;
  for (let at = firstEndingAfter(holes, end); at < holes.length && holes[at]!.start < start; at++) {
    blind += holes[at]!.end - holes[at]!.start;
    hidden += hiddenIn(holes[at]!);
  }
  const gap = `the second address appears ${formatExactSpan(Math.max(start - end, 0))} after the first falls silent, and they never overlap`;
  if (hidden > 0)
    return `${gap} (the sniffer lost about ${formatExactSpan(Math.round(hidden))} of frames between them, so the silence is no evidence)`;
  return blind > 0 ? `${gap} (nothing was captured for ${formatExactSpan(blind)} of it)` : gap;
}

function lifeWords({ from, reasons }: Candidate, { observation: { features } }: Why): string {
  const life = formatExactSpan(features.columns.Last[from]! - features.columns.First[from]!);
  if (reasons.Lifetime > TELLING) return `the first was seen for ${life}, which fits the rotation model`;
  return reasons.Lifetime < -TELLING ? `the first was seen for only ${life}, which fits the rotation model poorly` : '';
}

/** Explains what the age of the second address at its first packet says for or against the pair. */
function renewalWords({ to, reasons }: Candidate, { observation: { features } }: Why): string {
  if (Math.abs(reasons.Renewal) <= TELLING) return '';
  const life = `the second was seen for ${formatExactSpan(features.columns.Last[to]! - features.columns.First[to]!)}`;
  return reasons.Renewal > 0
    ? `${life}, as one that began here would be`
    : `${life}, more like one that was brought in the middle of its life`;
}

function payloadWords({ from, to, reasons }: Candidate, { observation: { addresses }, alike }: Why): string {
  if (reasons.Name > TELLING) return 'same broadcast name';
  if (reasons.Name < -TELLING) return 'different broadcast names, which speaks against it';
  const alikeIn = (what: 'content' | 'layout'): number => alike[what].get(addresses[from]!.payload[what]) ?? 0;
  if (addresses[from]!.payload.content === addresses[to]!.payload.content) {
    return `same payload bytes where they should stay (${String(alikeIn('content'))} of ${String(addresses.length)} addresses have them)`;
  }
  if (addresses[from]!.payload.layout === addresses[to]!.payload.layout) {
    return `same payload structure (${String(alikeIn('layout'))} of ${String(addresses.length)} addresses have it)`;
  }
  return reasons.Payload < -TELLING ? 'the payload structure changed, which speaks against it' : 'payload of the same kind';
}

function spacingWords({ from, to, reasons }: Candidate, { features }: Observation): string {
  const before = (features.columns.Interval[from]! * 1000).toFixed(1);
  const after = (features.columns.Interval[to]! * 1000).toFixed(1);
  if (reasons.Interval > TELLING) return `same advertising interval (${before} and ${after} ms)`;
  return reasons.Interval < -TELLING ? `advertising intervals differ (${before} and ${after} ms), which speaks against it` : '';
}

function levelWords({ from, to, reasons }: Candidate, { features }: Observation): string {
  if (reasons.Level === 0) return '';
  const levels = `${features.columns.RssiLast[from]!.toFixed(0)} and ${features.columns.RssiFirst[to]!.toFixed(0)} dBm`;
  return reasons.Level < -TELLING
    ? `received levels differ (${levels}), weak evidence against`
    : `received levels ${levels}, weak evidence`;
}

/** Explains what the phase of the advertising events says for or against the pair. */
function clockWords({ reasons }: Candidate): string {
  const parts: string[] = [];
  if (reasons.Phase > TELLING) parts.push('their events lie on one 625 µs grid');
  if (reasons.Drift > TELLING) parts.push('their clocks run equally fast');
  if (reasons.Drift < -TELLING) parts.push('their clocks run at different speeds, which speaks against it');
  return parts.join('; ');
}

/** Names the strongest rival pair, if it is probable enough to mention. */
function rivalWords(pair: Candidate, { fromEnd, toEnd }: Why): string {
  const others = [...(fromEnd.get(pair.from) ?? []), ...(toEnd.get(pair.to) ?? [])].filter((other) => other !== pair);
  const rival = others.reduce((most, { probability }) => Math.max(most, probability), 0);
  if (rival >= 0.05) return `another address competes for this link with p ${rival.toFixed(2)}`;
  return '';
}

/** A summary of at most 400 characters; every number in it is the length of a list in the output. */
export function summaryOf(
  counts: {
    readonly classified: number;
    readonly asking: number;
    readonly clusters: number;
    readonly linked: number;
    readonly segments: number;
  },
  mode: string,
): string {
  const parts: string[] = [];
  // `counts.classified` includes scanners, unlike the number in the views, so the text says so.
  const scanners = counts.asking === 0 ? '' : ' (scanners included)';
  if (mode !== 'linkage') parts.push(`classified ${plural(counts.classified, 'address', 'addresses')}${scanners}`);
  if (mode !== 'classification') {
    parts.push(
      counts.clusters === 0
        ? 'found no addresses that probably share an emitter'
        : `grouped ${plural(counts.linked, 'address', 'addresses')} into ${plural(counts.clusters, 'cluster', 'clusters')} that probably share an emitter`,
    );
  }
  const text = `${parts.join(' and ')}, active in ${plural(counts.segments, 'segment', 'segments')}.`;
  const limit =
    mode === 'classification'
      ? 'Classes are inferences for investigation.'
      : 'Links are posterior-like scores for investigation, not proof that two addresses are one device.';
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} ${limit}`;
}

const plural = (count: number, one: string, many: string): string => `${String(count)} ${count === 1 ? one : many}`;

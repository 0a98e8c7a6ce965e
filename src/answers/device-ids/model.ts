import type { ToolResult } from '../../tools/contract/index.ts';
import { type DeviceName, namesByAddress } from '../../base/device-name.ts';
import { formatAmount, formatProbability, formatUtc } from '../../base/format.ts';
import { type AnswerRows, answerRows } from '../answer-rows.ts';

/** A device id of a Web Bluetooth scan, in the form that views need. */
export interface DeviceId {
  readonly id: string;
  readonly advertisements: number;
  /** Time of the first packet, as the tool wrote it. */
  readonly first: string;
  readonly last: string;
  /** Fraction of the selected time in which the id was present, 0 to 1. */
  readonly presence: number;
  readonly interval_ms: number | null;
  readonly rssi_dbm: number | null;
  readonly payload: string;
}

/** A device id that disappeared, and another one that may be its successor. */
export interface IdPair {
  readonly from: string;
  readonly to: string;
  readonly probability: number;
  readonly shown: boolean;
  readonly gap_s: number;
  readonly evidence: readonly { readonly term: string; readonly decibans: number }[];
}

export interface IdChain {
  readonly ids: readonly string[];
  readonly probability: number;
}

/** The answer of `device_id_analyzer`. */
export interface DeviceIdsOutput {
  readonly devices: readonly DeviceId[];
  readonly pairs: readonly IdPair[];
  readonly chains: readonly IdChain[];
}

export const WEAKER_THAN_ADDRESSES =
  'Scores for investigation, never proof of identity. Ids are weaker evidence than addresses: they do not say which devices rotate at all, so a device that leaves as another comes can look like one.';

/** Reads a result that was validated. A part that the result of another version lacks is empty. */
export function deviceIdsOutput(result: ToolResult): DeviceIdsOutput {
  const output = record(result.structured_output);
  return {
    devices: list(output['devices'])
      .map(record)
      .map((item) => ({
        id: text(item['device_id']),
        advertisements: number(item['advertisements']) ?? 0,
        first: text(item['first_ts']),
        last: text(item['last_ts']),
        presence: number(item['presence_share']) ?? 0,
        interval_ms: number(item['interval_ms']),
        rssi_dbm: number(item['rssi_median_dbm']),
        payload: text(item['payload']),
      })),
    pairs: list(output['likely_successors']).map(record).map(idPair),
    chains: list(output['chains'])
      .map(record)
      .map((item) => ({ ids: list(item['device_ids']).map(text), probability: number(item['probability']) ?? 0 })),
  };
}

/** Maximum number of chains in a headline; `SHOWN_IDS` limits the ids of each. */
const SHOWN_CHAINS = 12;
const SHOWN_IDS = 8;

/** What the summary of an answer shows. */
export interface DeviceHeadline {
  readonly finding: string;
  readonly chains: readonly { readonly ids: readonly string[]; readonly total: number; readonly probability: number }[];
  /** Number of all chains. */
  readonly total: number;
}

export const deviceHeadline = (output: DeviceIdsOutput): DeviceHeadline => ({
  finding: findingWords(output),
  chains: output.chains
    .slice(0, SHOWN_CHAINS)
    .map(({ ids, probability }) => ({ ids: ids.slice(0, SHOWN_IDS), total: ids.length, probability })),
  total: output.chains.length,
});

/** Table of all device ids, with a column for names if a person gave any. */
export function deviceRows({ devices }: DeviceIdsOutput, names: readonly DeviceName[] = []): AnswerRows {
  const given = namesByAddress(names);
  const named = given.size > 0;
  const instant = (text: string): string => (Number.isNaN(Date.parse(text)) ? text : formatUtc(Date.parse(text)));
  return answerRows(
    [
      { title: 'Device id', detail: 'opaque, per site', mono: true, sortable: true, width: 196 },
      ...(named ? [{ title: 'Device', detail: 'your name', sortable: true, width: 120 }] : []),
      { title: 'Heard', detail: 'times', align: 'end', sortable: true, width: 68 },
      { title: 'Presence', detail: '% of time', align: 'end', sortable: true, width: 86 },
      { title: 'Interval', detail: 'ms', align: 'end', sortable: true, width: 80 },
      { title: 'RSSI', detail: 'median dBm', align: 'end', sortable: true, width: 92 },
      { title: 'First', mono: true, sortable: true, width: 240 },
      { title: 'Last', mono: true, sortable: true, width: 240 },
      { title: 'Payload', detail: 'AD type: octets', mono: true, width: 168 },
    ],
    devices.map((device) => [
      device.id,
      ...(named ? [given.get(device.id) ?? null] : []),
      device.advertisements,
      Math.round(device.presence * 1000) / 10,
      device.interval_ms,
      device.rssi_dbm,
      instant(device.first),
      instant(device.last),
      device.payload,
    ]),
  );
}

/** Reads one pair of device ids from an item of the answer. */
export const readPair = (item: unknown): IdPair => idPair(record(item));

/** Words for each term of the linkage model: one for evidence for the link, one for evidence against it. */
const WORDS: Readonly<Record<string, readonly [forLink: string, against: string]>> = {
  Gap: ['the gap between the two fits an address rotation', 'the gap between the two does not fit an address rotation'],
  Lifetime: [
    'the first id lasted as long as the rotation model expects',
    'the first id did not last as long as the rotation model expects',
  ],
  Renewal: ['the second id was new when it appeared', 'the second id was probably in use before it arrived'],
  Payload: ['the data continues as from one device', 'the data changes more than that of one device would'],
  Name: ['both send the same name', 'they send different names'],
  Interval: ['both advertise at the same interval', 'they advertise at different intervals'],
  Level: ['the signal level stays the same at the change', 'the signal level differs at the change'],
  Phase: ['both are on the same timing grid', 'they are on different timing grids'],
  Drift: ['both clocks run equally fast', 'the clocks run at different speeds'],
};

/** Minimum contribution of evidence that is listed, in decibans: 1 is odds of 1.26 to 1. */
const LEAST_DECIBANS = 1;

export interface Reason {
  readonly term: string;
  readonly words: string;
  readonly decibans: number;
}

/** Lists the evidence for and against a pair, strongest first. */
export function reasonsOf({ evidence }: IdPair): { readonly speaksFor: readonly Reason[]; readonly against: readonly Reason[] } {
  const reasons = evidence
    .filter(({ decibans }) => Math.abs(decibans) >= LEAST_DECIBANS)
    .sort((left, right) => Math.abs(right.decibans) - Math.abs(left.decibans))
    .map(({ term, decibans }) => ({ term, decibans, words: WORDS[term]?.[decibans > 0 ? 0 : 1] ?? term }));
  return { speaksFor: reasons.filter(({ decibans }) => decibans > 0), against: reasons.filter(({ decibans }) => decibans < 0) };
}

/** Writes decibans with their sign: "+12.3", "−4.0". */
export const signedDecibans = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;

/** Writes the finding in one sentence. */
export function findingWords({ devices, chains, pairs }: DeviceIdsOutput): string {
  const heard = `${formatAmount(devices.length, 'id')} heard`;
  const links = pairs.filter(({ shown }) => shown);
  if (links.length > 0) {
    const best = Math.max(...links.map(({ probability }) => probability));
    return `${heard}; ${formatAmount(links.length, 'probable change')} of id in ${formatAmount(chains.length, 'chain')}, the likeliest with probability ${formatProbability(best)}.`;
  }
  return pairs.length > 0
    ? `${heard}; none probably follows another, ${formatAmount(pairs.length, 'pair')} ${pairs.length === 1 ? 'is' : 'are'} listed as possible.`
    : `${heard}; no id ended shortly before another that could be its successor.`;
}

const idPair = (item: Fields): IdPair => ({
  from: text(item['from_id']),
  to: text(item['to_id']),
  probability: number(item['probability']) ?? 0,
  shown: item['shown'] === true,
  gap_s: number(item['gap_s']) ?? 0,
  evidence: list(item['evidence'])
    .map(record)
    .map((term) => ({ term: text(term['term']), decibans: number(term['decibans']) ?? 0 })),
});

type Fields = Readonly<Record<string, unknown>>;
const record = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

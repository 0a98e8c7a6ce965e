/**
 * How often the headline of a tool finds something in a real recording whose labels were shuffled among its addresses: rows of one
 * address depend on each other, so that addresses are what can be exchanged. Every call goes through the runner.
 */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { CaptureInfo } from '../../../src/tables/captures.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';
import { randomSource, type RandomSource } from '../../support/random.ts';
import { conclusionIn } from './traps.ts';

/** Those with the most addresses; other recordings have a few, or no signal strengths. */
const RECORDINGS = [0, 45, 135, 180, 225, 270].map((angle) => `mitll/screen-room-nrf52/nrf52_capture_${String(angle)}.pcapng`);
/** Packets of a recording, from its start. */
const MOST_PACKETS = 3000;
/** Shuffles in one table. */
const BATCH = 40;
/** An address that was silent for so long when the recording ended has left. */
const SILENCE_US = 20e6;

interface Packet {
  readonly address: string;
  readonly us: number;
  readonly rssi: number;
  readonly length: number;
  readonly type: string;
}

/** A table in which some columns are shuffled, and the calls over it by shuffle. */
interface Form {
  readonly name: string;
  readonly table: (packets: readonly Packet[], labels: readonly Labels[]) => string;
  readonly calls: Readonly<Record<string, (at: number) => Call>>;
}

interface Call {
  readonly tool: string;
  readonly version: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** Of one shuffle: the place that each address takes. */
type Labels = ReadonlyMap<string, number>;

const call = (tool: string, version: string, args: Readonly<Record<string, unknown>>): Call => ({ tool, version, arguments: args });

const CALLS = {
  'two groups': (at: number) =>
    call('statistical_comparison_tool', '1.0.0', { design: 'two_sample', response: 'rssi', factor: `two${String(at)}` }),
  'three groups': (at: number) => call('anova_tool', '1.2.0', { response: 'rssi', factors: [`three${String(at)}`] }),
  regression: (at: number) =>
    call('statistical_regression_tool', '1.3.0', { operation: 'linear_regression', target: 'rssi', features: [`value${String(at)}`] }),
  'logistic regression': (at: number) =>
    call('generalized_linear_tool', '1.0.0', { family: 'logistic', target: `two${String(at)}`, features: ['rssi'] }),
};

const FORMS: readonly Form[] = [
  {
    name: 'packets',
    table: (packets, labels) => {
      const values = valuesOf(packets);
      const rows = packets.map(({ address, us, rssi, type }) => [address, us, rssi, type, ...labelled(labels, address, values)].join(','));
      return [['advertiser_addr', 'us', 'rssi', 'type', ...names(labels)].join(','), ...rows].join('\n');
    },
    calls: {
      ...CALLS,
      'kinds of packets in two groups': (at) =>
        call('statistical_comparison_tool', '1.0.0', { design: 'contingency', outcome: 'type', factor: `two${String(at)}` }),
    },
  },
  {
    name: 'one row an address',
    table: (packets, labels) => {
      const values = valuesOf(packets);
      const end = packets.at(-1)!.us;
      const rows = [...byAddress(packets)].map(([address, own]) => {
        const times = own.map(({ us }) => us);
        const last = Math.max(...times);
        return [
          mean(own),
          (last - Math.min(...times)) / 1e6 + 1,
          Number(end - last > SILENCE_US),
          ...labelled(labels, address, values),
        ].join(',');
      });
      return [['rssi', 'life', 'ended', ...names(labels)].join(','), ...rows].join('\n');
    },
    calls: {
      ...CALLS,
      'lives of two groups': (at) => call('survival_tool', '1.0.0', { duration: 'life', event: 'ended', group: `two${String(at)}` }),
      'lives by a value': (at) => call('survival_tool', '1.0.0', { duration: 'life', event: 'ended', covariates: [`value${String(at)}`] }),
    },
  },
];

const mean = (own: readonly Packet[]): number => own.reduce((sum, { rssi }) => sum + rssi, 0) / own.length;

function byAddress(packets: readonly Packet[]): Map<string, Packet[]> {
  const found = new Map<string, Packet[]>();
  for (const packet of packets) found.set(packet.address, [...(found.get(packet.address) ?? []), packet]);
  return found;
}

/** A value of each address that is shuffled among them: the mean length of its packets. */
const valuesOf = (packets: readonly Packet[]): number[] =>
  [...byAddress(packets).values()].map((own) => own.reduce((sum, { length }) => sum + length, 0) / own.length);

const names = (labels: readonly Labels[]): string[] =>
  labels.flatMap((_, at) => [`two${String(at)}`, `three${String(at)}`, `value${String(at)}`]);

const labelled = (labels: readonly Labels[], address: string, values: readonly number[]): (string | number)[] =>
  labels.flatMap((places) => {
    const place = places.get(address)!;
    return ['ab'[place % 2]!, 'abc'[place % 3]!, values[place]!];
  });

function shuffle(random: RandomSource, addresses: readonly string[]): Labels {
  const order = addresses.map((_, at) => at);
  for (let at = order.length - 1; at > 0; at--) {
    const other = random.below(at + 1);
    [order[at], order[other]] = [order[other]!, order[at]!];
  }
  return new Map(addresses.map((address, at) => [address, order[at]!]));
}

async function packetsOf(workbench: NodeWorkbench, path: string): Promise<Packet[]> {
  const { capture_id } = await workbench.openFile(path);
  const sql = `SELECT advertiser_addr AS address, ts_us::DOUBLE AS us, rssi::DOUBLE AS rssi, length::DOUBLE AS length, adv_type AS type
    FROM ${capture_id} WHERE advertiser_addr IS NOT NULL AND rssi IS NOT NULL AND length IS NOT NULL AND crc_ok IS NOT FALSE
    ORDER BY packet_no LIMIT ${String(MOST_PACKETS)}`;
  const { rows } = await workbench.engine.query(sql, { limit: MOST_PACKETS });
  return (rows as [string, number, number, number, string][]).map(([address, us, rssi, length, type]) => ({
    address,
    us,
    rssi,
    length,
    type,
  }));
}

interface ShuffledRate {
  readonly form: string;
  readonly title: string;
  sets: number;
  found: number;
  undecided: number;
}

const FOUND = new Set(['differs', 'related', 'provisional']);

interface Asked {
  /** Folder with the recordings, as `WORKBENCH_DATA` names it. */
  readonly data: string;
  readonly seed: number;
  /** Of each recording. */
  readonly sets: number;
  readonly say: (line: string) => void;
}

/** The rates as a Markdown table. */
export async function shuffledLabels(asked: Asked): Promise<string> {
  const share = (part: number, of: number): string => (part / of).toFixed(3);
  return [
    '| rows | headline | shuffles | finds something | undecided |',
    '| --- | --- | --- | --- | --- |',
    ...(await shuffledRates(asked)).map(
      ({ form, title, sets, found, undecided }) =>
        `| ${form} | ${title} | ${String(sets)} | ${share(found, sets)} | ${share(undecided, sets)} |`,
    ),
  ].join('\n');
}

async function shuffledRates({ data, seed, sets: shuffles, say }: Asked): Promise<ShuffledRate[]> {
  const random = randomSource(seed);
  const rates = new Map<string, ShuffledRate>();
  for (const recording of RECORDINGS)
    for (let done = 0; done < shuffles; done += BATCH) {
      const workbench = await nodeWorkbench();
      try {
        const packets = await packetsOf(workbench, join(data, 'captures', recording));
        const labels = Array.from({ length: Math.min(BATCH, shuffles - done) }, () => shuffle(random, [...byAddress(packets).keys()]));
        for (const form of FORMS) await countForm(workbench, form, form.table(packets, labels), labels.length, rates);
      } finally {
        await workbench.close();
      }
      say(`${recording}, ${String(done)}: ${[...rates.values()].map(({ found, sets }) => `${String(found)}/${String(sets)}`).join(' ')}`);
    }
  return [...rates.values()];
}

async function countForm(
  workbench: NodeWorkbench,
  { name, calls }: Form,
  table: string,
  shuffles: number,
  rates: Map<string, ShuffledRate>,
): Promise<void> {
  const info: CaptureInfo = await workbench.open(new TextEncoder().encode(table), `${name.replaceAll(' ', '_')}.csv`);
  for (const [title, of] of Object.entries(calls)) {
    const key = `${name}, ${title}`;
    const own = rates.get(key) ?? { form: name, title, sets: 0, found: 0, undecided: 0 };
    rates.set(key, own);
    for (let at = 0; at < shuffles; at++) {
      const { tool, version, arguments: args } = of(at);
      const conclusion = await conclusionOf(workbench, info, tool, version, args);
      own.sets++;
      own.found += Number(FOUND.has(conclusion));
      own.undecided += Number(conclusion === 'undecided' || conclusion === 'untested');
    }
  }
}

async function conclusionOf(
  workbench: NodeWorkbench,
  { capture_id }: CaptureInfo,
  tool_name: string,
  tool_version: string,
  args: Readonly<Record<string, unknown>>,
): Promise<string> {
  const asked = {
    tool_name,
    tool_version,
    capture_selection: { capture_id },
    arguments: args,
    request_id: randomUUID(),
    timeout_ms: 120_000,
  };
  const { data, status, summary } = await workbench.runner.run(asked);
  const conclusion = conclusionIn(data);
  if (conclusion === undefined) throw new Error(`${tool_name}, ${status}: ${summary}`);
  return conclusion;
}

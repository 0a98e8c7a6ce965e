import type { CaptureInfo } from '../tables/captures.ts';
import type { ToolManifest } from '../tools/contract/index.ts';
import { PLAN_FORMAT, PLAN_VERSION } from '../tools/contract/plan.ts';

/** A question that is converted to a plan by rules, without a model. */
export interface Question {
  readonly id: string;
  readonly title: string;
  /** How the question is answered, and the limits of the answer. */
  readonly about: string;
  /** Which captures the question needs: captures with advertisements and addresses, or any table. */
  readonly needs: 'ble' | 'two captures' | 'ble with crc';
  readonly steps: (captures: readonly CaptureInfo[], call: CallOf) => readonly Step[];
}

interface Step {
  readonly id: string;
  readonly needs?: readonly string[];
  readonly for_each?: 'captures';
  readonly invocation: unknown;
}
type CallOf = (tool: string, args: object, captures?: readonly CaptureInfo[]) => unknown;

const ADDRESS_COLUMNS = { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' };
const ANALYSIS = {
  address_columns: ADDRESS_COLUMNS,
  analysis_mode: 'both',
  linkage_window_s: 180,
  min_observation_count: 5,
  rpa_rotation_model: 'spec_default',
};
/** SQL for a relation of all chosen captures with the given columns. */
const rows = (columns: string, captures: readonly CaptureInfo[]): string =>
  captures.map(({ capture_id }) => `SELECT ${columns} FROM ${capture_id}`).join(' UNION ALL ');

export const questions: readonly Question[] = [
  {
    id: 'air',
    title: 'What was on the air?',
    about: 'Counts packets by type, channel and company, and addresses by class.',
    needs: 'ble',
    steps: (captures, call) => [{ id: 'overview', invocation: call('capture_overview', {}, captures) }],
  },
  {
    id: 'rotate',
    title: 'Which devices rotate together?',
    about: 'Classifies addresses and links those that probably belong to one emitter. A link is a probability, never proof.',
    needs: 'ble',
    steps: (captures, call) => [{ id: 'addresses', invocation: call('bluetooth_address_analyzer', ANALYSIS, captures) }],
  },
  {
    id: 'loss',
    title: 'Does RSSI predict loss?',
    about:
      'Compares the level of packets with a valid and an invalid CRC, and counts invalid ones by level. Packets that the sniffer missed are not in the capture.',
    needs: 'ble with crc',
    steps: (captures, call) => [
      {
        id: 'by_level',
        invocation: call(
          'capture_query',
          {
            sql: `SELECT floor(rssi / 5) * 5 AS from_dbm, count(*) AS packets, count(*) FILTER (NOT crc_ok) AS wrong, round(avg(CASE WHEN crc_ok THEN 0 ELSE 1 END), 4) AS share_wrong FROM (${rows('rssi, crc_ok', captures)}) AS heard WHERE rssi IS NOT NULL AND crc_ok IS NOT NULL GROUP BY 1 ORDER BY 1`,
          },
          captures,
        ),
      },
      { id: 'means', invocation: call('anova_tool', { response: 'rssi', factors: ['crc_ok'], welch: true }, captures) },
    ],
  },
  {
    id: 'compare',
    title: 'Compare two recordings',
    about: 'An overview and the distribution of levels of each chosen capture, side by side.',
    needs: 'two captures',
    steps: (captures, call) => [
      { id: 'overview', for_each: 'captures', invocation: call('capture_overview', {}, captures) },
      { id: 'levels', for_each: 'captures', invocation: call('summary_stats_tool', { columns: ['rssi'] }, captures) },
    ],
  },
  {
    id: 'often',
    title: 'Who advertises most, and how often?',
    about: 'The 25 addresses with most packets: how many, the median gap between two in ms, and the strongest level in dBm.',
    needs: 'ble',
    steps: (captures, call) => [
      {
        id: 'senders',
        invocation: call(
          'capture_query',
          {
            sql: `SELECT advertiser_addr, count(*) AS packets, round(median(gap_us) / 1000, 1) AS median_gap_ms, max(rssi) AS strongest_dbm FROM (SELECT *, ts_us - lag(ts_us) OVER (PARTITION BY advertiser_addr ORDER BY ts_us) AS gap_us FROM (${rows('advertiser_addr, ts_us, rssi', captures)}) AS heard) AS gaps WHERE advertiser_addr IS NOT NULL GROUP BY 1 ORDER BY 2 DESC LIMIT 25`,
          },
          captures,
        ),
      },
    ],
  },
  {
    id: 'channels',
    title: 'Does the level differ between channels?',
    about: 'Analysis of variance of RSSI by channel, with every pair of channels compared.',
    needs: 'ble',
    steps: (captures, call) => [
      {
        id: 'channels',
        invocation: call('anova_tool', { response: 'rssi', factors: ['channel'], post_hoc: ['games_howell'], welch: true }, captures),
      },
    ],
  },
  {
    id: 'followed',
    title: 'Can the device that was heard most be followed?',
    about: 'Takes the random address with most packets and audits what identifies its device across changes of address.',
    needs: 'ble',
    steps: (captures, call) => [
      {
        id: 'heard',
        invocation: call(
          'capture_query',
          {
            sql: `SELECT advertiser_addr FROM (${rows('advertiser_addr, advertiser_random', captures)}) AS heard WHERE advertiser_random GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
          },
          captures,
        ),
      },
      {
        id: 'audit',
        needs: ['heard'],
        invocation: call('rotation_privacy_audit', { addresses: ['$steps.heard.structured_output.rows[0][0]'] }, captures),
      },
    ],
  },
  {
    id: 'names',
    title: 'Which names are sent in the clear?',
    about: 'Local names with how many addresses and packets carried each. A sender can choose any name.',
    needs: 'ble',
    steps: (captures, call) => [
      {
        id: 'names',
        invocation: call(
          'capture_query',
          {
            sql: `SELECT local_name, count(DISTINCT advertiser_addr) AS addresses, count(*) AS packets FROM (${rows('local_name, advertiser_addr', captures)}) AS heard WHERE local_name IS NOT NULL GROUP BY 1 ORDER BY 3 DESC LIMIT 50`,
          },
          captures,
        ),
      },
    ],
  },
];

/** Why a question cannot be answered from these captures; null if it can. */
export function obstacle({ needs }: Question, captures: readonly CaptureInfo[]): string | null {
  if (captures.length === 0) return 'Open a capture first.';
  if (captures.some(({ kind }) => kind !== 'ble')) return 'It needs captures of BLE packets; a chosen one is a table.';
  if (needs === 'two captures' && captures.length < 2) return 'Choose two captures.';
  if (needs === 'ble with crc' && captures.some(({ columns }) => !columns.some(({ name }) => name === 'crc_ok'))) {
    return 'It needs captures that record whether the CRC was valid.';
  }
  return null;
}

/** Converts a question to a plan over these captures, which a person can edit before it runs. */
export function planOf(question: Question, captures: readonly CaptureInfo[], tools: readonly ToolManifest[]): unknown {
  let next = 0;
  const call: CallOf = (name, args, over = []) => {
    const tool = tools.find((each) => each.name === name);
    return {
      tool_name: name,
      tool_version: tool?.version ?? '1.0.0',
      capture_selection: { capture_ids: over.map(({ capture_id }) => capture_id) },
      arguments: args,
      request_id: `${question.id}-${String(++next)}`,
      timeout_ms: Math.min(120_000, tool?.execution_constraints.max_timeout_ms ?? 120_000),
    };
  };
  return { format: PLAN_FORMAT, version: PLAN_VERSION, title: question.title, steps: question.steps(captures, call) };
}

import type { Engine } from '../../src/engine/engine.ts';
import type { CaptureInfo } from '../../src/tables/captures.ts';
import type { NodeWorkbench } from '../support/node-workbench.ts';
import type { Candidate } from './baselines.ts';
import type { Claim } from './score.ts';

/** Fewest frames of an address that any method considers. */
export const MINIMUM = 30;

const COLUMNS = { advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' };

export interface ToolRun {
  readonly claims: readonly Claim[];
  /** Every pair with its probability that the tool tells, shown or not. */
  readonly forecasts: readonly Claim[];
  readonly classes: ReadonlyMap<string, string>;
  readonly elapsed_ms: number;
}

interface Analysis {
  /** Since 1.1.0. */
  readonly candidate_links?: readonly { readonly from_address: string; readonly to_address: string; readonly probability: number }[];
  readonly address_classification: readonly { readonly address: string; readonly type: string }[];
  readonly probabilistic_links: readonly {
    readonly addresses: readonly string[];
    readonly pairwise_probability_matrix: readonly (readonly number[])[];
  }[];
}

/** The tool over the captures through the product's own runner. */
export async function runTool(
  workbench: NodeWorkbench,
  captures: readonly CaptureInfo[],
  version: string,
  window: number,
  minimum: number,
): Promise<ToolRun> {
  const began = performance.now();
  const result = await workbench.run({
    tool: 'bluetooth_address_analyzer',
    version,
    captures,
    arguments: {
      address_columns: COLUMNS,
      analysis_mode: 'both',
      linkage_window_s: window,
      min_observation_count: minimum,
      rpa_rotation_model: 'spec_default',
    },
  });
  const elapsed_ms = performance.now() - began;
  if (result.status === 'error') throw new Error(`the tool failed: ${JSON.stringify(result.errors)}`);
  const output = result.structured_output as unknown as Analysis;
  const claims = output.probabilistic_links.flatMap(({ addresses, pairwise_probability_matrix: matrix }) =>
    addresses.slice(1).map((to, at) => ({ from: addresses[at]!, to, probability: matrix[at]![at + 1]! })),
  );
  const forecasts = output.candidate_links?.map(({ from_address, to_address, probability }) => ({
    from: from_address,
    to: to_address,
    probability,
  }));
  return {
    claims,
    forecasts: forecasts ?? claims,
    classes: new Map(output.address_classification.map(({ address, type }) => [address, type])),
    elapsed_ms,
  };
}

/** What the baselines are given: one line per address with enough frames, from the same rows. */
export async function candidatesOf(engine: Engine, captures: readonly CaptureInfo[], minimum: number): Promise<Candidate[]> {
  const rows = captures.map(({ capture_id }) => `SELECT * FROM "${capture_id}"`).join(' UNION ALL BY NAME ');
  const answer = await engine.answer(`
    SELECT advertiser_addr AS address, count(*)::DOUBLE AS frames, bool_or(advertiser_random) AS random,
      min(ts_us)::DOUBLE / 1e6 AS first, max(ts_us)::DOUBLE / 1e6 AS last, median(rssi)::DOUBLE AS rssi,
      mode(adv_type || ' ' || coalesce(company_id::VARCHAR, '')) AS kind
    FROM (${rows}) WHERE crc_ok AND adv_type NOT IN ('SCAN_REQ', 'CONNECT_IND', 'SCAN_RSP') AND advertiser_addr IS NOT NULL
    GROUP BY advertiser_addr HAVING count(*) >= ${String(minimum)} ORDER BY address`);
  const cell = (name: string, row: number): unknown => answer.column(name).values[row];
  return Array.from({ length: answer.rows }, (_, row) => ({
    address: String(cell('address', row)),
    frames: Number(cell('frames', row)),
    random: Boolean(cell('random', row)),
    first: Number(cell('first', row)),
    last: Number(cell('last', row)),
    rssi: Number(cell('rssi', row)),
    kind: String(cell('kind', row)),
  }));
}

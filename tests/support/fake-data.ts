import type { CaptureInfo } from '../../src/tables/captures.ts';
import type { ToolResult } from '../../src/tools/contract/index.ts';

const START = Date.UTC(2020, 4, 7, 16, 48, 9, 123);

export function captureInfo(name: string): CaptureInfo {
  return {
    capture_id: name.replace(/\.[a-z]+$/, '').toLowerCase(),
    sensors: ['nRF Sniffer 0'],
    file_name: name,
    format: 'pcapng',
    link_types: [272],
    kind: 'ble',
    bytes: 1_234_567,
    sha256: '0'.repeat(64),
    row_count: 14_439,
    problem_count: 2,
    columns: [{ name: 'advertiser_addr', type: 'VARCHAR' }],
    channels: ['37', '38', '39'],
    time_base: 'epoch',
    time_range: { start_ms: START, end_ms: START + 2_581_000 },
    warnings: [{ code: 'TRUNCATED_TAIL', message: 'the last record is cut short' }],
  };
}

const at = (seconds: number): string => new Date(START + seconds * 1000).toISOString();
const address = (index: number): string =>
  `4${(index % 16).toString(16).toUpperCase()}:91:B2:6A:77:${index.toString(16).toUpperCase().padStart(2, '0')}`;

/** A result of the analyzer: chains of rotating addresses and a crowd that is linked to nothing. */
export function analyzerResult(chains = 3, links = 3, crowd = 24): ToolResult {
  const chained = Array.from({ length: chains }, (_, chain) => Array.from({ length: links }, (_, link) => address(chain * links + link)));
  const others = Array.from({ length: crowd }, (_, index) => address(100 + index));
  const output = {
    address_classification: [...chained.flat(), ...others].map((each, index) => ({
      address: each,
      type: ['rpa', 'random_static', 'public', 'nrpa'][index % 4],
      confidence: 0.99 - (index % 7) * 0.07,
      evidence: ['TxAdd = 1', 'top bits 01: resolvable private'],
      observation_count: 1500 - index * 13,
    })),
    probabilistic_links: chained.map((addresses, chain) => ({
      cluster_id: `cluster_${String(chain + 1)}`,
      addresses,
      pairwise_probability_matrix: addresses.map((_, row) =>
        addresses.map((_, column) => (row === column ? 1 : 0.97 - Math.abs(row - column) * 0.24)),
      ),
      rationale: ['Windows do not overlap: the gap is 1.2 s', 'The same payload structure in both', 'RSSI continues within 2 dB'],
    })),
    timeline_segments: [
      ...chained.flatMap((addresses, chain) =>
        addresses.map((each, link) => ({
          address: each,
          start_ts: at(link * 820 + chain * 40),
          end_ts: at(link * 820 + chain * 40 + 800),
          activity_score: 0.4 + 0.2 * chain,
        })),
      ),
      ...others.map((each, index) => ({
        address: each,
        start_ts: at(index * 90),
        end_ts: at(index * 90 + 30 + (index % 5) * 200),
        activity_score: 0.1 + (index % 6) / 8,
      })),
    ],
  };
  return {
    status: 'partial',
    summary: `Classified ${String(chains * links + crowd)} addresses; ${String(chains)} groups of ${String(links)} probably come from one emitter each.`,
    structured_output: output,
    data: output,
    artifacts: [],
    warnings: [{ code: 'CLOCK_GAP', message: 'no packet between 17:03:20 and 17:05:02 UTC' }],
    errors: [
      {
        code: 'INSUFFICIENT_DATA',
        message: 'expected at least 10 packets per address, got 4',
        field: 'arguments.min_observation_count',
        pointer: '/arguments/min_observation_count',
        fatal: false,
      },
    ],
    confidence: 0.82,
    confidence_basis: { method: 'share of packets explained', inputs: {} },
    agentHints: { suggestedNextActions: [], riskFactors: [] },
    metadata: {
      toolName: 'bluetooth_address_analyzer',
      toolVersion: '1.0.0',
      timestamp: at(3000),
      executionTime: 412,
      result_hash: 'ab'.repeat(32),
    },
    tool_call_id: 'call-0',
    ok: true,
  } as unknown as ToolResult;
}

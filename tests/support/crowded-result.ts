import type { ToolResult } from '../../src/tools/contract/index.ts';
import { analyzerResult } from './fake-data.ts';

const START = Date.UTC(2020, 4, 7);
const address = (at: number): string =>
  `${(0x400000000000 + at * 0x9e3779b1)
    .toString(16)
    .toUpperCase()
    .padStart(12, '0')
    .slice(-12)
    .replace(/..(?!$)/g, '$&:')}`;
const instant = (ms: number): string => new Date(START + ms).toISOString();

/** An answer of the analyzer on a crowd: a third of the addresses in chains of three, two segments each. */
export function crowdedResult(addresses: number): ToolResult {
  const all = Array.from({ length: addresses }, (_, at) => address(at));
  const chains = Array.from({ length: Math.floor(addresses / 9) }, (_, at) => all.slice(at * 3, at * 3 + 3));
  const output = {
    address_classification: all.map((each, at) => ({
      address: each,
      type: ['rpa', 'random_static', 'public', 'nrpa'][at % 4],
      confidence: 0.99 - (at % 7) * 0.07,
      evidence: ['TxAdd = 1 in every packet', 'top bits 01: resolvable private', 'lived 900 s, as long as the rotation model expects'],
      observation_count: (at * 7919) % 5000,
    })),
    probabilistic_links: chains.map((members, at) => ({
      cluster_id: `cluster_${String(at + 1)}`,
      addresses: members,
      pairwise_probability_matrix: members.map((_, row) =>
        members.map((__, column) => (row === column ? 1 : 0.97 - Math.abs(row - column) * 0.2)),
      ),
      rationale: [`${members[0] ?? ''} and ${members[1] ?? ''}: the gap is 1.2 s`, 'The same payload structure in both'],
    })),
    candidate_links: chains.slice(0, 1000).flatMap((members) =>
      members.slice(1).map((to, at) => ({
        from_address: members[at],
        to_address: to,
        probability: 0.4 + 0.59 * ((at * 37 + members.length) % 10) * 0.1,
        shown: true,
        gap_s: 1.2,
        evidence: ['Gap', 'Lifetime', 'Payload', 'Name', 'Level', 'Phase', 'Drift'].map((term, place) => ({ term, decibans: place - 2.5 })),
      })),
    ),
    ambiguous_groups: [],
    timeline_segments: all.flatMap((each, at) =>
      [0, 1].map((part) => ({
        address: each,
        start_ts: instant((at % 5000) * 700 + part * 400_000),
        end_ts: instant((at % 5000) * 700 + part * 400_000 + 350_000),
        activity_score: ((at * 31) % 100) / 100,
      })),
    ),
  };
  const result = analyzerResult();
  const agentHints = { ...result.agentHints, assumptions: [], relatedResources: [] };
  return { ...result, agentHints, structured_output: output, data: output, tool_call_id: `crowd-${String(addresses)}` };
}

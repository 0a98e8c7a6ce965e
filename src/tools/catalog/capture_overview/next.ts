import { amount } from '../../../base/amount.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';
import type { NextCall } from '../../contract/index.ts';
import { FIRST_ANALYSIS } from '../../linkage/first-analysis.ts';
import type { Overview } from './schema.ts';

/** Number of advertiser addresses per class, and number of rotating ones that have enough frames for a first analysis. */
export interface Census {
  readonly classes: Overview['address_classes'];
  readonly followable: number;
}

/** The figures of an overview on which the suggested calls depend. */
interface Found {
  readonly census: Census;
  readonly ids: number;
  readonly rows: number;
  readonly captures: readonly CaptureInfo[];
}

/** Suggests an analysis of the addresses, or of the ids of a browser's scan; then a list of connections, if captures have any. */
export function afterOverview({ census, ids, rows, captures }: Found): NextCall[] {
  if (rows === 0) return [];
  const addresses = census.classes.reduce((sum, each) => sum + each.addresses, 0);
  const senders = addresses > 0 ? [analyse(addresses, census.followable)] : ids > 0 ? followIds(ids, rows) : [];
  return [...senders, ...listConnections(captures)];
}

function listConnections(captures: readonly CaptureInfo[]): NextCall[] {
  const counts = captures.map(({ tables }) => tables?.find(({ what }) => what === 'connections')?.row_count ?? 0);
  const connections = counts.reduce((sum, count) => sum + count, 0);
  if (connections === 0) return [];
  return [
    {
      tool: 'connection_overview',
      arguments: {},
      why: 'See which devices were connected, how they paired, and why each connection ended.',
      expectedOutcome: `Parameters, security and end of ${amount(connections, 'connection')}.`,
      benefit: { measure: 'captures_explained', share: counts.filter((count) => count > 0).length / captures.length },
    },
  ];
}

const followIds = (ids: number, rows: number): NextCall[] => [
  {
    tool: 'device_id_analyzer',
    arguments: {},
    why: 'See which ids of the scan probably follow one another.',
    expectedOutcome: `Presence and probable successors of the ids in ${amount(ids, 'row')}.`,
    benefit: { measure: 'rows_explained', share: ids / rows },
  },
];

const analyse = (addresses: number, followable: number): NextCall => ({
  tool: 'bluetooth_address_analyzer',
  arguments: FIRST_ANALYSIS,
  why:
    followable > 0
      ? 'Estimate which of the private addresses belong to one emitter.'
      : 'Classify the addresses; too few of them rotate or have frames enough to be linked.',
  expectedOutcome: `What ${amount(followable, 'private address', 'private addresses')} of ${String(addresses)} became.`,
  benefit: { measure: 'addresses_explained', share: followable / addresses },
});

import { amount } from '../../../base/amount.ts';
import type { NextCall } from '../../contract/index.ts';
import { FIRST_ANALYSIS } from '../../linkage/first-analysis.ts';
import type { Overview } from './schema.ts';

/** Advertiser addresses by class, and how many of those that rotate have frames enough for a first analysis. */
export interface Census {
  readonly classes: Overview['address_classes'];
  readonly followable: number;
}

/** Addresses are analysed next, or the ids of a browser's scan. */
export function afterOverview({ census, ids, rows }: { readonly census: Census; readonly ids: number; readonly rows: number }): NextCall[] {
  const addresses = census.classes.reduce((sum, each) => sum + each.addresses, 0);
  if (addresses > 0) return [analyse(addresses, census.followable)];
  if (ids === 0) return [];
  return [
    {
      tool: 'device_id_analyzer',
      arguments: {},
      why: 'See which ids of the scan probably follow one another.',
      expectedOutcome: `Presence and probable successors of the ids in ${amount(ids, 'row')}.`,
      benefit: { measure: 'rows_explained', share: ids / rows },
    },
  ];
}

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

import { formatAmount, formatCount } from '../../base/format.ts';

/** Number of items in each part of an answer, by the id of the part. */
type Counts = Readonly<Record<string, number>>;

/** Parts of the address analyzer's answer, in the order of their tabs. */
export const ANALYZER_PARTS = [
  { id: 'timeline', title: 'Lanes' },
  { id: 'links', title: 'Pairs' },
  { id: 'graph', title: 'Graph' },
  { id: 'addresses', title: 'Table' },
  { id: 'clusters', title: 'Devices' },
] as const;

/** Writes the finding of an answer as a title. */
export function devicesTitle({ clusters = 0 }: Counts): string {
  if (clusters === 0) return 'No two addresses probably belong to one device';
  return `${formatAmount(clusters, 'device')} probably used more than one address`;
}

/** Writes how many addresses were compared, counted as in all views, and separately how many only sent requests. */
export function comparedWords({ addresses = 0, asking = 0 }: Counts): string {
  const words = `${formatAmount(addresses, 'address', 'addresses')} compared`;
  return asking > 0 ? `${words}, and ${formatCount(asking)} that only sent requests.` : `${words}.`;
}

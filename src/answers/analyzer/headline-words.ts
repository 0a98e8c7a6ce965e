import { formatAmount, formatCount } from '../../base/format.ts';

/** Items of the parts of an answer, by the id of the part. */
type Counts = Readonly<Record<string, number>>;

/** Parts of an answer of the address analyzer in the order of their tabs, wherever it is shown. */
export const ANALYZER_PARTS = [
  { id: 'timeline', title: 'Lanes' },
  { id: 'links', title: 'Pairs' },
  { id: 'graph', title: 'Graph' },
  { id: 'addresses', title: 'Table' },
  { id: 'clusters', title: 'Devices' },
] as const;

/** What the answer found, as a title. */
export function devicesTitle({ clusters = 0 }: Counts): string {
  if (clusters === 0) return 'No two addresses probably belong to one device';
  return `${formatAmount(clusters, 'device')} probably used more than one address`;
}

/** How many addresses were compared: as many as every view counts, beside those that only asked others. */
export function comparedWords({ addresses = 0, asking = 0 }: Counts): string {
  const words = `${formatAmount(addresses, 'address', 'addresses')} compared`;
  return asking > 0 ? `${words}, and ${formatCount(asking)} that only asked others.` : `${words}.`;
}

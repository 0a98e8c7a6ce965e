/** Writes the titles of an answer's plots. Each is a sentence with the finding. */
import { formatAmount, formatCount, formatProbability } from '../../base/format.ts';
import { LINK_THRESHOLD } from './model.ts';

/** Title for a cluster: how many of its pairs are links. @param matrix square matrix of probabilities */
export function matrixTitle(matrix: readonly (readonly number[])[]): string {
  const pairs = matrix.flatMap((row, at) => row.slice(at + 1));
  const linked = pairs.filter((probability) => probability >= LINK_THRESHOLD);
  const most = pairs.reduce((a, b) => Math.max(a, b), 0);
  const least = formatProbability(LINK_THRESHOLD);
  if (pairs.length === 0) return 'No pair of addresses';
  if (linked.length === 0) return `No pair reaches a probability of ${least} of one device; the likeliest has ${formatProbability(most)}`;
  if (pairs.length === 1) return `The pair is a link: probability ${formatProbability(most)} of one device`;
  return `${linked.length === pairs.length ? 'All' : `${formatCount(linked.length)} of`} ${formatCount(pairs.length)} pairs are links: probability of one device ${least} or more, at most ${formatProbability(most)}`;
}

/** Title for the graph: how many links and addresses are drawn. @param edges the drawn pairs; `weak` ones are not links */
export function graphTitle(edges: readonly { readonly weak: boolean; readonly probability: number }[], addresses: number): string {
  const links = edges.filter(({ weak }) => !weak);
  const weak = edges.length - links.length;
  const most = edges.reduce((a, { probability }) => Math.max(a, probability), 0);
  const among = `among ${formatAmount(addresses, 'address', 'addresses')}, ${edges.length === 1 ? 'probability' : 'the likeliest'} ${formatProbability(most)}`;
  const below = `${formatAmount(weak, 'pair')} below ${formatProbability(LINK_THRESHOLD)}`;
  if (links.length === 0) return `No link: ${below} ${among}`;
  return `${formatAmount(links.length, 'link')}${weak === 0 ? '' : ` and ${below}`} ${among}`;
}

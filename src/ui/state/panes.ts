import { localSettings } from '../kit/local-settings.ts';

/** How the person divided the page, kept for the next visit. */

/** Shares in per cent by group of panes: the columns of the page, and the panes of each column. */
export type PaneShares = Readonly<Record<string, readonly number[]>>;

const KEY = 'capture-workbench.panes';

/** What was kept; whatever cannot be shares of a group is left out. */
export function readPanes(store: () => Pick<Storage, 'getItem'> = localSettings): PaneShares {
  try {
    const kept: unknown = JSON.parse(store().getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter((entry): entry is [string, number[]] => areShares(entry[1])));
  } catch {
    // Storage may be refused, and what is in it may be anybody's.
    return {};
  }
}

/** Keeps the shares; where storage is refused they last as long as the page. */
export function writePanes(shares: PaneShares, store: () => Pick<Storage, 'setItem' | 'removeItem'> = localSettings): void {
  try {
    if (Object.keys(shares).length === 0) store().removeItem(KEY);
    else store().setItem(KEY, JSON.stringify(shares));
  } catch {
    // as above
  }
}

/** Shares for a group of so many panes, else what it starts with. */
export function sharesOf(kept: PaneShares, group: string, start: readonly number[]): readonly number[] {
  const shares = kept[group];
  return shares?.length === start.length ? shares : start;
}

/** Shares after the edge behind a pane went on by so many per cent of the whole; the panes at it keep at least as much as `least`. */
export function withEdge(shares: readonly number[], at: number, by: number, least: number): number[] {
  const [before = 0, behind = 0] = shares.slice(at, at + 2);
  const step = Math.max(least - before, Math.min(behind - least, by));
  return shares.map((share, index) => (index === at ? share + step : index === at + 1 ? share - step : share));
}

/** Whether two divisions are one, to what an eye or a rounding tells apart. */
export const sameShares = (left: readonly number[], right: readonly number[]): boolean =>
  left.length === right.length && left.every((share, at) => Math.abs(share - (right[at] ?? 0)) < 0.1);

function areShares(value: unknown): value is number[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > 8) return false;
  const sum = value.reduce<number>((total, share) => total + (typeof share === 'number' && share >= 1 ? share : NaN), 0);
  return Math.abs(sum - 100) < 1;
}

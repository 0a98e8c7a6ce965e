import { parseFilter } from '../../selection/parse.ts';

/** Filters that are listed. */
const MOST = 30;

/** Filters that were used on this page, latest first. They hold addresses, so nothing of them is left in the browser. */
export class PastFilters {
  list = $state.raw<readonly string[]>([]);

  /** Takes a filter that was used; what is no filter is left out. Nothing is listed twice. */
  add(text: string): void {
    const filter = text.trim();
    if (filter === '' || this.list[0] === filter || !parseFilter(filter).ok) return;
    this.list = [filter, ...this.list.filter((other) => other !== filter)].slice(0, MOST);
  }
}

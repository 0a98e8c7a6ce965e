import { parseFilter } from '../../selection/parse.ts';

/** Most filters listed. */
const MOST = 30;

/** Filters used on this page, latest first. They contain addresses, so they are not stored in the browser. */
export class PastFilters {
  list = $state.raw<readonly string[]>([]);

  /** Adds a filter that was used; ignores text that is not a filter, and duplicates. */
  add(text: string): void {
    const filter = text.trim();
    if (filter === '' || this.list[0] === filter || !parseFilter(filter).ok) return;
    this.list = [filter, ...this.list.filter((other) => other !== filter)].slice(0, MOST);
  }
}

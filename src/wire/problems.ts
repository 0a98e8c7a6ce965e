import type { Issue } from './record.ts';

const MOST_PROBLEMS = 64;

/** The problems found in one transcript. Their number is limited; `once` reports a kind of problem only once. */
export class Problems {
  readonly list: Issue[] = [];
  private readonly seen = new Set<string>();

  add(code: string, message: string, path?: string): void {
    if (this.list.length < MOST_PROBLEMS) this.list.push({ code, message, ...(path !== undefined && { path }) });
  }

  once(what: string, code: string, message: string, path?: string): void {
    if (this.seen.has(what)) return;
    if (this.seen.size < MOST_PROBLEMS) this.seen.add(what);
    this.add(code, message, path);
  }
}

/** Formats a found value for a message: shortened and without control characters. */
export const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : typeof value;
  return JSON.stringify(text.replaceAll(/[\p{C}\p{Z}]/gu, ' ').slice(0, 64));
};

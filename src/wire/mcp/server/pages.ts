import { invalidParams } from './rpc.ts';

/** Number of items on one page of a list. */
const PAGE = 50;

/**
 * Returns one page of a list that may change between pages.
 * @param cursor undefined for the first page, otherwise `nextCursor` of the previous page
 * @throws RpcError for a cursor that no page has returned
 */
export function pageOf<T>(
  items: readonly T[],
  cursor: unknown,
  size = PAGE,
): { readonly items: readonly T[]; readonly nextCursor?: string } {
  const from = cursor === undefined ? 0 : placeOf(cursor, size);
  if (from > 0 && from >= items.length + size) throw invalidParams('expected a cursor of an earlier page');
  const next = from + size;
  return { items: items.slice(from, next), ...(next < items.length && { nextCursor: `from-${String(next)}` }) };
}

function placeOf(cursor: unknown, size: number): number {
  const match = typeof cursor === 'string' ? /^from-([1-9]\d{0,8})$/.exec(cursor) : null;
  const place = Number(match?.[1]);
  if (!(place > 0) || place % size !== 0) throw invalidParams('expected a cursor of an earlier page');
  return place;
}

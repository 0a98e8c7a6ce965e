import type { CaptureInfo } from '../../tables/captures.ts';
import type { RelationOf } from '../../tables/conversation/overview-sql.ts';
import { besideTables } from '../../tables/conversation/selected.ts';
import { quoteName } from '../../selection/print.ts';

/** Returns a function that gives the SQL name of a capture's table by its kind. */
export const tableOf =
  (capture: CaptureInfo): RelationOf =>
  (what) =>
    quoteName(besideTables(capture).find((table) => table.what === what)?.name ?? '');

/** Reads a cell as a number; undefined if it is NULL. */
export const numberIn = (value: unknown): number | undefined => (value === null || value === undefined ? undefined : Number(value));
export const textIn = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

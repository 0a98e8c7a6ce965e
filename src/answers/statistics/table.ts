import type { GridColumn } from '../../base/table.ts';
import { formatP } from './fields.ts';

/** A column for numbers, which are aligned to the right. */
export const figures = (title: string, detail?: string): GridColumn => ({
  title,
  align: 'end',
  ...(detail !== undefined && detail !== '' && { detail }),
});

/** Writes p for a cell. Below the smallest value that is displayed, it is written as a bound. */
export const cellP = (p: number): string => (Number.isFinite(p) ? formatP(p).replace(/^p /, '') : '–');

const CONCLUSIONS: Readonly<Record<string, string>> = { related: 'related', undecided: 'undecided', not_shown: 'not shown' };

/** Writes in words what a verdict concludes about an effect. */
export const conclusionText = (conclusion: string): string => CONCLUSIONS[conclusion] ?? conclusion;

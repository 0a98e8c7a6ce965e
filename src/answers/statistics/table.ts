import type { GridColumn } from '../../base/table.ts';
import { formatP } from './fields.ts';

/** A column of figures, right-aligned. */
export const figures = (title: string, detail?: string): GridColumn => ({
  title,
  align: 'end',
  ...(detail !== undefined && detail !== '' && { detail }),
});

/** p as cell text: below the smallest displayed value it is written as a bound. */
export const cellP = (p: number): string => (Number.isFinite(p) ? formatP(p).replace(/^p /, '') : '–');

const CONCLUSIONS: Readonly<Record<string, string>> = { related: 'related', undecided: 'undecided', not_shown: 'not shown' };

/** The conclusion of a verdict's effect in words. */
export const conclusionText = (conclusion: string): string => CONCLUSIONS[conclusion] ?? conclusion;

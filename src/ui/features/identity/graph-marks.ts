import type { GraphNode } from '../../../answers/analyzer/graph-layout.ts';

/** Height of the time axis in pixels. */
export const AXIS = 22;

export const seriesOf = ({ series }: GraphNode): string => `var(--series-${series === 0 ? 'none' : String(series)})`;

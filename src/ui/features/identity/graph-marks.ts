import { shortened } from '../../../answers/charts/number-axis.ts';
import { visibleString } from '../../../base/visible-text.ts';
import type { GraphNode } from '../../../answers/analyzer/graph-layout.ts';

/** Height of the time axis in pixels. */
export const AXIS = 22;

export const seriesOf = ({ series }: GraphNode): string => `var(--series-${series === 0 ? 'none' : String(series)})`;

/** Maximum number of characters that fit in the box of an address in the graph. */
const FITTING = 7;

/** Label of a box: the beginning of the given name, otherwise the end of the address. */
export const boxLabel = (address: string, name: string | undefined): string =>
  name === undefined ? visibleString(address.slice(-5)) : shortened(name, FITTING);

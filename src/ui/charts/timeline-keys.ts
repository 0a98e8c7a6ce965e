import { brushOf, withEnd } from './time-brush.ts';
import type { TimeDrag } from './time-drag.svelte.ts';
import type { Brush, TimeView } from '../../answers/charts/time-view.ts';
import type { TimeWindow } from './time-window.svelte.ts';

/** The timeline that the keys act on. */
export interface KeyedTimeline {
  readonly time: TimeWindow;
  readonly drag: TimeDrag;
  readonly brush: Brush | null;
  /** Time range that the segments of the timeline cover. */
  readonly extent: TimeView;
  readonly onbrush: (brush: Brush | null) => void;
}

/** The action of a key anywhere in a timeline; undefined if it has none. */
export function actionOf(key: string, { time, drag, brush, extent, onbrush }: KeyedTimeline): (() => void) | undefined {
  const { view } = time;
  const actions: Record<string, () => void> = {
    '+': () => time.zoom(0.7),
    '=': () => time.zoom(0.7),
    '-': () => time.zoom(1 / 0.7),
    ArrowLeft: () => time.pan(-0.15),
    ArrowRight: () => time.pan(0.15),
    '0': time.reset,
    s: () => onbrush(brushOf(view, extent)),
    i: () => onbrush(withEnd('start', brush, view, extent)),
    o: () => onbrush(withEnd('end', brush, view, extent)),
    ...(brush && { Escape: () => onbrush(null) }),
    ...(drag.mark !== null && { Escape: () => drag.unmark() }),
  };
  return actions[key.length === 1 ? key.toLowerCase() : key];
}

import type { TimelineFolds, TimelineHead } from '../../answers/charts/timeline-slice.ts';

/** Folds of a timeline before any user action. */
export const INITIAL_FOLDS: TimelineFolds = { start: 'initial', toggled: [] };

/** Folds or unfolds one cluster; unchanged for a group that cannot fold. */
export function toggleFold(folds: TimelineFolds, { cluster, index }: TimelineHead): TimelineFolds {
  if (!cluster) return folds;
  const others = folds.toggled.filter((each) => each !== index);
  return { ...folds, toggled: others.length === folds.toggled.length ? [...others, index] : others };
}

export const foldAll = (folded: boolean): TimelineFolds => ({ start: folded ? 'all' : 'none', toggled: [] });

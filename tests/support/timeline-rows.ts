import type { TimelineGroup } from '../../src/answers/charts/timeline-layout.ts';
import { foldTimeline, timelineSlice, type SlicedRow } from '../../src/answers/charts/timeline-slice.ts';

/** All rows of a small timeline; `folded` are indices of groups. */
export function timelineRows(
  groups: readonly TimelineGroup[],
  folded: readonly number[] = [],
  picked: readonly string[] = [],
): { readonly rows: readonly SlicedRow[]; readonly height: number } {
  const timeline = foldTimeline(groups, { start: 'none', toggled: folded });
  return timelineSlice(timeline, {
    folds: { start: 'none', toggled: folded },
    top: 0,
    height: timeline.layout.height,
    view: null,
    picked,
    cursor: null,
  });
}

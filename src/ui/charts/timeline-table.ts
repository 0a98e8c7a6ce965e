import { formatDuration } from '../widgets/format.ts';
import type { GridColumn, GridRow } from '../widgets/grid.ts';
import type { TimelineGroup } from './timeline-layout.ts';

interface TableOf {
  readonly groups: readonly TimelineGroup[];
  /** What one lane is: "address". */
  readonly noun: string;
  /** What `weight` means. */
  readonly weightName: string;
  /** Times count from the first packet. */
  readonly relative: boolean;
  readonly instant: (ms: number) => string;
}

/** The rows behind a timeline: one for each span, in the order of the lanes. */
export function timelineTable({ groups, noun, weightName, relative, instant }: TableOf): {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly GridRow[];
} {
  const zone = relative ? 's since the first packet' : 'UTC';
  const columns: readonly GridColumn[] = [
    { title: noun.charAt(0).toUpperCase() + noun.slice(1), mono: true, width: 160 },
    { title: 'Start', detail: zone, mono: true, width: 220 },
    { title: 'End', detail: zone, mono: true, width: 220 },
    { title: 'Length', align: 'end', width: 90 },
    { title: weightName, detail: 'within this run', align: 'end', width: 110 },
    // Long, so it stands last and takes what is left.
    { title: 'Group', width: 320 },
  ];
  const rows = groups.flatMap((group) =>
    group.lanes.flatMap((lane) =>
      lane.spans.map((span) => [
        lane.label,
        instant(span.start).replace(' UTC', ''),
        instant(span.end).replace(' UTC', ''),
        formatDuration(span.end - span.start),
        Number(span.weight.toFixed(3)),
        group.title,
      ]),
    ),
  );
  return { columns, rows };
}

import type { Component } from 'svelte';
import type { TrafficTab } from '../../state/traffic.svelte.ts';
import type { CaptureInfo } from '../../../tables/captures.ts';

/**
 * What a tab is given: the capture that is looked at. Another capture mounts it anew; the same one with more rows (a live
 * scan) does not. Everything shared comes from `getApp()`: `app.selection.data` (time range and addresses that narrow every
 * view), `app.traffic` (`filter` in the documented grammar, `narrow(term)` adds a chip, `tab`, `sort`),
 * `app.port.rows(sql, values, { signal })` (values bound to `?`, all rows). `conditionSql` of `rows.ts` is the condition
 * that selection and filter put on the rows of `quoteName(capture.capture_id)`.
 */
export interface TrafficProps {
  readonly capture: CaptureInfo;
}

export interface TrafficTabEntry {
  readonly id: TrafficTab;
  readonly title: string;
  /** Called when the tab is first in front. */
  readonly load: () => Promise<{ readonly default: Component<TrafficProps> }>;
}

/** A new tab is one more line here. */
export const trafficTabs: readonly TrafficTabEntry[] = [
  { id: 'packets', title: 'Packets', load: () => import('./Packets.svelte') },
  { id: 'devices', title: 'Devices', load: () => import('./Devices.svelte') },
  { id: 'columns', title: 'Columns', load: () => import('./Columns.svelte') },
];

import type { Component } from 'svelte';
import type { TrafficProps, TrafficTab } from '../../state/traffic.svelte.ts';

export interface TrafficTabEntry {
  readonly id: TrafficTab;
  readonly title: string;
  /** Called when the tab is first in front. */
  readonly load: () => Promise<{ readonly default: Component<TrafficProps> }>;
}

/** A new tab is one more line here. */
export const trafficTabs: readonly TrafficTabEntry[] = [
  { id: 'packets', title: 'Packets', load: () => import('../packets/Packets.svelte') },
  { id: 'devices', title: 'Devices', load: () => import('../devices/Devices.svelte') },
  { id: 'columns', title: 'Columns', load: () => import('../columns/Columns.svelte') },
];

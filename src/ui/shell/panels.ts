import type { Component } from 'svelte';
import type { PanelId } from '../state/layout.svelte.ts';
import CapturesView from '../features/files/CapturesView.svelte';
import ResultView from '../features/result/ResultView.svelte';
import ToolsView from '../features/catalog/ToolsView.svelte';

/** One panel of the page: a region with a name. */
export interface PanelEntry {
  readonly id: PanelId;
  /** Heading, and accessible name of the region. */
  readonly title: string;
  /** Word for a narrow tab bar. */
  readonly short: string;
  readonly component?: Component;
  /** Instead of `component`, for a panel that is not seen at the start: called when it first is. */
  readonly load?: () => Promise<{ readonly default: Component }>;
}

/** A pane: one panel, or several on each other under tabs, the first in front. */
export interface PaneEntry {
  readonly panels: readonly [PanelEntry, ...PanelEntry[]];
  /** Of the height of its column, in per cent. */
  readonly share: number;
}

/** A column of the wide layout: its panes from top to bottom. */
export interface PanelColumn {
  readonly id: 'captures' | 'work' | 'details';
  readonly panes: readonly PaneEntry[];
}

const panels = {
  captures: { id: 'captures', title: 'Captures', short: 'Captures', component: CapturesView },
  tools: { id: 'tools', title: 'Tools', short: 'Tools', component: ToolsView },
  invocation: {
    id: 'invocation',
    title: 'Invocation editor',
    short: 'Call',
    load: () => import('../features/calls/InvocationView.svelte'),
  },
  traffic: { id: 'traffic', title: 'Traffic', short: 'Traffic', load: () => import('../features/traffic/TrafficView.svelte') },
  sql: { id: 'sql', title: 'SQL', short: 'SQL', load: () => import('../features/sql/SqlView.svelte') },
  result: { id: 'result', title: 'Result', short: 'Result', component: ResultView },
  audit: { id: 'audit', title: 'Audit', short: 'Audit', load: () => import('../features/journal/AuditJournal.svelte') },
} as const satisfies Record<PanelId, PanelEntry>;

const work: PanelColumn = {
  id: 'work',
  panes: [
    { panels: [panels.invocation], share: 58 },
    { panels: [panels.traffic, panels.sql], share: 42 },
  ],
};
const details: PanelColumn = { id: 'details', panes: [{ panels: [panels.result, panels.audit], share: 100 }] };

/** Where every view lives. A new view is one more line here, and in the layout for screens of little height. */
const TALL: readonly PanelColumn[] = [
  {
    id: 'captures',
    panes: [
      { panels: [panels.captures], share: 78 },
      { panels: [panels.tools], share: 22 },
    ],
  },
  work,
  details,
];

/** On a laptop's screen a pane of its own would show two tools. */
const SHORT: readonly PanelColumn[] = [{ id: 'captures', panes: [{ panels: [panels.captures, panels.tools], share: 100 }] }, work, details];

export const columnsOf = (short: boolean): readonly PanelColumn[] => (short ? SHORT : TALL);

export const allPanels: readonly PanelEntry[] = Object.values(panels);

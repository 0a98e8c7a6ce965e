import type { Component } from 'svelte';
import type { PanelId } from '../../state/layout.svelte.ts';
import AuditView from '../audit/AuditView.svelte';
import CapturesView from '../captures/CapturesView.svelte';
import InvocationView from '../invocation/InvocationView.svelte';
import ResultView from '../result/ResultView.svelte';
import SqlView from '../sql/SqlView.svelte';
import ToolsView from '../tools/ToolsView.svelte';

/** One panel of the page: a region with a name. */
export interface PanelEntry {
  readonly id: PanelId;
  /** Heading, and accessible name of the region. */
  readonly title: string;
  /** Word for a narrow tab bar. */
  readonly short: string;
  readonly component: Component;
}

/** A column of the wide layout: its panels from top to bottom with their share of its height in per cent. */
export interface PanelColumn {
  readonly id: 'captures' | 'work' | 'details';
  readonly panels: readonly { readonly panel: PanelEntry; readonly share: number }[];
}

const panels = {
  captures: { id: 'captures', title: 'Captures', short: 'Captures', component: CapturesView },
  tools: { id: 'tools', title: 'Tools', short: 'Tools', component: ToolsView },
  invocation: { id: 'invocation', title: 'Invocation editor', short: 'Call', component: InvocationView },
  sql: { id: 'sql', title: 'SQL', short: 'SQL', component: SqlView },
  result: { id: 'result', title: 'Result', short: 'Result', component: ResultView },
  audit: { id: 'audit', title: 'Audit', short: 'Audit', component: AuditView },
} as const satisfies Record<PanelId, PanelEntry>;

/** Where every view lives. A new view is one more line here. */
export const columns: readonly PanelColumn[] = [
  {
    id: 'captures',
    panels: [
      { panel: panels.captures, share: 78 },
      { panel: panels.tools, share: 22 },
    ],
  },
  {
    id: 'work',
    panels: [
      { panel: panels.invocation, share: 50 },
      { panel: panels.sql, share: 50 },
    ],
  },
  {
    id: 'details',
    panels: [
      { panel: panels.result, share: 76 },
      { panel: panels.audit, share: 24 },
    ],
  },
];

export const allPanels: readonly PanelEntry[] = columns.flatMap((column) => column.panels.map(({ panel }) => panel));

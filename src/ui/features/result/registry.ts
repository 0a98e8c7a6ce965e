import type { Component } from 'svelte';
import type { ResultProps } from '../../state/result-props.ts';
import type { ResultView } from '../../../workbench/results.ts';
import AnalyzerPart from '../identity/AnalyzerPart.svelte';
import Headline from '../identity/Headline.svelte';
import DeviceIdsHeadline from '../device-ids/Headline.svelte';
import IdsTab from '../device-ids/IdsTab.svelte';
import IdLinksTab from '../device-ids/LinksTab.svelte';
import AllGenericTables from '../tables/AllTables.svelte';
import DataTree from '../tables/DataTree.svelte';
import FirstTable from '../tables/FirstTable.svelte';
import Figures from '../statistics/Figures.svelte';
import PrivacyTab from '../privacy/PrivacyTab.svelte';

export interface ResultTab {
  readonly id: string;
  readonly title: string;
  /** `part` is the id of the tab. */
  readonly component: Component<ResultProps & { readonly part?: string }>;
}

/** How one tool's results are drawn. */
export interface ToolView {
  /** Drawn in the summary. */
  readonly headline: Component<ResultProps> | null;
  readonly tabs: readonly ResultTab[];
}

const DATA: ResultTab = { id: 'data', title: 'Data', component: DataTree };
const statistics: ToolView = {
  headline: Figures,
  tabs: [{ id: 'tables', title: 'Tables', component: Figures }, { id: 'plots', title: 'Plots', component: Figures }, DATA],
};

const views: Readonly<Record<string, ToolView>> = {
  bluetooth_address_analyzer: {
    headline: Headline,
    tabs: [
      { id: 'addresses', title: 'Addresses', component: AnalyzerPart },
      { id: 'timeline', title: 'Timeline', component: AnalyzerPart },
      { id: 'clusters', title: 'Clusters', component: AnalyzerPart },
      { id: 'graph', title: 'Graph', component: AnalyzerPart },
      { id: 'links', title: 'Links', component: AnalyzerPart },
    ],
  },
  rotation_privacy_audit: {
    headline: null,
    tabs: [{ id: 'findings', title: 'Findings', component: PrivacyTab }, DATA],
  },
  device_id_analyzer: {
    headline: DeviceIdsHeadline,
    tabs: [{ id: 'ids', title: 'Device ids', component: IdsTab }, { id: 'links', title: 'Links', component: IdLinksTab }, DATA],
  },
  anova_tool: statistics,
  statistical_regression_tool: statistics,
  summary_stats_tool: statistics,
};

/** For tools without a view of their own. */
const fallback: ToolView = { headline: FirstTable, tabs: [{ id: 'tables', title: 'Tables', component: AllGenericTables }, DATA] };

const nothing: ToolView = { headline: null, tabs: [] };

/** Tabs of a result: those of every result, around those of its tool. */
export function resultParts(
  result: ResultView,
): readonly { readonly id: string; readonly title: string; readonly count?: number | undefined }[] {
  const own = resultView(result).tabs.map(({ id, title }) => ({ id, title, count: result.counts[id] }));
  return [{ id: 'summary', title: 'Summary' }, ...own, { id: 'envelope', title: 'Envelope' }, { id: 'json', title: 'JSON' }];
}

export function resultView(result: Pick<ResultView, 'metadata' | 'structured_output'>): ToolView {
  if (result.structured_output === undefined) return nothing;
  const name = result.metadata.toolName;
  return Object.hasOwn(views, name) ? (views[name] ?? fallback) : fallback;
}

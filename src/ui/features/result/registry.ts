import { ANALYZER_PARTS } from '../../../answers/analyzer/headline-words.ts';
import type { Component } from 'svelte';
import type { ResultProps } from '../../state/result-props.ts';
import type { ResultView } from '../../../workbench/results.ts';

/** Imports a component when a result first needs it, so that the first page stays small. */
type Load = () => Promise<{ readonly default: Component<ResultProps & { readonly part?: string }> }>;

export interface ResultTab {
  readonly id: string;
  readonly title: string;
  /** Its component takes the id of the tab as `part`. */
  readonly load: Load;
}

/** How one tool's results are drawn. */
export interface ToolView {
  /** Component shown beside the sentence of the summary. */
  readonly headline: Load | null;
  readonly tabs: readonly ResultTab[];
}

const DATA: ResultTab = { id: 'data', title: 'Data', load: () => import('../tables/DataTree.svelte') };
const figures: Load = () => import('../tables/Figures.svelte');
const TABLES: ResultTab = { id: 'tables', title: 'Tables', load: figures };
const statistics: ToolView = { headline: figures, tabs: [TABLES, { id: 'plots', title: 'Plots', load: figures }, DATA] };
const analyzerPart: Load = () => import('../identity/AnalyzerPart.svelte');

const views: Readonly<Record<string, ToolView>> = {
  bluetooth_address_analyzer: {
    headline: () => import('../identity/Headline.svelte'),
    tabs: ANALYZER_PARTS.map((part) => ({ ...part, load: analyzerPart })),
  },
  rotation_privacy_audit: {
    headline: null,
    tabs: [{ id: 'findings', title: 'Findings', load: () => import('../privacy/PrivacyAudit.svelte') }, DATA],
  },
  device_id_analyzer: {
    headline: () => import('../device-ids/Chains.svelte'),
    tabs: [
      { id: 'ids', title: 'Device ids', load: () => import('../device-ids/DeviceIds.svelte') },
      { id: 'links', title: 'Links', load: () => import('../device-ids/IdLinks.svelte') },
      DATA,
    ],
  },
  anova_tool: statistics,
  companion_analyzer: { headline: () => import('../device-ids/Companions.svelte'), tabs: [TABLES, DATA] },
  generalized_linear_tool: statistics,
  statistical_comparison_tool: statistics,
  statistical_regression_tool: statistics,
  summary_stats_tool: statistics,
  survival_tool: statistics,
  whole_device_analyzer: { headline: () => import('../identity/WholeDevices.svelte'), tabs: [TABLES, DATA] },
};

/** How results of tools without a view of their own are drawn. */
const fallback: ToolView = { headline: figures, tabs: [TABLES, DATA] };

const nothing: ToolView = { headline: null, tabs: [] };

/** Tabs of a result: the general ones, around those of its tool. */
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

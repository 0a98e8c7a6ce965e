import type { CaptureInfo } from '../../tables/captures.ts';

export const FIRST_TOOL = 'bluetooth_address_analyzer';

/** Whether captures are tables that name no address: what the radio's tools ask about is not in them. */
export const isPlainTable = (captures: readonly Pick<CaptureInfo, 'kind' | 'columns'>[]): boolean =>
  captures.length > 0 && captures.every(({ kind, columns }) => kind === 'table' && !columns.some(({ role }) => role === 'address'));

/** The tool of the call that the editor starts with over captures. */
export const firstTool = (captures: readonly Pick<CaptureInfo, 'kind' | 'columns'>[]): string =>
  isPlainTable(captures) ? 'summary_stats_tool' : FIRST_TOOL;

/** What may be asked of a table next, beside that. */
export const TABLE_TOOLS = ['statistical_regression_tool', 'anova_tool'] as const;

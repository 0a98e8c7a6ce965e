import type { CaptureInfo } from '../../tables/captures.ts';

export const FIRST_TOOL = 'bluetooth_address_analyzer';

/** Whether captures are tables without address columns, on which the radio tools cannot work. */
export const isPlainTable = (captures: readonly Pick<CaptureInfo, 'kind' | 'columns'>[]): boolean =>
  captures.length > 0 && captures.every(({ kind, columns }) => kind === 'table' && !columns.some(({ role }) => role === 'address'));

/** The tool of the editor's first call over captures. */
export const firstTool = (captures: readonly Pick<CaptureInfo, 'kind' | 'columns'>[]): string =>
  isPlainTable(captures) ? 'summary_stats_tool' : FIRST_TOOL;

/** Further tools offered for a table. */
export const TABLE_TOOLS = ['statistical_regression_tool', 'anova_tool'] as const;

import type { AnyTool } from '../definition.ts';
import { anovaTool } from './anova_tool/index.ts';
import { anovaTool11 } from './anova_tool/version-1-1.ts';
import { bluetoothAddressAnalyzer } from './bluetooth_address_analyzer/index.ts';
import { bluetoothAddressAnalyzer14 } from './bluetooth_address_analyzer/version-1-4.ts';
import { captureExport } from './capture_export/index.ts';
import { captureExport12 } from './capture_export/version-1-2.ts';
import { captureOverview } from './capture_overview/index.ts';
import { captureOverview10 } from './capture_overview/version-1-0.ts';
import { captureQuery } from './capture_query/index.ts';
import { captureQuery11 } from './capture_query/version-1-1.ts';
import { companionAnalyzer } from './companion_analyzer/index.ts';
import { connectionOverview } from './connection_overview/index.ts';
import { deviceIdAnalyzer } from './device_id_analyzer/index.ts';
import { describeCapture } from './describe_capture/index.ts';
import { gattOverview } from './gatt_overview/index.ts';
import { generalizedLinearTool } from './generalized_linear_tool/index.ts';
import { getCurrentTime } from './get_current_time/index.ts';
import { listCaptures } from './list_captures/index.ts';
import { resolvableAddressResolver } from './resolvable_address_resolver/index.ts';
import { resolvableAddressResolver10 } from './resolvable_address_resolver/version-1-0.ts';
import { rotationPrivacyAudit } from './rotation_privacy_audit/index.ts';
import { rotationPrivacyAudit10 } from './rotation_privacy_audit/version-1-0.ts';
import { searchCatalog } from './search_catalog/index.ts';
import { statisticalComparisonTool } from './statistical_comparison_tool/index.ts';
import { statisticalRegressionTool } from './statistical_regression_tool/index.ts';
import { statisticalRegressionTool12 } from './statistical_regression_tool/version-1-2.ts';
import { summaryStatsTool } from './summary_stats_tool/index.ts';
import { survivalTool } from './survival_tool/index.ts';
import { wholeDeviceAnalyzer } from './whole_device_analyzer/index.ts';

/** All tools of the product, sorted by name, then version. A new tool is added here. */
export const catalog: readonly AnyTool[] = [
  anovaTool11,
  anovaTool,
  bluetoothAddressAnalyzer14,
  bluetoothAddressAnalyzer,
  captureExport12,
  captureExport,
  captureOverview10,
  captureOverview,
  captureQuery11,
  captureQuery,
  companionAnalyzer,
  connectionOverview,
  describeCapture,
  deviceIdAnalyzer,
  gattOverview,
  generalizedLinearTool,
  getCurrentTime,
  listCaptures,
  resolvableAddressResolver10,
  resolvableAddressResolver,
  rotationPrivacyAudit10,
  rotationPrivacyAudit,
  searchCatalog,
  statisticalComparisonTool,
  statisticalRegressionTool12,
  statisticalRegressionTool,
  summaryStatsTool,
  survivalTool,
  wholeDeviceAnalyzer,
];

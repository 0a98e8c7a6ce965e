/**
 * The host's side of `assembly/abi.ts`: the same lists in the same order. A test compares the two texts.
 */
export const ABI_VERSION = 1;

export const FEATURES = [
  'Count',
  'First',
  'Last',
  'Events',
  'RssiFirst',
  'RssiLast',
  'RssiMedian',
  'RssiSpread',
  'LevelsFirst',
  'LevelsLast',
  'RssiBefore',
  'RssiAfter',
  'Interval',
  'IntervalSupport',
  'PhaseFirst',
  'PhaseFirstAt',
  'DriftFirst',
  'DriftFirstError',
  'ResidualFirst',
  'PhaseLast',
  'PhaseLastAt',
  'DriftLast',
  'DriftLastError',
  'ResidualLast',
  'RateFirst',
  'RateLast',
  'MaxGap',
  'Segments',
] as const;

export const LINK_COLUMNS = [
  'First',
  'Last',
  'RateFirst',
  'RateLast',
  'RssiFirst',
  'RssiLast',
  'Interval',
  'BornBefore',
  'Content',
  'Layout',
  'Family',
  'Name',
  'ContentShare',
  'LayoutShare',
  'FamilyShare',
  'NameShare',
] as const;

export const PARAMETERS = [
  'Window',
  'Slack',
  'ArrivalRate',
  'DepartureShare',
  'DepartureMean',
  'TailWeight',
  'RssiSigma',
  'RssiDrift',
  'RssiOutlier',
  'RssiPopulationMean',
  'RssiPopulationSigma',
  'IntervalSigma',
  'IntervalOutlier',
  'ContentKept',
  'LayoutKept',
  'FamilyKept',
  'NameKept',
  'Prune',
] as const;

export const TERMS = ['Gap', 'Lifetime', 'Layout', 'Name', 'Interval', 'Rssi'] as const;

export const SUCCESSION_COLUMNS = [
  'First',
  'Last',
  'RateFirst',
  'RateLast',
  'HoleBefore',
  'HoleAfter',
  'Ended',
  'RssiFirst',
  'RssiLast',
  'LevelsFirst',
  'LevelsLast',
  'Restless',
  'Interval',
  'IntervalError',
  'Order',
  'Content',
  'Layout',
  'Family',
  'Name',
  'ContentShare',
  'LayoutShare',
  'FamilyShare',
  'NameShare',
  'PhaseFirst',
  'PhaseFirstAt',
  'DriftFirst',
  'DriftFirstError',
  'ResidualFirst',
  'PhaseLast',
  'PhaseLastAt',
  'DriftLast',
  'DriftLastError',
  'ResidualLast',
] as const;

export const SUCCESSION_PARAMETERS = [
  'LeavingRate',
  'Rotating',
  'ArrivalRate',
  'Lost',
  'Quiet',
  'IntervalStray',
  'ContentKept',
  'LayoutKept',
  'FamilyKept',
  'Window',
  'Slack',
  'Listened',
  'Succeeding',
  'Unseen',
  'HabitStrength',
  'LeaveOut',
  'PauseStrength',
  'LevelNear',
  'LevelFar',
  'LevelStray',
  'LevelMean',
  'LevelSpread',
  'LevelNoise',
  'IntervalSpread',
  'NameKept',
  'DriftSpread',
  'DriftStray',
  'PhaseSpread',
  'PhaseKept',
  'Prune',
] as const;

export const REASONS = ['Gap', 'Lifetime', 'Renewal', 'Payload', 'Name', 'Interval', 'Level', 'Phase', 'Drift'] as const;

export type FeatureName = (typeof FEATURES)[number];
export type LinkColumn = (typeof LINK_COLUMNS)[number];
export type ParameterName = (typeof PARAMETERS)[number];
export type TermName = (typeof TERMS)[number];
export type SuccessionColumn = (typeof SUCCESSION_COLUMNS)[number];
export type SuccessionParameter = (typeof SUCCESSION_PARAMETERS)[number];
export type ReasonName = (typeof REASONS)[number];

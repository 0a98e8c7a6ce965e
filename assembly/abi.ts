/**
 * Version of the kernels' binary interface, followed by the names of columns and parameters that kernels and host share.
 * `src/kernels/layout.ts` has the same lists, and a test compares both files.
 *
 * Memory is one arena: the host allocates inputs and outputs with `alloc`, passes their addresses to a kernel, and frees all of it with
 * `reset`. A column is an array of f64, times are seconds since the start of the selection, and levels are dBm, unless a kernel says
 * otherwise.
 */
export const ABI_VERSION: u32 = 1;

/**
 * Columns of the feature table, in order; each has one f64 per address, NaN if the value is unknown. Phases and residuals are µs on the 625
 * µs advertising grid, drifts µs per second, `…At` seconds of the radio clock.
 */
export enum Feature {
  Count,
  First,
  Last,
  Events,
  RssiFirst,
  RssiLast,
  RssiMedian,
  RssiSpread,
  LevelsFirst,
  LevelsLast,
  RssiBefore,
  RssiAfter,
  NearFirst,
  NearFirsts,
  NearLast,
  NearLasts,
  NearBefore,
  NearBefores,
  NearAfter,
  NearAfters,
  Flicker,
  Interval,
  IntervalSupport,
  IntervalScatter,
  PhaseFirst,
  PhaseFirstAt,
  DriftFirst,
  DriftFirstError,
  ResidualFirst,
  PhaseLast,
  PhaseLastAt,
  DriftLast,
  DriftLastError,
  ResidualLast,
  RateFirst,
  RateLast,
  MaxGap,
  Segments,
  Columns,
}

/**
 * Columns of the succession model's input, with one value per address in the order of their first packet. Units are seconds, dBm and events
 * per second; ids are whole numbers (a name of -1 means none). Shares tell how common the address's content, layout, family and name are
 * here.
 * `IntervalError` is relative. `Scatter` is how far one spacing lies from a multiple of the interval, in s. `Order` lists the addresses by
 * family and then by interval. `HoleBefore` and `HoleAfter` are how long no packet at all was heard right before the first and after the
 * last frame, so the age may be that much greater. `Ended` is 1 if the address fell silent while the capture went on. `Silence` is how long
 * an address usually falls silent while it keeps its address, `SilenceSpread` how much that varies (both in s), and `SilenceShare` the
 * share of time it spends silent; 0 if it never does.
 */
export enum Successor {
  First,
  Last,
  RateFirst,
  RateLast,
  HoleBefore,
  HoleAfter,
  Ended,
  Silence,
  SilenceSpread,
  SilenceShare,
  RssiFirst,
  RssiLast,
  LevelsFirst,
  LevelsLast,
  Restless,
  Interval,
  IntervalError,
  Scatter,
  Order,
  Content,
  Layout,
  Family,
  Name,
  ContentShare,
  LayoutShare,
  FamilyShare,
  NameShare,
  PhaseFirst,
  PhaseFirstAt,
  DriftFirst,
  DriftFirstError,
  ResidualFirst,
  PhaseLast,
  PhaseLastAt,
  DriftLast,
  DriftLastError,
  ResidualLast,
  Columns,
}

/** Parameters of the succession model, one f64 each. Those before `Window` are learnt from the capture, round by round. */
export enum Prior {
  LeavingRate,
  Rotating,
  ArrivalRate,
  Lost,
  Quiet,
  IntervalStray,
  ContentKept,
  LayoutKept,
  FamilyKept,
  Window,
  Slack,
  Listened,
  Succeeding,
  Unseen,
  HabitStrength,
  LeaveOut,
  Corrections,
  RotatingStrength,
  PauseStrength,
  SurePauses,
  SwapStrength,
  LevelNear,
  LevelFar,
  LevelStray,
  LevelMean,
  LevelSpread,
  LevelNoise,
  IntervalSpread,
  NameKept,
  DriftSpread,
  DriftStray,
  PhaseSpread,
  PhaseKept,
  Prune,
  Columns,
}

/** Names of the terms of the succession model; each term is a natural logarithm of a likelihood ratio. */
export enum Reason {
  Gap,
  Lifetime,
  Renewal,
  Payload,
  Name,
  Interval,
  Level,
  Phase,
  Drift,
  Columns,
}

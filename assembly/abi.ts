/**
 * Numbers shared by both sides. `src/kernels/layout.ts` has the same lists, and a test compares
 * the two files.
 *
 * Memory is one arena: the host allocates inputs and outputs with `alloc`, gives their addresses to a
 * kernel and starts over with `reset`. Every column is an array of f64 unless a kernel says otherwise,
 * times are seconds since the start of the selection, levels are dBm.
 */
export const ABI_VERSION: u32 = 1;

/**
 * Columns of the feature table, in order; each is `addresses` f64 long. NaN where nothing is known. Phases and
 * residuals in µs on the 625 µs grid, drifts in µs per second, `…At` in seconds of the radio clock.
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
 * Columns of the succession model's input, one value per address, ordered by first seen. Seconds, dBm, events per
 * second; ids as whole numbers (a name of -1: none), shares are how common the address's content, layout, family and name are here. `IntervalError` is relative, `Scatter` how far one spacing lies
 * from a multiple of the interval, s, `Order` lists
 * the addresses by family and then by interval. `HoleBefore` and `HoleAfter` are how long nothing was heard right
 * before the first and after the last frame: the age may be that much greater. `Ended` is 1 where the address fell
 * silent while the capture went on. `Silence` is how long it usually falls silent while it keeps its address, s, `SilenceSpread`
 * how sharply, s, and `SilenceShare` the share of time that it spends so; 0 where it never does.
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

/** Named terms of the succession model, natural logarithms. */
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

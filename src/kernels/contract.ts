import type { WorkOptions } from '../base/progress.ts';
import type { FeatureName, ReasonName, SuccessionColumn, SuccessionParameter } from './layout.ts';
import type { Comparing } from './statistics/compare/contract.ts';
import type { Statistics } from './statistics/contract.ts';
import type { Generalizing } from './statistics/generalized/contract.ts';
import type { Regression } from './statistics/regression/contract.ts';
import type { Surviving } from './statistics/survival/contract.ts';

export type * from './statistics/compare/contract.ts';
export type * from './statistics/contract.ts';
export type * from './statistics/generalized/contract.ts';
export type * from './statistics/regression/contract.ts';
export type * from './statistics/survival/contract.ts';

/**
 * Every kernel's inputs, outputs and limits, apart from where it runs: `instance.ts` calls them on this
 * thread (tests, workers), `pool.ts` across threads. All arguments and results are plain data with typed
 * arrays, so that they can be posted; the arrays of an input are given away. Kernels are deterministic:
 * equal inputs give equal bytes. Each call rejects with an `AbortError` when its signal says so.
 */
export interface Kernels extends Statistics, Comparing, Generalizing, Regression, Surviving {
  /** Version of the ABI and the sha256 of the compiled modules, for provenance. */
  readonly build: { readonly abi: number; readonly sha256: string };
  /** Computes features of each address, such as its interval and levels, from the rows it sent. */
  features(input: FeatureInput, options?: WorkOptions): Promise<FeatureTable>;
  /** Which address probably succeeded which, by a model that learns from the capture. */
  succeed(input: SuccessionInput, options?: WorkOptions): Promise<SuccessionTable>;
  /** For each resolvable address the position of the first key it was made with, -1 where none is. */
  resolve(input: ResolveInput, options?: WorkOptions): Promise<Int32Array>;
}

export interface FeatureInput {
  readonly addresses: number;
  /** Seconds since the start of the selection, one per row. */
  readonly time: Float64Array;
  /** Each row's address: its number below `addresses`, or (`of`) its key, where `keys` lists the keys of all addresses by number. */
  readonly address: Uint32Array | { readonly of: BigUint64Array; readonly keys: BigUint64Array };
  /** Seconds of the sniffer's own clock, NaN where it has none; clocks of different sniffers lie 1e6 s apart. null: use `time` instead. */
  readonly radio: Float64Array | null;
  /** dBm, 127 where unknown. */
  readonly level: Int8Array;
  /** Channel of a frame that begins an advertising event on it, else 255. */
  readonly channel: Uint8Array;
  /** Start and end in seconds of spans in which nothing at all was heard, ascending. */
  readonly holes: Float64Array;
  /** A silence longer than both ends a segment: seconds, and multiples of the address's mean spacing. */
  readonly silence: { readonly minimum_s: number; readonly factor: number };
}

export interface FeatureTable {
  /** One value per address; NaN where nothing is known. Seconds, dBm, events per second. */
  readonly columns: Readonly<Record<FeatureName, Float64Array>>;
  /** Four values each, address by address: address, start, end (seconds), frames. */
  readonly segments: Float64Array;
}

/** One component of the distribution of an address's life in seconds; weights sum to 1. */
export type LifetimeComponent =
  | { readonly kind: 'uniform'; readonly weight: number; readonly from: number; readonly to: number }
  | { readonly kind: 'laplace'; readonly weight: number; readonly centre: number; readonly scale: number };

export interface SuccessionInput {
  /** One value per address, addresses ordered by `First`. See `assembly/abi.ts` for the meaning of each. */
  readonly columns: Readonly<Record<SuccessionColumn, Float64Array>>;
  readonly parameters: Readonly<Record<SuccessionParameter, number>>;
  readonly lifetimes: readonly LifetimeComponent[];
  /** Spans without packets, three values each, ascending: start, end, and seconds inside that the timestamps do not count. */
  readonly holes: Float64Array;
  /** A person's verdicts on pairs of addresses, by position: `linked` true for one device, false for two devices. */
  readonly rules: readonly { readonly from: number; readonly to: number; readonly linked: boolean }[];
  /** Rounds of learning from this capture; 0 keeps the parameters as given. */
  readonly rounds: number;
  /** Restores the given parameters after every round; a round then changes only what it learns about the lives of other addresses. */
  readonly held?: boolean;
  /** Pairs of a smaller probability are used in the computation but not returned. */
  readonly least: number;
}

export interface SuccessionTable {
  /** Number of ordered pairs inside the window that could be successors, whether they are returned or not. */
  readonly considered: number;
  /** The returned pairs, by first address; positions refer to the input's order. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** ln P(data | successor) − ln P(data | one left, the other arrived). */
  readonly llr: Float64Array;
  /** Posterior probability that `to` succeeded `from`. */
  readonly probability: Float64Array;
  /** 1 where the pair is part of the best one-to-one assignment. */
  readonly chosen: Uint8Array;
  /** What each term contributed to `llr`, natural logarithms. */
  readonly reasons: Readonly<Record<ReasonName, Float64Array>>;
  /** The parameters that the last round used. */
  readonly learnt: Readonly<Record<SuccessionParameter, number>>;
}

export interface ResolveInput {
  /** 16 bytes each, most significant byte first. */
  readonly keys: readonly Uint8Array[];
  /** Upper (prand) and lower (hash) 24 bits of each address. */
  readonly prands: Uint32Array;
  readonly hashes: Uint32Array;
}

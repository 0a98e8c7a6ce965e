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
 * The interface of all kernels (compiled computations), whichever thread they run on: `instance.ts` runs them on this thread (tests,
 * workers), `pool.ts` on several. All arguments and results are plain data with typed arrays, so that they can be posted; the arrays of an
 * input may be transferred, so callers must not use them again. Equal inputs give equal bytes. A call rejects with an `AbortError` if its
 * signal aborts.
 */
export interface Kernels extends Statistics, Comparing, Generalizing, Regression, Surviving {
  /** Version of the kernels' binary interface (ABI) and SHA-256 of the compiled modules. Results record them. */
  readonly build: { readonly abi: number; readonly sha256: string };
  /** Computes features of each address, such as its interval and levels, from the rows it sent. */
  features(input: FeatureInput, options?: WorkOptions): Promise<FeatureTable>;
  /** Estimates which address succeeded which as the next address of the same device, by a model that learns from the capture. */
  succeed(input: SuccessionInput, options?: WorkOptions): Promise<SuccessionTable>;
  /** For each resolvable address, returns the index of the first identity resolving key (IRK) that generated it, or -1 if no key did. */
  resolve(input: ResolveInput, options?: WorkOptions): Promise<Int32Array>;
}

export interface FeatureInput {
  readonly addresses: number;
  /** Time of each row in seconds since the start of the selection. */
  readonly time: Float64Array;
  /** Address of each row: its number below `addresses`, or (`of`) its 64-bit key, where `keys` lists the keys of addresses by number. */
  readonly address: Uint32Array | { readonly of: BigUint64Array; readonly keys: BigUint64Array };
  /**
   * Seconds of each row by the sniffer's own clock, NaN without one; clocks of different sniffers are 1e6 s apart. Null: `time` is used.
   */
  readonly radio: Float64Array | null;
  /** RSSI of each row in dBm; 127 if it is unknown. */
  readonly level: Int8Array;
  /** RF channel of each row whose frame begins an advertising event on that channel; 255 for all other rows. */
  readonly channel: Uint8Array;
  /** Start and end, in seconds and ascending, of the spans in which the sniffer received no packet at all. */
  readonly holes: Float64Array;
  /** A silence ends a segment of an address if it is longer than both this many seconds and this multiple of the address's mean spacing. */
  readonly silence: { readonly minimum_s: number; readonly factor: number };
}

export interface FeatureTable {
  /** The features by name, each with one value per address in seconds, dBm or events per second; NaN if the value is unknown. */
  readonly columns: Readonly<Record<FeatureName, Float64Array>>;
  /** Spans of activity, address by address, four values each: number of the address, start and end in seconds, number of frames. */
  readonly segments: Float64Array;
}

/** One component of the mixture distribution of how many seconds an address is in use; the weights of all components sum to 1. */
export type LifetimeComponent =
  | { readonly kind: 'uniform'; readonly weight: number; readonly from: number; readonly to: number }
  | { readonly kind: 'laplace'; readonly weight: number; readonly centre: number; readonly scale: number };

export interface SuccessionInput {
  /** Features by name, with one value per address. Addresses are sorted by the feature `First`. `assembly/abi.ts` explains the features. */
  readonly columns: Readonly<Record<SuccessionColumn, Float64Array>>;
  readonly parameters: Readonly<Record<SuccessionParameter, number>>;
  readonly lifetimes: readonly LifetimeComponent[];
  /** Spans without packets, ascending, three values each: start, end, and the seconds within by which timestamps did not advance. */
  readonly holes: Float64Array;
  /** An analyst's verdicts on pairs of addresses, given by position; `linked` is true for one device and false for two devices. */
  readonly rules: readonly { readonly from: number; readonly to: number; readonly linked: boolean }[];
  /** How many rounds the model learns its parameters from this capture; with 0 the given parameters are kept. */
  readonly rounds: number;
  /** Whether the given parameters are restored after every round, which then changes only what it learns of other addresses' lifetimes. */
  readonly held?: boolean;
  /** Smallest probability of a returned pair. Pairs below it are used in the computation but not returned. */
  readonly least: number;
}

export interface SuccessionTable {
  /** Number of ordered pairs inside the window that could be successors, whether they are returned or not. */
  readonly considered: number;
  /** The returned pairs, sorted by first address; both addresses are positions in the input. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** Log-likelihood ratio of a pair: ln P(data | successor) − ln P(data | one device left and an unrelated one arrived). */
  readonly llr: Float64Array;
  /** Posterior probability of each pair that `to` succeeded `from`. */
  readonly probability: Float64Array;
  /** For each pair, 1 if it is part of the best one-to-one assignment of predecessors to successors, else 0. */
  readonly chosen: Uint8Array;
  /** For each term of the model, what it contributed to the `llr` of each pair, as a natural logarithm. */
  readonly reasons: Readonly<Record<ReasonName, Float64Array>>;
  /** The parameters of the model in the last round of learning. */
  readonly learnt: Readonly<Record<SuccessionParameter, number>>;
}

export interface ResolveInput {
  /** Identity resolving keys of 16 bytes each, most significant byte first. */
  readonly keys: readonly Uint8Array[];
  /** The two halves of each resolvable address: the upper 24 bits (prand) and the lower 24 bits (hash). */
  readonly prands: Uint32Array;
  readonly hashes: Uint32Array;
}

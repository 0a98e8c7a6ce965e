import { throwIfAborted } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { Kernels } from './contract.ts';
import { computeFeatures } from './features.ts';
import { KERNEL_BUILD } from './build.ts';
import { instantiate } from './memory.ts';
import { computeSuccession } from './succession.ts';
import { computeMatches } from './resolve.ts';
import type { Tick } from './chunks.ts';
import { compareCounts } from './statistics/compare/counts.ts';
import { compareNumbers } from './statistics/compare/numbers.ts';
import { describe } from './statistics/describe.ts';
import { generalized } from './statistics/generalized/generalized.ts';
import { statisticsMemory, type StatisticsMemory } from './statistics/memory.ts';
import { oneWay } from './statistics/one-way.ts';
import { repeated } from './statistics/repeated.ts';
import { survival } from './statistics/survival/survival.ts';
import { twoWay } from './statistics/two-way.ts';
import { factorBlock, residualBlock } from './statistics/regression/blocks.ts';
import { conclude } from './statistics/regression/conclude.ts';
import { mergeFactors } from './statistics/regression/model.ts';

/** Maximum memory in bytes of a WebAssembly instance that is reused for the next block of rows; a larger one is discarded. */
const KEPT_BYTES = 32 * 1024 * 1024;

/** Creates kernels that run on this thread: for tests, for Node and for use inside a worker. */
export function kernelInstance(): Kernels {
  const call = async <Memory, T>(
    options: WorkOptions | undefined,
    work: (memory: Memory, tick: Tick) => T,
    fresh: () => Promise<Memory>,
  ): Promise<T> => {
    throwIfAborted(options?.signal, 'the computation');
    // Use a new instance for each call, so that the memory of the last one is freed. Modules compile only once, so instances are cheap.
    const memory = await fresh();
    return work(memory, (progress) => {
      throwIfAborted(options?.signal, 'the computation');
      options?.onProgress?.(progress);
    });
  };
  // Blocks of rows have similar sizes: reusing memory halves the time. An instance that grew beyond `KEPT_BYTES` is discarded.
  let kept: StatisticsMemory | undefined;
  const onBlock = <T>(options: WorkOptions | undefined, work: (memory: StatisticsMemory) => T): Promise<T> =>
    call(
      options,
      (memory) => {
        kept = undefined;
        const answer = work(memory);
        if (memory.run.memory.buffer.byteLength <= KEPT_BYTES) kept = memory;
        return answer;
      },
      async () => kept ?? statisticsMemory(),
    );
  return {
    build: KERNEL_BUILD,
    features: (input, options) => call(options, (memory, tick) => computeFeatures(memory, input, tick), instantiate),
    succeed: (input, options) => call(options, (memory, tick) => computeSuccession(memory, input, tick), instantiate),
    resolve: (input, options) => call(options, (memory, tick) => computeMatches(memory, input, tick), instantiate),
    describe: (input, options) => call(options, (memory, tick) => describe(memory, input, tick), statisticsMemory),
    oneWay: (input, options) => call(options, (memory, tick) => oneWay(memory, input, tick), statisticsMemory),
    twoWay: (input, options) => call(options, (memory, tick) => twoWay(memory, input, tick), statisticsMemory),
    repeated: (input, options) => call(options, (memory, tick) => repeated(memory, input, tick), statisticsMemory),
    compareNumbers: (input, options) => call(options, (memory, tick) => compareNumbers(memory, input, tick), statisticsMemory),
    compareCounts: (input, options) => call(options, (memory, tick) => compareCounts(memory, input, tick), statisticsMemory),
    survival: (input, options) => call(options, (memory, tick) => survival(memory, input, tick), statisticsMemory),
    generalized: (input, options) => call(options, (memory, tick) => generalized(memory, input, tick), statisticsMemory),
    lanes: 1,
    factorBlock: (input, options) => onBlock(options, (memory) => factorBlock(memory, input)),
    mergeFactors: (input, options) => call(options, (memory) => mergeFactors(memory, input), statisticsMemory),
    residualBlock: (input, options) => onBlock(options, (memory) => residualBlock(memory, input)),
    conclude: (input, options) => call(options, (memory) => conclude(memory, input), statisticsMemory),
  };
}

import * as comlink from 'comlink';
import { abortError, throwIfAborted } from '../base/failure.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { DescribeInput, FeatureInput, Kernels, SuccessionInput } from './contract.ts';
import { KERNEL_BUILD } from './build.ts';
import { livingWorker } from '../threads/living-worker.ts';
import type { KernelWorker } from './kernels.worker.ts';

interface Lane {
  readonly worker: Worker;
  readonly remote: comlink.Remote<KernelWorker>;
}

/** Kernels that run in a pool of workers. A worker keeps no state between calls, so a call is cancelled by terminating its worker. */
export interface KernelPool extends Kernels {
  close(): void;
}

/** Number of threads: as many as the browser reports, at most four, because more would share one memory bus. */
const LANES = Math.max(1, Math.min(4, globalThis.navigator?.hardwareConcurrency ?? 1));

/** The worker's program is imported at the first call: compiled kernels are a tenth of the page's program. */
async function startWorker(): Promise<Worker> {
  const { default: KernelsWorker } = await import('./kernels.worker.ts?worker&inline');
  return livingWorker((options) => new KernelsWorker(options), 'kernels');
}

/** @param spawn starts a worker; by default the one whose program is part of the build */
export function kernelPool(spawn: () => Promise<Worker> = startWorker): KernelPool {
  const idle: Lane[] = [];
  const busy = new Map<Lane, (reason: unknown) => void>();

  const open = async (): Promise<Lane> => {
    const worker = await spawn();
    const lane = { worker, remote: comlink.wrap<KernelWorker>(worker) };
    // If a worker ended while it was idle, no later call to it would be answered, so remove it.
    worker.addEventListener('error', () => {
      const at = idle.indexOf(lane);
      if (at >= 0) idle.splice(at, 1);
    });
    return lane;
  };
  const end = (lane: Lane): void => {
    lane.remote[comlink.releaseProxy]();
    lane.worker.terminate();
  };

  async function run<T>(options: WorkOptions | undefined, call: (lane: Lane, report: WorkOptions['onProgress']) => Promise<T>): Promise<T> {
    throwIfAborted(options?.signal, 'the computation');
    const lane = idle.pop() ?? (await open());
    throwIfAborted(options?.signal, 'the computation');
    let stop = (): void => undefined;
    const stopped = new Promise<never>((_, reject) => {
      busy.set(lane, reject);
      const onAbort = (): void => reject(abortError('the computation'));
      const onError = (event: ErrorEvent): void => reject(new Error(`a kernel worker ended: ${event.message || 'no reason given'}`));
      options?.signal?.addEventListener('abort', onAbort);
      lane.worker.addEventListener('error', onError);
      stop = () => {
        options?.signal?.removeEventListener('abort', onAbort);
        lane.worker.removeEventListener('error', onError);
      };
    });
    try {
      const report = options?.onProgress && comlink.proxy(options.onProgress);
      const answer = await Promise.race([call(lane, report), stopped]);
      idle.push(lane);
      return answer;
    } catch (error) {
      end(lane);
      throw error;
    } finally {
      stop();
      busy.delete(lane);
    }
  }

  return {
    build: KERNEL_BUILD,
    features: (input, options) =>
      run(options, (lane, report) => lane.remote.features(comlink.transfer(input, featureBuffers(input)), report)),
    succeed: (input, options) => run(options, (lane, report) => lane.remote.succeed(comlink.transfer(input, linkBuffers(input)), report)),
    describe: (input, options) =>
      run(options, (lane, report) => lane.remote.describe(comlink.transfer(input, describeBuffers(input)), report)),
    oneWay: (input, options) =>
      run(options, (lane, report) => lane.remote.oneWay(comlink.transfer(input, [input.response.buffer, input.groups.buffer]), report)),
    twoWay: (input, options) =>
      run(options, (lane, report) => lane.remote.twoWay(comlink.transfer(input, [input.response.buffer, input.groups.buffer]), report)),
    repeated: (input, options) =>
      run(options, (lane, report) => lane.remote.repeated(comlink.transfer(input, [input.response.buffer, input.starts.buffer]), report)),
    compareNumbers: (input, options) => run(options, (lane, report) => lane.remote.compareNumbers(input, report)),
    compareCounts: (input, options) => run(options, (lane, report) => lane.remote.compareCounts(input, report)),
    survival: (input, options) => run(options, (lane, report) => lane.remote.survival(input, report)),
    generalized: (input, options) =>
      run(options, (lane, report) =>
        lane.remote.generalized(
          comlink.transfer(
            input,
            input.blocks.map(({ data }) => data.buffer),
          ),
          report,
        ),
      ),
    lanes: LANES,
    factorBlock: (input, options) => run(options, (lane) => lane.remote.factorBlock(comlink.transfer(input, [input.data.buffer]))),
    mergeFactors: (input, options) => run(options, (lane) => lane.remote.mergeFactors(input)),
    residualBlock: (input, options) => run(options, (lane) => lane.remote.residualBlock(comlink.transfer(input, [input.data.buffer]))),
    conclude: (input, options) => run(options, (lane) => lane.remote.conclude(input)),
    // Keys are copied and not transferred, so that the caller can still use them.
    resolve: (input, options) => run(options, (lane, report) => lane.remote.resolve(input, report)),
    close() {
      for (const lane of idle.splice(0)) end(lane);
      // Rejects the calls that still run; the handler of each then terminates its worker.
      for (const reject of busy.values()) reject(abortError('the computation'));
    },
  };
}

const featureBuffers = (input: FeatureInput): ArrayBufferLike[] => [
  input.time.buffer,
  ...(input.address instanceof Uint32Array ? [input.address.buffer] : [input.address.of.buffer, input.address.keys.buffer]),
  ...(input.radio === null ? [] : [input.radio.buffer]),
  input.level.buffer,
  input.channel.buffer,
];
const describeBuffers = ({ columns, groups }: DescribeInput): ArrayBufferLike[] => [
  ...columns.map((column) => column.buffer),
  ...(groups === null ? [] : [groups.ids.buffer]),
];
const linkBuffers = (input: SuccessionInput): ArrayBufferLike[] => Object.values(input.columns).map((column) => column.buffer);

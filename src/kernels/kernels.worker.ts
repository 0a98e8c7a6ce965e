import * as comlink from 'comlink';
import { holdLife } from '../threads/living-worker.ts';
import type { Progress } from '../base/progress.ts';
import type {
  ConcludeInput,
  CountsInput,
  DescribeInput,
  FactorInput,
  FeatureInput,
  GeneralizedInput,
  MergeInput,
  NumbersInput,
  OneWayInput,
  RepeatedInput,
  ResidualInput,
  ResolveInput,
  SuccessionInput,
  SurvivalInput,
  TwoWayInput,
} from './contract.ts';
import { kernelInstance } from './instance.ts';

const kernels = kernelInstance();

type Report = ((progress: Progress) => void) | undefined;

/** The functions of this worker that the kernel pool calls. Their results are transferred to the caller, not copied. */
const worker = {
  features: async (input: FeatureInput, onProgress: Report) => {
    const table = await kernels.features(input, { onProgress });
    return comlink.transfer(table, [table.segments.buffer, ...Object.values(table.columns).map((column) => column.buffer)]);
  },
  succeed: async (input: SuccessionInput, onProgress: Report) => {
    const table = await kernels.succeed(input, { onProgress });
    const arrays = [table.from, table.to, table.llr, table.probability, table.chosen, ...Object.values(table.reasons)];
    return comlink.transfer(
      table,
      arrays.map((array) => array.buffer),
    );
  },
  describe: (input: DescribeInput, onProgress: Report) => kernels.describe(input, { onProgress }),
  oneWay: (input: OneWayInput, onProgress: Report) => kernels.oneWay(input, { onProgress }),
  twoWay: (input: TwoWayInput, onProgress: Report) => kernels.twoWay(input, { onProgress }),
  repeated: (input: RepeatedInput, onProgress: Report) => kernels.repeated(input, { onProgress }),
  compareNumbers: (input: NumbersInput, onProgress: Report) => kernels.compareNumbers(input, { onProgress }),
  compareCounts: (input: CountsInput, onProgress: Report) => kernels.compareCounts(input, { onProgress }),
  survival: (input: SurvivalInput, onProgress: Report) => kernels.survival(input, { onProgress }),
  generalized: (input: GeneralizedInput, onProgress: Report) => kernels.generalized(input, { onProgress }),
  factorBlock: async (input: FactorInput) => {
    const block = await kernels.factorBlock(input);
    return comlink.transfer(block, [block.data.buffer]);
  },
  mergeFactors: (input: MergeInput) => kernels.mergeFactors(input),
  residualBlock: async (input: ResidualInput) => {
    const block = await kernels.residualBlock(input);
    return comlink.transfer(block, [block.data.buffer]);
  },
  conclude: (input: ConcludeInput) => kernels.conclude(input),
  resolve: (input: ResolveInput, onProgress: Report) => kernels.resolve(input, { onProgress }),
};

export type KernelWorker = typeof worker;

void holdLife();
comlink.expose(worker);

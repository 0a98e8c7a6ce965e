import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from '../../vite.config.ts';
import { ORDER_VARIABLE, readOrder } from './order.ts';

const order = readOrder(process.env[ORDER_VARIABLE]);

/** Pure functions first: a mutant that their tests kill is not tried on the slow contract rows. */
class FilesInGivenOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => order.testFiles.findIndex((file) => moduleId.endsWith(file));
    return files.sort((a, b) => place(a) - place(b));
  }
}

/**
 * The Vitest configuration of `npm run mutants`: the sources of the chosen folders are loaded with their mutants in them, all files run
 * in one process, and `switching-runner.ts` repeats each test with the mutants that it reaches.
 */
export default defineConfig((env) => {
  const { test, plugins = [], ...rest } = base(env);
  const { instrumented, testFiles, mode, mutants } = order;
  const { projects: _, ...shared } = test ?? {};
  return {
    ...rest,
    plugins: [
      {
        name: 'mutants',
        enforce: 'pre',
        // With a query (`?raw`) a test reads the source itself.
        load: (id: string) => (Object.hasOwn(instrumented, id) ? readFileSync(instrumented[id]!, 'utf8') : null),
      },
      plugins,
    ],
    test: {
      ...shared,
      include: [...testFiles],
      environment: 'node',
      runner: './tests/mutants/switching-runner.ts',
      setupFiles: ['tests/mutants/setup.ts', 'tests/support/every-file.ts'],
      pool: 'forks',
      maxWorkers: 1,
      fileParallelism: false,
      isolate: false,
      sequence: { sequencer: FilesInGivenOrder },
      testTimeout: mode === 'fresh' ? 120_000 : 3_600_000,
      hookTimeout: 900_000,
      teardownTimeout: 5_000,
      bail: mode === 'fresh' && mutants.length > 0 ? 1 : 0,
      server: { deps: { inline: ['fzstd'] } },
    },
  };
});

import type { Postcondition } from '../../definition.ts';
import type { Exported } from './schema.ts';

type Files = Pick<Exported, 'files' | 'bytes'>;

/** Conditions that the written files meet, for both versions of the export tool. */
export const postconditions: readonly Postcondition<unknown, Files>[] = [
  {
    id: 'bytes-add-up',
    description: 'The sizes of the files add up to the size of all.',
    holds: ({ files, bytes }) => files.reduce((sum, file) => sum + file.bytes, 0) === bytes,
  },
  {
    id: 'paths-differ',
    description: 'No two files have the same path.',
    holds: ({ files }) => new Set(files.map(({ path }) => path)).size === files.length,
  },
];

import type { Row } from './frame/row.ts';

/** Every file of `rows/` exports `rows`; a file is found by being there. */
const files = import.meta.glob<readonly Row[]>('./rows/*.ts', { eager: true, import: 'rows' });

export const rows: readonly Row[] = Object.keys(files)
  .sort()
  .flatMap((name) => files[name] ?? []);

import type { Row } from './frame/row.ts';

/** Every file of `rows/` exports `rows`; a file is found by being there. */
const files = import.meta.glob<readonly Row[]>('./rows/*.ts', { eager: true, import: 'rows' });

/** Rows of the contract that its short form shares: S1-1 stands for all of S0-1.*, and so on. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^S0-1\./, 'S1-1'],
  [/^S0-2\./, 'S1-2'],
  [/^S0-3\./, 'S1-3'],
  [/^S0-4\./, 'S1-4'],
  [/^S0-5\./, 'S1-5'],
  [/^S0-7b\./, 'S1-6'],
];

function withShort(row: Row): Row {
  const short = SHORT.flatMap(([pattern, id]) => (row.ids.some((each) => pattern.test(each)) ? [id] : []));
  return { ...row, ids: [...row.ids, ...short.filter((id) => !row.ids.includes(id))] };
}

export const rows: readonly Row[] = Object.keys(files)
  .sort()
  .flatMap((name) => files[name] ?? [])
  .map(withShort);

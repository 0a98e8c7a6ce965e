/**
 * One rule of the source switched off: the text that keeps it is replaced by text that does not. Every id names a row
 * of `tests/contract` that must turn red with it; `npm run test:mutation` sees to that.
 */
export interface Mutant {
  readonly ids: readonly string[];
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly replace: string;
  /** The rule stands in a schema: the validator made ahead of time is to follow the changed one. */
  readonly schema: boolean;
  /** Where a rule is kept twice, the other place. */
  readonly also?: Edit;
}

export type Edit = Pick<Mutant, 'file' | 'find' | 'replace'>;

/** `ids` are separated by spaces; `file` lies below `src/tools` unless it begins with `src/`. */
export function mutant(ids: string, file: string, find: string, replace: string, also?: Edit): Mutant {
  const path = file.startsWith('src/') ? file : `src/tools/${file}`;
  return { ids: ids.split(' '), file: path, find, replace, schema: false, ...(also && { also }) };
}

/** A mutant of a zod schema. */
export const schemaMutant = (...args: Parameters<typeof mutant>): Mutant => ({ ...mutant(...args), schema: true });

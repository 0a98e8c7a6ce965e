/** Checks arguments from scripts. Each function returns the checked value or throws a `WorkbenchError` with code `INVALID_ARGUMENT`. */
import { WorkbenchError } from '../base/failure.ts';

const refuse = (what: string, expected: string, given: unknown): never => {
  const found = given === null ? 'null' : `a value of type ${typeof given}`;
  throw new WorkbenchError('INVALID_ARGUMENT', `expected ${expected} as ${what}, found ${found}`);
};

/** Checks that options, if given, are an object; without options, returns an empty one. */
export const optionsOf = <T extends object>(given: T | undefined): T =>
  given === undefined
    ? ({} as T)
    : typeof given === 'object' && (given as unknown) !== null
      ? given
      : refuse('options', 'an object', given);

export const textOf = (what: string, given: unknown): string => (typeof given === 'string' ? given : refuse(what, 'a text', given));

/** Checks that a value, if given, is a text. */
export const textIfGiven = (what: string, given: unknown): string | undefined => (given === undefined ? undefined : textOf(what, given));

/** Checks that a value is one of the allowed texts; if it is not given, returns the first of them. */
export function choiceOf<T extends string>(what: string, allowed: readonly [T, ...T[]], given: unknown): T {
  if (given === undefined) return allowed[0];
  const found = allowed.find((each) => each === given);
  return found ?? refuse(what, `one of ${allowed.join(', ')}`, given);
}

export const blobOf = (what: string, given: unknown): Blob => (given instanceof Blob ? given : refuse(what, 'a Blob', given));

/** Checks that a value is a file or a list of files, and returns the list. */
export function filesOf(given: unknown): readonly File[] {
  if (given instanceof File) return [given];
  const list: unknown[] =
    typeof given === 'object' && given !== null && Symbol.iterator in given ? [...(given as Iterable<unknown>)] : [given];
  return list.map((file) => (file instanceof File ? file : refuse('files', 'one File or a list of them', file)));
}

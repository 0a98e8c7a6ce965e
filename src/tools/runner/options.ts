import { WorkbenchError } from '../../base/failure.ts';
import { toolError } from '../contract/errors.ts';
import type { ToolError } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import { checkJson } from '../contract/json-value.ts';
import { isPlain } from '../contract/json-walk.ts';
import { CallOptions } from '../contract/run-options.ts';
import { checkerOf } from '../contract/schema.ts';
import type { RunOptions } from './ports.ts';

export interface ReadOptions {
  /** A private copy of the options. If there are errors, it contains only what identifies the caller. */
  readonly options: RunOptions;
  readonly errors: readonly ToolError[];
}

/** Checks options without a validator compiled at build time, because they are small and their schema is not published. */
const checker = checkerOf(CallOptions, 'input', () => true);

/**
 * Reads the options of a call, each member once. Unknown members are errors: a misspelt `context.agent` must not run as the
 * local user.
 */
export function readRunOptions(given: unknown): ReadOptions {
  if (given === undefined) return { options: {}, errors: [] };
  const copy = copyOf(given);
  if ('errors' in copy) return refused(copy.errors, {});
  const { signal, onProgress, ...rest } = copy.members;
  const json = checkJson(rest);
  const verdict = checker.check(json.value);
  const errors = [...json.errors, ...(json.errors.length > 0 ? [] : verdict.errors), ...callbackFaults(signal, onProgress)];
  if (errors.length > 0) return refused(errors, json.value);
  return { options: { ...(verdict.value as RunOptions), ...callbacks(signal, onProgress) }, errors };
}

type Copied = { readonly members: Readonly<Record<string, unknown>> } | { readonly errors: readonly ToolError[] };

function copyOf(given: unknown): Copied {
  try {
    if (typeof given === 'object' && given !== null && isPlain(given)) return { members: { ...given } };
    return { errors: [wrong([], 'a plain object', given)] };
  } catch {
    return { errors: [toolError('INVALID_VALUE', 'options: expected data that can be read, got a getter or proxy that throws')] };
  }
}

/** A shallow copy of options, each member read once. Throws a `WorkbenchError` for anything but a plain object. */
export function copyOptions<Options extends object>(given: Options): Options {
  const copy = copyOf(given);
  if ('members' in copy) return copy.members as Options;
  throw failureOf(copy.errors);
}

/** Throws the first error as a `WorkbenchError`. */
export function requireRunOptions(given: unknown): RunOptions {
  const { options, errors } = readRunOptions(given);
  if (errors.length > 0) throw failureOf(errors);
  return options;
}

const failureOf = ([error]: readonly ToolError[]): WorkbenchError =>
  new WorkbenchError(error?.code ?? 'INVALID_VALUE', error?.message ?? 'options: expected valid options');

/** Creates a separate abort signal, because the caller could replace members of its own object during the call. */
function callbacks(signal: unknown, onProgress: unknown): Pick<RunOptions, 'signal' | 'onProgress'> {
  return {
    ...(signal !== undefined && { signal: AbortSignal.any([signal as AbortSignal]) }),
    ...(onProgress !== undefined && { onProgress: onProgress as NonNullable<RunOptions['onProgress']> }),
  };
}

function callbackFaults(signal: unknown, onProgress: unknown): ToolError[] {
  return [
    ...(signal === undefined || isSignal(signal) ? [] : [wrong(['signal'], 'an AbortSignal', signal)]),
    ...(onProgress === undefined || typeof onProgress === 'function' ? [] : [wrong(['onProgress'], 'a function', onProgress)]),
  ];
}

function isSignal(value: unknown): boolean {
  try {
    AbortSignal.any([value as AbortSignal]);
    return true;
  } catch {
    return false;
  }
}

function wrong(path: readonly string[], expected: string, found: unknown): ToolError {
  const got = found === null ? 'null' : Array.isArray(found) ? 'an array' : `another ${typeof found}`;
  return toolError('INVALID_TYPE', `${path[0] ?? 'options'}: expected ${expected}, got ${got}`, path, { expected, got });
}

const UNIDENTIFIED = { id: 'unidentified', version: 'unknown' } as const;

/** Options of a refused call: they keep the agent, if known, so that the journal never attributes the call to the local user. */
function refused(errors: readonly ToolError[], data: unknown): ReadOptions {
  const { entry, context } = isRecord(data) ? data : {};
  const agent = CallOptions.safeParse({ context: { agent: isRecord(context) ? context['agent'] : undefined } }).data?.context?.agent;
  const known = CallOptions.safeParse({ entry });
  return { options: { ...(known.data as RunOptions | undefined), context: { agent: agent ?? UNIDENTIFIED } }, errors };
}

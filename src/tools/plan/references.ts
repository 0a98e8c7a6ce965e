import type { ToolResult } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';

/**
 * A reference to the result of an earlier step, inside the arguments of a later one (S3-2.23): `$steps[0].structured_output.row_count`, or
 * `$steps.overview.…` by step id. It is replaced with the value. Only a complete text is a reference, not part of one.
 */
const REFERENCE = /^\$steps(?:\[(\d{1,4})\]|\.([A-Za-z_]\w{0,63}))((?:\.[A-Za-z_]\w*|\[\d{1,9}\])*)$/;

export interface Reference {
  /** The step to which the reference points: its position in the plan as written, or its id. */
  readonly step: number | string;
  /** Path of the reference in the invocation. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

/** A function that returns the result of a step of the plan; undefined if there is none. */
export type ResultOf = (step: number | string) => ToolResult | undefined;

export function referencesIn(invocation: unknown): Reference[] {
  const found: Reference[] = [];
  const visit = (value: unknown, path: readonly (string | number)[]): void => {
    const match = typeof value === 'string' ? REFERENCE.exec(value) : null;
    if (match) found.push({ step: stepOf(match), path, text: String(value) });
    else if (Array.isArray(value)) value.forEach((item, index) => visit(item, [...path, index]));
    else if (isRecord(value)) for (const [key, member] of Object.entries(value)) visit(member, [...path, key]);
  };
  visit(argumentsOf(invocation), ['arguments']);
  return found;
}

const argumentsOf = (invocation: unknown): unknown => (isRecord(invocation) ? invocation['arguments'] : undefined);
const stepOf = (match: RegExpExecArray): number | string => (match[1] === undefined ? (match[2] ?? '') : Number(match[1]));

/** Returns the value of a reference; undefined if the step gave no result or its result has no such path. */
export const valueOf = ({ step, text }: Reference, resultOf: ResultOf): unknown => lookUp(resultOf(step), REFERENCE.exec(text)?.[3] ?? '');

/** Lists the references that cannot be resolved. */
export const lostIn = (invocation: unknown, resultOf: ResultOf): Reference[] =>
  referencesIn(invocation).filter((reference) => valueOf(reference, resultOf) === undefined);

/** Replaces references. An unresolvable one stays a text; `lostIn` finds it before the call is made. */
export function withReferences(invocation: unknown, resultOf: ResultOf): unknown {
  if (!isRecord(invocation) || referencesIn(invocation).length === 0) return invocation;
  const fill = (value: unknown): unknown => {
    const match = typeof value === 'string' ? REFERENCE.exec(value) : null;
    if (match) return lookUp(resultOf(stepOf(match)), match[3] ?? '') ?? value;
    if (Array.isArray(value)) return value.map(fill);
    if (isRecord(value)) return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, fill(member)]));
    return value;
  };
  return { ...invocation, arguments: fill(invocation['arguments']) };
}

function lookUp(result: unknown, path: string): unknown {
  let at = result;
  for (const [, key, index] of path.matchAll(/\.([A-Za-z_]\w*)|\[(\d+)\]/g)) {
    if (index !== undefined && Array.isArray(at)) at = (at as unknown[])[Number(index)];
    else if (key !== undefined && isRecord(at) && Object.hasOwn(at, key)) at = at[key];
    else return undefined;
  }
  return at;
}

/** Evaluation cases of several formats as ours. Nothing of a file is executed; what would need that is refused. */
import { WorkbenchError } from '../../../src/base/failure.ts';
import { isRecord } from '../../../src/base/record.ts';
import type { EvaluationCase } from '../../../src/wire/score.ts';
import { bfclCases } from './bfcl.ts';
import { promptfooCases } from './promptfoo.ts';
import { webmcpCases } from './webmcp.ts';

type Members = Readonly<Record<string, unknown>>;

/** A function that a case brings along. */
export interface GivenFunction {
  readonly name: string;
  readonly description: string;
  readonly parameters: Members;
}

/** A case with the functions that it is about; without any, the catalog of the run is offered. */
export interface AgentCase extends EvaluationCase {
  readonly functions?: readonly GivenFunction[];
  /** Most answers of the model; formats that judge one answer have 1. */
  readonly steps?: number;
  /** What calls of these tools are answered with, instead of the result of the call. */
  readonly answers?: Members;
}

/** Throws `INVALID_EVALUATION`. */
export function refuse(message: string): never {
  throw new WorkbenchError('INVALID_EVALUATION', message);
}

/** OpenAI allows only these characters in names of functions; BFCL has dots in them. */
export const functionName = (name: string): string => name.replaceAll(/[^\w-]/g, '_').slice(0, 64);

/** A member that must be a text. */
export function textIn(value: Members, key: string, place: string): string {
  const text = value[key];
  return typeof text === 'string' ? text : refuse(`expected a text as ${key} of ${place}, found another value`);
}

/**
 * Cases of some files. Recognised by their members: our own `cases`, BFCL's JSON lines with `function` or `ground_truth`, whose questions
 * and answers may be in two files, a promptfoo configuration with `tests`, and a list with `expectedCall` of webmcp-evals. Throws
 * `INVALID_EVALUATION`.
 */
export function readCases(...texts: readonly string[]): readonly AgentCase[] {
  const files = texts.map(valuesIn);
  const lines = files.filter((values) => values.every(isLine)) as readonly (readonly Members[])[];
  const others = files.filter((values) => !values.every(isLine));
  const cases = [...others.flatMap(casesIn), ...bfclCases(lines.flat())];
  if (cases.length === 0) refuse('expected cases, found none');
  const ids = cases.map(({ id }) => id);
  const twice = ids.find((id, at) => ids.indexOf(id) !== at);
  return twice === undefined ? cases : refuse(`expected ids that differ, found ${twice.slice(0, 64)} twice`);
}

const isLine = (value: unknown): boolean => isRecord(value) && ('function' in value || 'ground_truth' in value);

function casesIn([value, ...others]: readonly unknown[]): readonly AgentCase[] {
  if (others.length === 0 && isRecord(value) && Array.isArray(value['cases'])) return ownCases(value['cases']);
  if (others.length === 0 && isRecord(value) && value['tests'] !== undefined) return promptfooCases(value);
  if (others.length === 0 && Array.isArray(value)) return webmcpCases(value);
  return refuse('expected cases of Capture Workbench, BFCL, promptfoo (as JSON) or webmcp-evals, found another file');
}

/** A JSON value, or one for each line. */
function valuesIn(text: string): readonly unknown[] {
  try {
    return [JSON.parse(text) as unknown];
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.map((line, at) => {
      try {
        return JSON.parse(line) as unknown;
      } catch {
        return refuse(`expected JSON in line ${String(at + 1)}, found other text`);
      }
    });
  }
}

const ownCases = (cases: readonly unknown[]): readonly AgentCase[] =>
  cases.map((given, at) => {
    const place = `case ${String(at)}`;
    if (!isRecord(given)) return refuse(`expected an object as ${place}, found another value`);
    return { ...given, id: textIn(given, 'id', place), question: textIn(given, 'question', place) };
  });

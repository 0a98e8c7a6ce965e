import { WorkbenchError } from '../base/failure.ts';
import type { ToolManifest } from '../tools/contract/index.ts';
import { isRecord } from '../tools/contract/json-schema.ts';
import { lookupKey } from '../tools/contract/names.ts';
import { decode } from './decode.ts';
import type { DecodedInvocation, Dialect } from './record.ts';

/** A question with the calls that answer it. A value may be a constraint: an object whose keys begin with `$`. */
export interface EvaluationCase {
  readonly id: string;
  readonly question: string;
  readonly calls: readonly {
    /** Canonical name or an alias. */
    readonly tool: string;
    readonly arguments?: unknown;
    readonly capture_selection?: unknown;
  }[];
}

/** How well a transcript answers an evaluation case. */
export interface Score {
  /** 0 to 1: matched calls divided by expected, unexpected and rejected ones. */
  readonly score: number;
  /** Indices of expected calls, each with the id of the call that matched it. */
  readonly matched: readonly { readonly expected: number; readonly id: string }[];
  /** Indices of expected calls without a match. */
  readonly missing: readonly number[];
  /** Ids of calls that match no expected call. */
  readonly unexpected: readonly string[];
  /** Ids of calls without an invocation. */
  readonly rejected: readonly string[];
}

const MOST_EXPECTED = 64;

/** How well a transcript answers a case: each expected call is matched once, in any order (S3-3.9). Throws `INVALID_EVALUATION`. */
export function scoreTranscript(dialect: Dialect, transcript: unknown, given: unknown, tools: readonly ToolManifest[]): Score {
  const { calls: expected } = readCase(given);
  const names = new Map(tools.flatMap((tool) => [tool.name, ...tool.aliases].map((name) => [lookupKey(name), tool.name] as const)));
  const decoded = decode(dialect, transcript, tools).calls;
  const left = decoded.flatMap(({ toolCallId, invocation }) => (invocation === null ? [] : [{ id: toolCallId, invocation }]));
  const rejected = decoded.flatMap(({ toolCallId, invocation }) => (invocation === null ? [toolCallId] : []));
  const matched: { expected: number; id: string }[] = [];
  expected.forEach((call, at) => {
    const found = left.findIndex(({ invocation }) => fits(call, names.get(lookupKey(call.tool)) ?? call.tool, invocation));
    const [taken] = found < 0 ? [] : left.splice(found, 1);
    if (taken !== undefined) matched.push({ expected: at, id: taken.id });
  });
  const missing = expected.flatMap((_, at) => (matched.some((each) => each.expected === at) ? [] : [at]));
  const unexpected = left.map(({ id }) => id);
  const all = expected.length + unexpected.length + rejected.length;
  return { score: all === 0 ? 1 : matched.length / all, matched, missing, unexpected, rejected };
}

const fits = (call: EvaluationCase['calls'][number], name: string, invocation: DecodedInvocation): boolean =>
  invocation.tool_name === name &&
  (call.arguments === undefined || matches(call.arguments, invocation.arguments)) &&
  (call.capture_selection === undefined || matches(call.capture_selection, invocation.capture_selection));

const OPERATORS = new Set(['$in', '$gte', '$lte', '$contains', '$any', '$absent']);

/** Whether a value matches the expected one: constraints are evaluated, and objects are compared by their expected keys. */
function matches(expected: unknown, found: unknown): boolean {
  if (Array.isArray(expected)) {
    return Array.isArray(found) && expected.length === found.length && expected.every((item, at) => matches(item, found[at]));
  }
  if (!isRecord(expected)) return Object.is(expected, found);
  if (Object.keys(expected).some((key) => key.startsWith('$'))) return holds(expected, found);
  return (
    isRecord(found) && Object.entries(expected).every(([key, value]) => matches(value, Object.hasOwn(found, key) ? found[key] : undefined))
  );
}

function holds(constraint: Readonly<Record<string, unknown>>, found: unknown): boolean {
  return Object.entries(constraint).every(([operator, value]) => {
    switch (operator) {
      case '$any':
        return found !== undefined;
      case '$absent':
        return found === undefined;
      case '$in':
        return Array.isArray(value) && value.some((item) => matches(item, found));
      case '$gte':
        return typeof found === 'number' && found >= Number(value);
      case '$lte':
        return typeof found === 'number' && found <= Number(value);
      case '$contains':
        if (Array.isArray(found)) return found.some((item) => matches(value, item));
        return typeof found === 'string' && typeof value === 'string' && found.toLowerCase().includes(value.toLowerCase());
      default:
        return false;
    }
  });
}

function readCase(given: unknown): EvaluationCase {
  const calls = isRecord(given) ? given['calls'] : undefined;
  const good =
    Array.isArray(calls) && calls.length <= MOST_EXPECTED && calls.every((call) => isRecord(call) && typeof call['tool'] === 'string');
  if (!good)
    throw new WorkbenchError(
      'INVALID_EVALUATION',
      `expected a case with at most ${String(MOST_EXPECTED)} calls, each naming its tool, found another`,
    );
  const unknown = operatorsIn(calls).find((operator) => !OPERATORS.has(operator));
  if (unknown !== undefined)
    throw new WorkbenchError('INVALID_EVALUATION', `expected one of ${[...OPERATORS].join(', ')}, found ${unknown.slice(0, 40)}`);
  return given as EvaluationCase;
}

function operatorsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(operatorsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, member]) => [...(key.startsWith('$') ? [key] : []), ...operatorsIn(member)]);
}

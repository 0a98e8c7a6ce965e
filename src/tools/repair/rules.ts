import { byLikeness, isNear } from '../../selection/nearest.ts';
import { pathOf } from '../contract/errors.ts';
import type { ToolError } from '../contract/index.ts';
import { isRecord, nodeAt, type SchemaNode } from '../contract/json-schema.ts';
import type { KnownTool } from '../catalog-view.ts';
import type { Draft } from './draft.ts';
import { alternativeTo, defaultTimeout, exampleArguments, type RepairFacts } from './facts.ts';
import { mendValue, valueFor } from './values.ts';
import { broaden, mendSelection, mendTimeRange, narrow } from './selection.ts';

/** One fault to be mended; answers whether anything could be done about it. */
export interface Fault {
  readonly draft: Draft;
  readonly error: ToolError;
  readonly path: readonly (string | number)[];
  readonly tool: KnownTool | undefined;
  /** The schema that speaks about the place; undefined where none does. */
  readonly node: SchemaNode | undefined;
  readonly facts: RepairFacts;
}
type Rule = (fault: Fault) => boolean;

/** The same call again: what went wrong was of the moment. The new request_id is the whole change. */
const again: Rule = () => true;

/** What this caller may not do, another tool may do for it. */
const otherTool: Rule = ({ draft, tool, facts }) => {
  const other = alternativeTo(tool, facts);
  if (other === undefined) return false;
  draft.set(['tool_name'], other.name, `${other.name} may be called instead`);
  draft.set(['tool_version'], other.version, 'the version that is installed');
  draft.set(['arguments'], exampleArguments(other), `arguments of ${other.name}`);
  return true;
};

const missing: Rule = (fault) => {
  const { draft, path, tool, facts, error } = fault;
  const [root] = path;
  if (root === 'tool_version' && tool) return draft.set(path, tool.manifest.version, 'the version that is installed');
  if (root === 'timeout_ms') return draft.set(path, tool ? defaultTimeout(tool.manifest) : 30_000, 'the usual timeout of the tool');
  if (root === 'request_id') return true;
  if (root === 'tool_name') {
    const [first] = facts.catalog;
    return first !== undefined && draft.set(path, first.name, 'a tool that may be called');
  }
  if (root === 'capture_selection') return mendSelection(fault);
  if (root === 'arguments' && path.length === 1)
    return draft.set(path, tool ? exampleArguments(tool.manifest) : {}, 'arguments of an example');
  return draft.set(path, valueFor(fault), `required: ${error.expected ?? 'a value'}`);
};

/**
 * A feature that is no number is a factor to a statistician: where the tool takes factors, its values become levels, one term each,
 * instead of another column taking its place.
 */
const levelled: Rule = ({ draft, path, tool, facts }) => {
  const name = draft.get(path);
  if (path[0] !== 'arguments' || path[1] !== 'features' || path.length !== 3 || typeof name !== 'string') return false;
  // Of the version that is asked for: an earlier one may take no factors.
  const version = draft.get(['tool_version']);
  const asked = tool && facts.registry.get(tool.manifest.name, typeof version === 'string' ? version : undefined);
  const known = (asked ?? tool)?.input.schema['properties'];
  if (!isRecord(known) || !Object.hasOwn(known, 'categorical')) return false;
  const { capture_id: one, capture_ids: several } = selectionOf(draft.get(['capture_selection']));
  const ids = [one, ...(Array.isArray(several) ? (several as unknown[]) : [])];
  const columns = ids.flatMap((id) => (typeof id === 'string' ? (facts.captures.get(id)?.columns ?? []) : []));
  const type = columns.find((column) => column.name === name)?.type;
  if (type === undefined || !/^(?:VARCHAR|BOOLEAN|ENUM)/.test(type)) return false;
  const list = draft.get(path.slice(0, -1));
  if (!Array.isArray(list) || list.indexOf(name) !== path[2] || name === draft.get(['arguments', 'target'])) return false;
  const factors = draft.get(['arguments', 'categorical']);
  const why = `${name} is no number: each of its values gets a term beside the first, as a factor`;
  return draft.set(['arguments', 'categorical'], { ...(isRecord(factors) ? factors : {}), [name]: { coding: 'treatment' } }, why);
};

const selectionOf = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});

const wrongValue: Rule = (fault) => {
  const { draft, path, error } = fault;
  if (path[0] === 'tool_version' && fault.tool) return draft.set(path, fault.tool.manifest.version, 'the version that is installed');
  if (path[0] === 'request_id') return true;
  if (path[0] === 'timeout_ms')
    return draft.set(path, fault.tool ? defaultTimeout(fault.tool.manifest) : 30_000, 'the usual timeout of the tool');
  if (levelled(fault)) return true;
  const mended = mendValue(fault, draft.get(path));
  if (mended === undefined) return draft.remove(path, 'no value here could be right');
  return draft.set(path, mended, error.expected === undefined ? 'a value that is allowed' : `expected ${error.expected}`);
};

const unknownKey: Rule = ({ draft, path, error, tool }) => {
  const key = String(path.at(-1));
  const value = draft.get(path);
  const siblings = draft.get(path.slice(0, -1));
  const free = (error.allowed ?? []).map(String).filter((name) => isRecord(siblings) && !Object.hasOwn(siblings, name));
  const [nearest] = byLikeness(key, free);
  draft.remove(path, 'the schema does not know this key');
  const close = nearest !== undefined && (nearest.includes(key) || key.includes(nearest) || sharesStart(nearest, key));
  if (close && tool) draft.set([...path.slice(0, -1), nearest], value, `${nearest} was probably meant`);
  return true;
};

const sharesStart = (a: string, b: string): boolean => a.slice(0, 3).toLowerCase() === b.slice(0, 3).toLowerCase();

/** Largest optional arguments first, then everything the contract does not need. */
const tooLarge: Rule = ({ draft, tool, error }) => {
  const limit = Number(error.details?.['limit'] ?? 0);
  const size = (): number => new TextEncoder().encode(JSON.stringify(draft.value)).length;
  const required = tool?.input.schema['required'];
  const args = draft.get(['arguments']);
  const optional = isRecord(args) ? Object.keys(args).filter((key) => !(Array.isArray(required) && required.includes(key))) : [];
  const bySize = optional.sort(
    (a, b) => JSON.stringify(draft.get(['arguments', b])).length - JSON.stringify(draft.get(['arguments', a])).length,
  );
  const places = [
    ...bySize.map((key) => ['arguments', key]),
    ['capture_selection', 'filter_expression'],
    ['capture_selection', 'selectors', 'filters'],
  ];
  for (const place of places) {
    if (size() <= limit) break;
    draft.remove(place, 'left out so that the call fits its bound');
  }
  return size() <= limit;
};

const insufficient: Rule = (fault) => {
  const { draft, tool } = fault;
  if (broaden(draft)) return true;
  const args = draft.get(['arguments']);
  const threshold = isRecord(args) ? Object.keys(args).find((key) => /^min_/.test(key) && Number(args[key]) > 1) : undefined;
  if (threshold !== undefined) {
    const least = nodeAt(tool?.input.schema ?? {}, [threshold])?.['minimum'];
    return draft.set(['arguments', threshold], typeof least === 'number' ? least : 1, 'a lower threshold works with fewer rows');
  }
  return otherTool(fault);
};

const timeout: Rule = ({ draft, tool }) => {
  const now = Number(draft.get(['timeout_ms']) ?? 0);
  const most = tool?.manifest.execution_constraints.max_timeout_ms ?? 0;
  if (now < most)
    return draft.set(['timeout_ms'], Math.min(most, Math.max(now * 4, tool ? defaultTimeout(tool.manifest) : 0)), 'more time');
  return narrow(draft, 'fewer rows take less time');
};

function textAt(draft: Draft, path: readonly string[]): string {
  const value = draft.get(path);
  return typeof value === 'string' ? value : '';
}

const sqlError: Rule = ({ draft, error, facts }) => {
  const path = ['arguments', 'sql'];
  const sql = textAt(draft, path);
  const got = String(error.got ?? '');
  const [nearest = ''] = (error.allowed ?? []).map(String);
  if (error.offset !== undefined && isNear(got, nearest)) {
    const found = /^(?:"(?:[^"]|"")*"|[\p{L}_][\p{L}\p{N}_$]*)/u.exec(sql.slice(error.offset))?.[0] ?? '';
    const name = found.startsWith('"') ? found.slice(1, -1).replaceAll('""', '"') : found;
    const written = /^[a-z_][a-z0-9_]*$/i.test(nearest) ? nearest : `"${nearest.replaceAll('"', '""')}"`;
    if (name !== '' && name.toLowerCase() === got.toLowerCase())
      return draft.set(
        path,
        `${sql.slice(0, error.offset)}${written}${sql.slice(error.offset + found.length)}`,
        'the most similar name that there is',
      );
  }
  const selection = draft.get(['capture_selection']);
  const id = isRecord(selection) ? (selection['capture_id'] ?? (selection['capture_ids'] as unknown[] | undefined)?.[0]) : undefined;
  const table = typeof id === 'string' && facts.captures.get(id) ? id : facts.captures.list()[0]?.capture_id;
  return table !== undefined && draft.set(path, `SELECT * FROM ${table}`, 'a statement that shows what there is');
};

const smallerResult: Rule = ({ draft, tool }) => {
  for (const key of ['limit', 'top', 'time_bins']) {
    const node = nodeAt(tool?.input.schema ?? {}, [key]);
    const now = Number(draft.get(['arguments', key]) ?? node?.['default'] ?? 0);
    if (node && now > 1) return draft.set(['arguments', key], Math.max(1, Math.floor(now / 10)), 'a smaller answer');
  }
  return narrow(draft, 'fewer rows give a smaller answer');
};

export const rules: Readonly<Record<string, Rule>> = {
  INVALID_JSON: again,
  UNKNOWN_TOOL: ({ draft, facts }) => {
    const [nearest] = byLikeness(
      textAt(draft, ['tool_name']),
      facts.catalog.map((manifest) => manifest.name),
    );
    const manifest = facts.catalog.find((each) => each.name === nearest);
    if (manifest === undefined) return false;
    draft.set(['tool_name'], manifest.name, 'the installed tool with the most similar name');
    draft.set(['tool_version'], manifest.version, 'the version that is installed');
    return true;
  },
  UNSUPPORTED_TOOL_VERSION: ({ draft, tool }) =>
    tool !== undefined && draft.set(['tool_version'], tool.manifest.version, 'the version that is installed'),
  MISSING_REQUIRED_ARGUMENT: missing,
  INVALID_TYPE: wrongValue,
  INVALID_VALUE: wrongValue,
  UNKNOWN_ARGUMENT: unknownKey,
  INVALID_CAPTURE_SELECTION: (fault) => (fault.path[0] === 'arguments' && fault.path[1] === 'sql' ? sqlError(fault) : mendSelection(fault)),
  UNSUPPORTED_TIME_RANGE: mendTimeRange,
  INSUFFICIENT_DATA: insufficient,
  DUPLICATE_REQUEST_ID: again,
  PAYLOAD_TOO_LARGE: tooLarge,
  TIMEOUT_BELOW_MINIMUM: wrongValue,
  POLICY_DENIED: otherTool,
  APPROVAL_REJECTED: otherTool,
  PERMISSION_DENIED: otherTool,
  MISSING_CONNECTION: otherTool,
  CONNECTION_DENIED: otherTool,
  RATE_LIMITED: again,
  CAPABILITY_UNAVAILABLE: otherTool,
  TIMEOUT: timeout,
  CANCELLED: again,
  EXECUTION_FAILED: otherTool,
  SYSTEM_ERROR: again,
  OUT_OF_MEMORY: ({ draft }) => narrow(draft, 'fewer rows need less memory'),
  SQL_ERROR: sqlError,
  OUTPUT_INVALID: otherTool,
  RESULT_TOO_LARGE: smallerResult,
  REDACTION_FAILED: otherTool,
  // The place is asked for anew.
  DESTINATION_DENIED: again,
  WRITE_FAILED: again,
  STEP_LIMIT: again,
  DEPENDENCY_FAILED: again,
  DEPTH_LIMIT: again,
};

/** Where an error points, with numbers where arrays are entered. */
export function pathFrom(error: ToolError, draft: Draft): (string | number)[] {
  const steps: (string | number)[] = [];
  for (const step of pathOf(error.pointer ?? '')) steps.push(Array.isArray(draft.get(steps)) ? Number(step) : step);
  return steps;
}

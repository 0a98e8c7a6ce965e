import { nodeAt, isRecord } from '../contract/json-schema.ts';
import type { ToolError } from '../contract/index.ts';
import { columnNamed } from './column-names.ts';
import type { Path } from './draft.ts';
import { defaultTimeout } from './facts.ts';
import { loss, nearest, type Mending, type Option } from './mending.ts';
import { mendSqlName, tidySql } from './sql.ts';

/** A repair for an error with which a call was answered, for faults that are not visible in the call itself. */
type Rule = (mending: Mending, error: ToolError) => void;

/** Sends the same call again with a new request_id, because the fault may have been temporary. */
const again: Rule = (mending) => {
  mending.again = true;
};

/** Proposes another tool that the caller may call. It answers another question, so the proposal counts as a loss. */
const otherTool: Rule = (mending) => {
  const { tool, facts } = mending;
  const own = tool?.manifest;
  const names = [own?.fallback, ...(own?.alternatives ?? [])];
  const options = facts.catalog
    .filter(({ name, input_schema, scope }) => names.includes(name) && scope === own?.scope && isEmptyList(input_schema['required']))
    .sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
    .map(({ name, version }): Option => ({
      class: 'loss',
      why: `${name} may be called instead, and answers another question`,
      edits: [
        [['tool_name'], name],
        [['tool_version'], version],
        [['arguments'], {}],
      ],
    }));
  mending.leave(['tool_name'], ...options);
};

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0;

/** Proposes wider selections, each without one of its limits. */
const broaden: Rule = (mending) => {
  const places = [['filter_expression'], ['selectors', 'filters'], ['selectors', 'channels'], ['selectors', 'time_range'], ['time_window']];
  const given = places.map((place): Path => ['capture_selection', ...place]).filter((place) => mending.get(place) !== undefined);
  const without = given.map((place) => loss(place, undefined, `without ${place.slice(1).join('.')} more rows count`));
  const args = mending.get(['arguments']);
  const threshold = isRecord(args) ? Object.keys(args).find((key) => /^min_/.test(key) && Number(args[key]) > 1) : undefined;
  const least = threshold === undefined ? undefined : nodeAt(mending.tool?.input.schema ?? {}, [threshold])?.['minimum'];
  const lower =
    threshold === undefined
      ? []
      : [loss(['arguments', threshold], typeof least === 'number' ? least : 1, 'a lower threshold works with fewer rows')];
  mending.leave(['capture_selection'], ...without, ...lower);
  otherTool(mending, mending.errors[0]!);
};

/** Proposes narrower selections: half of the time range, or one capture of several. */
const narrow: Rule = (mending) => {
  const options: Option[] = [];
  for (const place of [['time_window'], ['selectors', 'time_range']]) {
    const path = ['capture_selection', ...place];
    const window = mending.get(path);
    const [start, end] = isRecord(window) ? [Number(window['start_ms']), Number(window['end_ms'])] : [0, 0];
    if (end > start) options.push(loss([...path, 'end_ms'], Math.floor((start + end) / 2), 'half of the time has fewer rows'));
  }
  const ids = mending.get(['capture_selection', 'capture_ids']);
  if (Array.isArray(ids) && ids.length > 1)
    options.push(loss(['capture_selection', 'capture_ids'], ids.slice(0, 1), 'one capture has fewer rows'));
  mending.leave(['capture_selection'], ...options);
};

const smaller: Rule = (mending, error) => {
  for (const key of ['limit', 'top', 'time_bins', 'max_addresses']) {
    const node = nodeAt(mending.tool?.input.schema ?? {}, [key]);
    const now = Number(mending.get(['arguments', key]) ?? node?.['default'] ?? 0);
    if (node && now > 1)
      mending.leave(['arguments', key], loss(['arguments', key], Math.max(1, Math.floor(now / 10)), 'a shorter list is a smaller answer'));
  }
  narrow(mending, error);
};

/** Proposes a call without its largest optional argument. */
const tooLarge: Rule = (mending) => {
  const required = mending.tool?.input.schema['required'];
  const args = mending.get(['arguments']);
  const size = (key: string): number => JSON.stringify(mending.get(['arguments', key])).length;
  const optional = isRecord(args) ? Object.keys(args).filter((key) => !(Array.isArray(required) && required.includes(key))) : [];
  const largest = optional.sort((a, b) => size(b) - size(a)).slice(0, 1);
  mending.leave([], ...largest.map((key) => loss(['arguments', key], undefined, 'without it the call fits its bound')));
};

/** Allows more time up to the tool's limit; at the limit it proposes a narrower selection. */
const timeout: Rule = (mending, error) => {
  const now = Number(mending.get(['timeout_ms']) ?? 0);
  const most = mending.tool?.manifest.execution_constraints.max_timeout_ms ?? 0;
  const usual = mending.tool === undefined ? 0 : defaultTimeout(mending.tool.manifest);
  if (now < most) mending.set(['timeout_ms'], Math.min(most, Math.max(now * 4, usual)), 'more time');
  else narrow(mending, error);
};

/** Replaces a value that the tool refused by one that the error lists. */
const refusedValue: Rule = (mending, error) => {
  const path = mending.pathOf(error);
  const value = mending.get(path);
  const touched = mending.draft.changes.some(({ pointer }) => pointer !== '' && `${error.pointer ?? ''}/`.startsWith(`${pointer}/`));
  if (touched || path[0] !== 'arguments' || error.pointer === undefined || mending.open.has(error.pointer)) return;
  const allowed = (error.allowed ?? []).filter((each) => each !== value);
  const texts = allowed.map(String);
  const spelt = typeof value === 'string' ? columnNamed(value, texts, mending.captures) : undefined;
  if (spelt !== undefined) mending.set(path, allowed[texts.indexOf(spelt)], 'the name as it exists');
  else mending.leave(path, ...nearest(path, String(value), texts, 'exists', (text) => allowed[texts.indexOf(text)]));
};

const sql: Rule = (mending, error) => {
  const before = mending.text(['arguments', 'sql']);
  tidySql(mending);
  // The offset of the fault refers to the statement before `tidySql` changed it.
  if (mending.text(['arguments', 'sql']) === before) mendSqlName(mending, error);
};

export const RULES: Readonly<Record<string, Rule>> = {
  INVALID_VALUE: refusedValue,
  INVALID_CAPTURE_SELECTION: (mending, error) => {
    if (error.pointer === '/arguments/sql') sql(mending, error);
  },
  SQL_ERROR: sql,
  INSUFFICIENT_DATA: broaden,
  DUPLICATE_REQUEST_ID: again,
  PAYLOAD_TOO_LARGE: tooLarge,
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
  OUT_OF_MEMORY: narrow,
  OUTPUT_INVALID: otherTool,
  RESULT_TOO_LARGE: smaller,
  REDACTION_FAILED: otherTool,
  // When the call is sent again, the user is asked for another destination.
  DESTINATION_DENIED: again,
  WRITE_FAILED: again,
  STEP_LIMIT: again,
  DEPENDENCY_FAILED: again,
  DEPTH_LIMIT: again,
};

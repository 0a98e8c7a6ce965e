import type { CaptureInfo } from '../../tables/captures.ts';
import { dotted, shorten } from '../contract/errors.ts';
import type { ToolError, ToolManifest, ToolResult } from '../contract/index.ts';
import { isRecord } from '../contract/json-schema.ts';
import type { ReplayBundle } from '../contract/replay.ts';
import { comparableResult } from '../contract/result-hash.ts';
import type { CaptureLookup } from '../definition.ts';
import { ownNames } from '../own-names.ts';
import { requireRunOptions } from '../runner/options.ts';
import type { Hash, Runner, RunOptions } from '../runner/ports.ts';
import { captureFault, hashOf, readBundle } from './bundle.ts';

/** The first location where two results differ. */
export interface Difference {
  /** Dotted path to the difference in the result. */
  readonly path: string;
  /** The value at this path as shortened JSON; `nothing` if the result does not have the path. */
  readonly expected: string;
  readonly got: string;
}

/** One call of a bundle. */
export interface ReplayedCall {
  readonly id: string;
  readonly tool_name: string;
  readonly state: 'same' | 'different' | 'not_run';
  readonly expected_hash: string;
  readonly got_hash: string | null;
  readonly difference: Difference | null;
  /** Why the call was not run; null if it was. */
  readonly reason: string | null;
}

/** Report on running a bundle again. */
export interface ReplayReport {
  /** Outcome of the replay. `refused`: nothing ran; `incomplete`: all computed results are equal, but some calls could not run. */
  readonly status: 'same' | 'different' | 'incomplete' | 'refused';
  readonly summary: string;
  readonly errors: readonly ToolError[];
  /** Possible causes of a difference: another version of the workbench or of a tool, or other kernels. */
  readonly notes: readonly string[];
  readonly calls: readonly ReplayedCall[];
  readonly first_difference: (Difference & { readonly step: number; readonly id: string }) | null;
}

export interface ReplayParts {
  readonly runner: Runner;
  readonly captures: CaptureLookup;
  readonly hash: Hash;
  readonly ids: { uuid(): string };
  readonly build: { readonly app_version: string; readonly kernels_sha256: string };
  /** Opens a file included in the bundle after checking its digest; rejects with a message if it cannot be read. */
  readonly bring: (capture: ReplayBundle['captures'][number]) => Promise<{ readonly info?: CaptureInfo; readonly sha256: string }>;
  /** Merges open captures into a view with an unused name; rejects with a message if that fails. */
  readonly join: (
    name: string,
    captures: readonly string[],
    given: { readonly offsets_us: Readonly<Record<string, number>>; readonly sensors: Readonly<Record<string, string>> },
  ) => Promise<CaptureInfo>;
}

type Merge = NonNullable<ReplayBundle['merges']>[number];

/**
 * Runs the calls of a bundle again, under the policy in force, and finds the first difference (R38). Rejects with a
 * `WorkbenchError` for invalid options only; every error of the bundle is in the report.
 */
export async function replay(value: unknown, parts: ReplayParts, given?: RunOptions): Promise<ReplayReport> {
  const options = requireRunOptions(given);
  const { bundle, errors } = await readBundle(value, parts.hash);
  if (bundle === undefined) return refusedReport(errors);
  const found = await capturesOf(bundle, parts);
  const scope = `replay ${parts.ids.uuid()}`;
  const results = new Map(bundle.results.map((each) => [each.id, each]));
  const calls: ReplayedCall[] = [];
  const versions = new Set<string>();
  for (const { id, invocation } of bundle.calls) {
    const before = results.get(id);
    const expected = before?.result as unknown as ToolResult;
    const base = { id, tool_name: expected.metadata.toolName, expected_hash: before?.result_hash ?? '' };
    const manifest = manifestOf(invocation, parts.runner);
    const why = manifest && refusal(manifest, expected, options);
    const { names, reason = why } = namesFor(expected, found.names, parts.captures);
    if (reason !== undefined || options.signal?.aborted === true) {
      calls.push({ ...base, state: 'not_run', got_hash: null, difference: null, reason: reason ?? 'the replay was cancelled' });
      continue;
    }
    const run = await parts.runner.run(ownNames(invocation, names), {
      ...options,
      context: contextFor(expected, options),
      entry: 'replay',
      scope,
      fresh: true,
    });
    const got = names.size === 0 ? run : ownNames(run, new Map([...names].map(([theirs, ours]) => [ours ?? theirs, theirs])));
    const { toolName, toolVersion } = expected.metadata;
    if (got.metadata.toolVersion !== toolVersion)
      versions.add(`${toolName} ${toolVersion} is not installed; version ${got.metadata.toolVersion} ran instead`);
    const got_hash = await hashOf(got, parts.hash);
    // Earlier releases included advice in the hash, so compare results instead of hashes.
    const difference = comparableResult(got) === comparableResult(expected) ? null : firstDifference(expected, got);
    calls.push({ ...base, state: difference === null ? 'same' : 'different', got_hash, difference, reason: null });
  }
  return reportOf(bundle, calls, { errors: found.errors, versions, build: parts.build });
}

/** Builds the report of a bundle that was not run. */
export const refusedReport = (errors: readonly ToolError[]): ReplayReport => ({
  status: 'refused',
  summary: `Refused: ${errors[0]?.message ?? ''}`,
  errors,
  notes: [],
  calls: [],
  first_difference: null,
});

interface Found {
  /** For each file in the bundle, its id on this page, by its id in the bundle. */
  readonly names: ReadonlyMap<string, string>;
  readonly errors: readonly ToolError[];
}

async function capturesOf(bundle: ReplayBundle, parts: ReplayParts): Promise<Found> {
  const { captures, bring } = parts;
  const names = new Map<string, string>();
  const errors: ToolError[] = [];
  for (const [at, reference] of bundle.captures.entries()) {
    const { capture_id, sha256, file_name, content } = reference;
    const same = captures.list().filter((capture) => capture.sha256 === sha256);
    const here = same.find((capture) => capture.capture_id === capture_id) ?? same[0];
    if (here !== undefined) {
      names.set(capture_id, here.capture_id);
      continue;
    }
    const differs = (got: string): ToolError =>
      captureFault('CAPTURE_DIFFERS', at, `${shorten(file_name, 200)}: expected the file with the SHA-256 ${sha256}, got one with ${got}`);
    const namesake = captures.list().find((capture) => capture.capture_id === capture_id || capture.file_name === file_name);
    try {
      const brought = content === undefined ? undefined : await bring(reference);
      if (brought?.info !== undefined) names.set(capture_id, brought.info.capture_id);
      else if (brought !== undefined) errors.push(differs(brought.sha256));
      else if (namesake !== undefined) errors.push(differs(namesake.sha256));
      else
        errors.push(
          captureFault(
            'CAPTURE_MISSING',
            at,
            `${shorten(file_name, 200)}: expected it to be open or in the bundle (SHA-256 ${sha256}), found neither`,
          ),
        );
    } catch (error) {
      errors.push(
        captureFault(
          'CAPTURE_UNREADABLE',
          at,
          `${shorten(file_name, 200)}: ${error instanceof Error ? error.message : 'it cannot be read'}`,
        ),
      );
    }
  }
  for (const [at, merge] of (bundle.merges ?? []).entries()) {
    const error = await joined(merge, at, names, parts).catch((cause: unknown) =>
      captureFault(
        'CAPTURE_UNREADABLE',
        at,
        `${merge.capture_id}: ${cause instanceof Error ? cause.message : 'it cannot be rebuilt'}`,
        'merges',
      ),
    );
    if (error) errors.push(error);
  }
  return { names, errors };
}

/** Finds or builds a merged view. Missing files have already been reported. */
async function joined(
  merge: Merge,
  at: number,
  names: Map<string, string>,
  { captures, join }: ReplayParts,
): Promise<ToolError | undefined> {
  const { capture_id, sha256 } = merge;
  const members = merge.captures.flatMap((id) => names.get(id) ?? []);
  if (members.length < merge.captures.length) return undefined;
  const here = <Value>(byId: Readonly<Record<string, Value>>): Record<string, Value> =>
    Object.fromEntries(Object.entries(byId).map(([id, value]) => [names.get(id) ?? id, value]));
  const given = { offsets_us: here(merge.offsets_us), sensors: here(merge.sensors ?? {}) };
  const view = captures.list().find((each) => each.sha256 === sha256) ?? (await join(capture_id, members, given));
  if (view.sha256 !== sha256) {
    return captureFault('CAPTURE_DIFFERS', at, `${capture_id}: expected the view ${sha256}, rebuilding it gave ${view.sha256}`, 'merges');
  }
  names.set(capture_id, view.capture_id);
  return undefined;
}

function manifestOf({ tool_name, tool_version }: ReplayBundle['calls'][number]['invocation'], runner: Runner): ToolManifest | undefined {
  return typeof tool_name === 'string' && typeof tool_version === 'string' ? runner.manifest(tool_name, tool_version) : undefined;
}

/**
 * Why a call is not replayed. A replay verifies results: it must not write files or change anything. Calls with results that vary from run
 * to run, or that need keys, which bundles do not contain, would differ without meaning.
 */
function refusal(manifest: ToolManifest, expected: ToolResult, options: RunOptions): string | undefined {
  const { name, effect, deterministic, requiresConnection } = manifest;
  if (effect !== 'read_only') return `${name} is not read-only, so a replay does not run it`;
  if (!deterministic && expected.status !== 'error') return `${name} is not deterministic, so its results cannot be compared`;
  // Replay a call that needs keys only if it failed at a check that comes before the keys are used.
  if (requiresConnection !== true || BEFORE_KEYS.some((code) => failedWith(expected, code))) return undefined;
  if (failedWith(expected, 'CONNECTION_DENIED')) return `${name} was denied its keys, and a replay cannot grant keys`;
  if (options.context?.connection_id !== undefined) return undefined;
  return `${name} needs keys, which a bundle does not contain: replay it with the connection_id of the same keys`;
}

const BEFORE_KEYS = ['MISSING_CONNECTION', 'PERMISSION_DENIED', 'POLICY_DENIED'] as const;

const failedWith = ({ errors }: ToolResult, code: string): boolean => errors[0]?.code === code;

/** Builds the options of a call; a call that was made without keys is made without keys again. */
function contextFor(expected: ToolResult, { context }: RunOptions): RunOptions['context'] {
  return failedWith(expected, 'MISSING_CONNECTION') ? { ...context, connection_id: undefined } : context;
}

/** Maps the capture names of a call to those here; returns the reason if a capture is missing. */
function namesFor(
  { metadata }: ToolResult,
  found: ReadonlyMap<string, string>,
  captures: CaptureLookup,
): { names: ReadonlyMap<string, string | undefined>; reason?: string } {
  const names = new Map<string, string>();
  // For a call that failed early, it is unknown which captures it would have read.
  const read = metadata.captures ?? [...found.keys()].map((capture_id) => ({ capture_id, sha256: '' }));
  for (const { capture_id, sha256 } of read) {
    // A view that was closed before the bundle was written is not included; an equal one may be open.
    const here = found.get(capture_id) ?? captures.list().find((capture) => capture.sha256 === sha256)?.capture_id;
    if (here === undefined) return { names, reason: `the capture ${capture_id} is missing or has changed` };
    if (here !== capture_id) names.set(capture_id, here);
  }
  return { names };
}

/** Order in which differences are searched: the most informative members first, the rest alphabetically. */
const FIRST = ['status', 'errors', 'structured_output', 'artifacts', 'summary', 'warnings', 'confidence'];

function firstDifference(expected: ToolResult, got: ToolResult): Difference {
  const [left, right] = [JSON.parse(comparableResult(expected)) as unknown, JSON.parse(comparableResult(got)) as unknown];
  const path = differs(left, right, []) ?? [];
  const at = (value: unknown): string => {
    const there = path.reduce<unknown>(
      (holder, step) => (typeof holder === 'object' && holder !== null ? Reflect.get(holder, step) : undefined),
      value,
    );
    return there === undefined ? 'nothing' : shorten(JSON.stringify(there), 200);
  };
  return { path: dotted(path), expected: at(left), got: at(right) };
}

function differs(left: unknown, right: unknown, path: readonly (string | number)[]): readonly (string | number)[] | undefined {
  if (Object.is(left, right)) return undefined;
  if (Array.isArray(left) && Array.isArray(right)) {
    for (let at = 0; at < Math.max(left.length, right.length); at++) {
      const found = differs(left[at], right[at], [...path, at]);
      if (found) return found;
    }
    return undefined;
  }
  if (!isRecord(left) || !isRecord(right)) return path;
  const keys = [...new Set([...Object.keys(left), ...Object.keys(right)])].sort();
  const ordered = path.length > 0 ? keys : [...FIRST.filter((key) => keys.includes(key)), ...keys.filter((key) => !FIRST.includes(key))];
  for (const key of ordered) {
    const found = differs(left[key], right[key], [...path, key]);
    if (found) return found;
  }
  return undefined;
}

function reportOf(
  bundle: ReplayBundle,
  calls: readonly ReplayedCall[],
  { errors, versions, build }: { readonly errors: readonly ToolError[]; readonly versions: Iterable<string> } & Pick<ReplayParts, 'build'>,
): ReplayReport {
  const count = (state: ReplayedCall['state']): number => calls.filter((call) => call.state === state).length;
  const at = calls.findIndex(({ difference }) => difference !== null);
  const difference = calls[at]?.difference;
  const status = difference ? 'different' : count('not_run') > 0 ? 'incomplete' : 'same';
  const notes = [
    ...(bundle.app_version === build.app_version ? [] : [`written by version ${bundle.app_version}, replayed by ${build.app_version}`]),
    ...(bundle.kernels_sha256 === build.kernels_sha256 ? [] : ['computed with other kernels']),
    ...versions,
  ];
  const counts = `${String(count('same'))} of ${String(calls.length)} calls gave the same result`;
  const where = difference
    ? `; call ${String(at + 1)} differs first at ${difference.path}: expected ${difference.expected}, got ${difference.got}`
    : '';
  const missing = count('not_run') > 0 ? `; ${String(count('not_run'))} could not be run` : '';
  return {
    status,
    summary: `${counts}${where}${missing}.`,
    errors,
    notes,
    calls,
    first_difference: difference ? { step: at, id: calls[at]?.id ?? '', ...difference } : null,
  };
}

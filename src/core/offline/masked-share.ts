import { throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import { createMask } from '../../export/mask/mask.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import type { ToolManifest, ToolResult } from '../../tools/contract/index.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { MaskedShare } from '../../workbench/share.ts';
import type { Run } from '../keeping/sessions.ts';
import { linkabilityOf } from './linkability.ts';
import { maskedCall } from './masked-call.ts';
import { freeName, knownValues, maskedCapture, type MaskingParts, planMask, refuseUnmaskable } from './masked-capture.ts';
import { AddressWindows, type MaskedTerms, Unaccounted } from './masked-values.ts';

export interface MaskedShareParts extends MaskingParts {
  readonly runner: Pick<Runner, 'run' | 'manifest'>;
  readonly open: (file: File, choice: OpenChoice, options: WorkOptions) => Promise<CaptureInfo>;
  readonly close: (capture_id: string) => Promise<void>;
  readonly isOpen: (capture_id: string) => boolean;
  readonly uuid: () => string;
}

/** What a masked share contains. */
export interface MaskedContent {
  readonly captures: readonly { readonly info: CaptureInfo; readonly file: File }[];
  readonly runs: readonly Run[];
  /** The call in the editor, converted for the masked captures; empty if the text is not a call or cannot be masked. */
  readonly invocation: string;
  readonly report: MaskedShare;
}

/**
 * Writes a masked copy of each capture, all under one key that is then discarded. Runs the calls again on the copies, so that running them
 * elsewhere gives the same hashes. A call is left out if any part of it is neither fixed by the contract nor replaced. At the end the
 * copies are closed.
 * @param runs calls that were run, oldest first
 * @param invocation text of the call editor
 */
export async function maskedContent(
  captures: readonly CaptureInfo[],
  runs: readonly Run[],
  invocation: string,
  mask_payloads: MaskedShare['payloads'],
  parts: MaskedShareParts,
  options: WorkOptions = {},
): Promise<MaskedContent> {
  refuseUnmaskable(captures);
  const plan = planMask(mask_payloads);
  const known = await knownValues(captures, parts, options);
  const names = new Map<string, string>();
  const derived: { readonly info: CaptureInfo; readonly file: File }[] = [];
  const reported: MaskedShare['captures'][number][] = [];
  try {
    for (const capture of captures) {
      throwIfAborted(options.signal, 'the masked share');
      const { file, rows_left_out } = await maskedCapture(capture, freeName(parts.isOpen), plan, parts, options);
      const info = await parts.open(file, {}, options);
      derived.push({ info, file });
      names.set(capture.capture_id, info.capture_id);
      reported.push({ from: capture.capture_id, to: info.capture_id, rows: info.row_count, rows_left_out });
    }
    const infos = derived.map(({ info }) => info);
    const terms: MaskedTerms = {
      mask: await createMask(plan),
      known,
      captures: names,
      sql_words: await sqlWords(parts.engine, options),
      time_range: hullOf(infos),
      names_in_lower_case: new Set([...known.names].map((name) => name.toLowerCase())),
      windows: new AddressWindows(known.addresses),
      epoch: infos.every(({ time_base }) => time_base === 'epoch'),
    };
    const again = await runAgain(runs, terms, parts, options);
    const linkability = await linkabilityOf(infos, parts.engine, options);
    const report = { payloads: mask_payloads, captures: reported, runs: again.runs.length, runs_left_out: again.left_out, linkability };
    return { captures: derived, runs: again.runs, invocation: maskedText(invocation, terms, parts), report };
  } finally {
    for (const { info } of derived) await parts.close(info.capture_id);
  }
}

async function runAgain(
  runs: readonly Run[],
  terms: MaskedTerms,
  { runner, uuid }: MaskedShareParts,
  { signal }: WorkOptions,
): Promise<{ readonly runs: Run[]; readonly left_out: MaskedShare['runs_left_out'] }> {
  const scope = `share ${uuid()}`;
  const done: Run[] = [];
  const left_out: { tool_name: string; reason: string }[] = [];
  for (const run of runs) {
    throwIfAborted(signal, 'the masked share');
    const { toolName: tool_name, toolVersion } = run.result.metadata;
    const manifest = runner.manifest(tool_name, toolVersion);
    const invocation = callOrReason(run.invocation, manifest, `req-${uuid()}`, terms);
    if (typeof invocation === 'string') {
      left_out.push({ tool_name, reason: invocation });
      continue;
    }
    const result = await runner.run(invocation, { signal, entry: 'share', scope, fresh: true });
    // Report only the code of the error, because the message may repeat text that a person wrote.
    if (result.status === 'error') left_out.push({ tool_name, reason: `on the masked captures it fails with ${codeOf(result)}` });
    else done.push({ invocation, result });
  }
  return { runs: done, left_out };
}

const codeOf = ({ errors }: ToolResult): string => errors[0]?.code ?? 'an error';

/** Matches tools of other servers, which are left out because their schemas and answers may contain anything. */
const FOREIGN = /^mcp__/;

function callOrReason(invocation: unknown, manifest: ToolManifest | undefined, request_id: string, terms: MaskedTerms): object | string {
  if (manifest === undefined || FOREIGN.test(manifest.name)) return 'its tool is not one of the workbench';
  if (manifest.effect !== 'read_only') return 'it changes something';
  const call: unknown = typeof invocation === 'string' ? JSON.parse(invocation) : invocation;
  if (typeof call !== 'object' || call === null) return 'it is not a call';
  try {
    return maskedCall(call as Record<string, unknown>, manifest, request_id, terms);
  } catch (error) {
    if (error instanceof Unaccounted) return error.message;
    throw error;
  }
}

function maskedText(invocation: string, terms: MaskedTerms, { runner }: Pick<MaskedShareParts, 'runner'>): string {
  const call = parsed(invocation);
  const manifest = runner.manifest(String(call?.['tool_name']), String(call?.['tool_version']));
  const masked = call ? callOrReason(call, manifest, 'req-masked', terms) : '';
  return typeof masked === 'string' ? '' : JSON.stringify(masked, null, 2);
}

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Names of functions that DuckDB has but does not list. */
const UNLISTED =
  'row_number rank dense_rank rank_dense percent_rank cume_dist ntile lag lead first_value last_value nth_value if ifnull columns'.split(
    ' ',
  );

/** Reads the names of DuckDB's keywords, functions and types, which a masked statement may contain: they reveal no device. */
async function sqlWords(engine: Pick<MaskingParts['engine'], 'answer'>, options: WorkOptions): Promise<ReadonlySet<string>> {
  const { values } = (
    await engine.answer(
      `SELECT keyword_name AS word FROM duckdb_keywords() UNION SELECT function_name FROM duckdb_functions() WHERE internal
       UNION SELECT type_name FROM duckdb_types() WHERE internal`,
      [],
      options,
    )
  ).column('word');
  return new Set([...UNLISTED, ...Array.from(values, (word) => String(word).toLowerCase())]);
}

function hullOf(captures: readonly CaptureInfo[]): MaskedTerms['time_range'] {
  const ranges = captures.flatMap(({ time_range }) => time_range ?? []);
  if (ranges.length === 0) return null;
  return { start_ms: Math.min(...ranges.map(({ start_ms }) => start_ms)), end_ms: Math.max(...ranges.map(({ end_ms }) => end_ms)) };
}

import { throwIfAborted } from '../../base/failure.ts';
import type { WorkOptions } from '../../base/progress.ts';
import { createMask, type Mask } from '../../export/mask/mask.ts';
import type { CaptureInfo } from '../../tables/captures.ts';
import type { OpenChoice } from '../../tables/reading.ts';
import type { Runner } from '../../tools/runner/ports.ts';
import type { MaskedShare } from '../../ui/workbench.ts';
import type { Run } from '../keeping/sessions.ts';
import { freeName, maskedCapture, type MaskingParts, planMask, refuseUnmaskable } from './masked-capture.ts';

export interface MaskedShareParts extends MaskingParts {
  readonly runner: Pick<Runner, 'run' | 'manifest'>;
  readonly open: (file: File, choice: OpenChoice, options: WorkOptions) => Promise<CaptureInfo>;
  readonly close: (capture_id: string) => Promise<void>;
  readonly isOpen: (capture_id: string) => boolean;
  readonly uuid: () => string;
}

/** What a masked share is made of. */
export interface MaskedContent {
  readonly captures: readonly { readonly info: CaptureInfo; readonly file: File }[];
  readonly runs: readonly Run[];
  /** The text of the editor, as it is said of the masked captures; empty where it is no call. */
  readonly invocation: string;
  readonly report: MaskedShare;
}

/**
 * Writes a derived capture for each of the captures, under one key that nobody keeps, and runs the calls again on these: the
 * results that travel are those of the masked captures, so whoever runs them again comes to the same hashes. The derived
 * captures are open only as long as that takes.
 * @param runs what was run here, oldest first
 * @param invocation text of the editor
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
  const plan = await planMask(captures, parts, mask_payloads, options);
  const mask = await createMask(plan);
  const names = new Map<string, string>();
  const derived: { readonly info: CaptureInfo; readonly file: File }[] = [];
  const told: MaskedShare['captures'][number][] = [];
  try {
    for (const capture of captures) {
      throwIfAborted(options.signal, 'the masked share');
      const { file, rows_left_out } = await maskedCapture(capture, freeName(parts.isOpen), plan, parts, options);
      const info = await parts.open(file, {}, options);
      derived.push({ info, file });
      names.set(capture.capture_id, info.capture_id);
      told.push({ from: capture.capture_id, to: info.capture_id, rows: info.row_count, rows_left_out });
    }
    const again = await runAgain(runs, names, mask, parts, options);
    const runs_left_out = again.left_out;
    const report = { payloads: mask_payloads, captures: told, runs: again.runs.length, runs_left_out };
    return { captures: derived, runs: again.runs, invocation: maskedText(invocation, names, mask), report };
  } finally {
    for (const { info } of derived) await parts.close(info.capture_id);
  }
}

async function runAgain(
  runs: readonly Run[],
  names: ReadonlyMap<string, string>,
  mask: Mask,
  { runner, uuid }: MaskedShareParts,
  { signal }: WorkOptions,
): Promise<{ readonly runs: Run[]; readonly left_out: MaskedShare['runs_left_out'] }> {
  const scope = `share ${uuid()}`;
  const done: Run[] = [];
  const left_out: { tool_name: string; reason: string }[] = [];
  for (const run of runs) {
    throwIfAborted(signal, 'the masked share');
    const { toolName: tool_name, toolVersion, captures = [] } = run.result.metadata;
    const missing = captures.find(({ capture_id }) => !names.has(capture_id));
    const effect = runner.manifest(tool_name, toolVersion)?.effect;
    if (missing || effect !== 'read_only') {
      const reason = missing ? `it reads ${missing.capture_id}, which is not among the masked captures` : 'it changes something';
      left_out.push({ tool_name, reason });
      continue;
    }
    const invocation = maskedCall(run.invocation, names, mask, `req-${uuid()}`);
    const result = await runner.run(invocation, { signal, entry: 'share', scope, fresh: true });
    if (result.status === 'error') left_out.push({ tool_name, reason: mask.text(result.errors[0]?.message ?? result.summary) });
    else done.push({ invocation, result });
  }
  return { runs: done, left_out };
}

/** What a call says about captures and devices, said of the masked ones. The id of the request is a new one. */
function maskedCall(invocation: unknown, names: ReadonlyMap<string, string>, mask: Mask, request_id: string): unknown {
  const call: unknown = typeof invocation === 'string' ? JSON.parse(invocation) : invocation;
  if (typeof call !== 'object' || call === null) return call;
  const { tool_name, tool_version, capture_selection, arguments: args, timeout_ms } = call as Record<string, unknown>;
  const masked = (value: unknown): unknown => maskedValue(value, names, mask);
  const given = { tool_name, tool_version, capture_selection: masked(capture_selection), arguments: masked(args), request_id, timeout_ms };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function maskedValue(value: unknown, names: ReadonlyMap<string, string>, mask: Mask): unknown {
  if (typeof value === 'string') return named(mask.text(value), names);
  if (Array.isArray(value)) return value.map((each) => maskedValue(each, names, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [named(mask.text(key), names), maskedValue(each, names, mask)]));
}

/** Ids of captures are words of their own, in filters too. */
const named = (text: string, names: ReadonlyMap<string, string>): string =>
  text.replace(/[A-Za-z0-9_]+/g, (word) => names.get(word) ?? word);

function maskedText(invocation: string, names: ReadonlyMap<string, string>, mask: Mask): string {
  try {
    const call = maskedCall(invocation, names, mask, 'req-masked');
    return typeof call === 'object' && call !== null ? JSON.stringify(call, null, 2) : '';
  } catch {
    return '';
  }
}

import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { nodeWorkbench } from '../../support/node-workbench.ts';
import { correlation, realised } from './realised.ts';
import { subjects, type Subject } from './subjects.ts';
import { direct, reaches, walk } from './walk.ts';

/** A suggested call that was run: what it was advised for, and what it brought. */
interface Kept {
  readonly measure: string;
  readonly predicted: number;
  readonly realised: number;
  readonly confidence: number;
  readonly ok: boolean;
  readonly predicted_ms: number;
  readonly took_ms: number;
}

interface Walked {
  readonly subject: Subject;
  /** no answer: the analyzer, asked directly, gives none either. */
  readonly outcome: 'reached' | 'missed' | 'looped' | 'no answer';
  readonly tools: readonly string[];
  readonly last: string;
  readonly kept: readonly Kept[];
}

/**
 * Walks every recording and scene by the first suggested call of each result, and compares where it comes to with what the analyzer
 * says when it is asked directly, and what each call was advised for with what it brought. Markdown.
 */
export async function evaluateAdvice(options: {
  readonly data: string;
  readonly only: string;
  readonly seeds: number;
  /** false: what was looked at while the advice was written. */
  readonly heldOut: boolean | undefined;
  readonly say: (line: string) => void;
}): Promise<string> {
  const walked: Walked[] = [];
  for (const subject of subjects(options.data, options.seeds)) {
    if (!subject.name.includes(options.only)) continue;
    if (options.heldOut !== undefined && subject.heldOut !== options.heldOut) continue;
    const one = await walkSubject(subject);
    if (one === undefined) {
      options.say(`${subject.name}: cannot be opened`);
      continue;
    }
    walked.push(one);
    options.say(`${subject.name}: ${one.outcome}; ${one.tools.join(' > ')}; ${one.last}`);
    for (const { measure, predicted, realised: brought, predicted_ms, took_ms } of one.kept)
      options.say(`  ${measure} ${predicted.toFixed(3)} ${brought.toFixed(3)} (${String(predicted_ms)} / ${String(took_ms)} ms)`);
  }
  return report(walked);
}

async function walkSubject(subject: Subject): Promise<Walked | undefined> {
  const broken: unknown[] = [];
  const workbench = await nodeWorkbench(undefined, (note) => {
    if (note.phase === 'failure') broken.push(note.error);
  });
  try {
    const captures = [];
    for (const { name, bytes } of subject.files()) {
      const capture = await workbench.open(bytes, name).catch(() => undefined);
      if (capture !== undefined) captures.push(capture);
    }
    if (captures.length === 0) return undefined;
    const taken = await walk(workbench);
    const wanted = await direct(workbench, captures);
    const { results, looped } = taken;
    const kept = results.slice(1).flatMap((after, at) => keptOf(results[at]!, after));
    const failed = results.some(({ status }) => status === 'error');
    const answered = wanted.status !== 'error';
    const outcome = looped ? 'looped' : answered ? (reaches(taken, wanted) ? 'reached' : 'missed') : failed ? 'missed' : 'no answer';
    if (broken.length > 0) throw new Error(`${subject.name}: ${JSON.stringify(broken[0]).slice(0, 2000)}`);
    const last = results.at(-1);
    return {
      subject,
      outcome,
      tools: results.map(({ metadata }) => metadata.toolName),
      last: last?.agentHints.reasoning.replace(/.*(?=No call is suggested)/, '') ?? '',
      kept,
    };
  } finally {
    await workbench.close();
  }
}

function keptOf(before: ToolResult, after: ToolResult): Kept[] {
  const { suggestedNextActions, estimatedImpact } = before.agentHints;
  const [first] = suggestedNextActions;
  const measure = estimatedImpact.affectedMetrics?.[0];
  const brought = measure === undefined ? undefined : realised(measure, before, after);
  if (first === undefined || measure === undefined || brought === undefined) return [];
  return [
    {
      measure,
      predicted: estimatedImpact.benefit,
      realised: brought,
      confidence: first.confidence ?? 0,
      ok: after.status !== 'error',
      predicted_ms: first.estimatedTime ?? 0,
      took_ms: after.metadata.executionTime,
    },
  ];
}

function report(walked: readonly Walked[]): string {
  const lines = [
    '| walked | of them with an answer | reached | missed | looped | calls, mean | predicted and realised benefit: pairs, correlation |',
    '| --- | --- | --- | --- | --- | --- | --- |',
  ];
  for (const [name, chosen] of groupsOf(walked)) {
    if (chosen.length === 0) continue;
    const count = (outcome: Walked['outcome']): number => chosen.filter((each) => each.outcome === outcome).length;
    const answered = chosen.length - count('no answer');
    const pairs = chosen.flatMap(({ kept }) => kept);
    const calls = chosen.reduce((sum, { tools }) => sum + tools.length, 0) / chosen.length;
    const share = answered === 0 ? 0 : (100 * count('reached')) / answered;
    lines.push(
      `| ${name}: ${String(chosen.length)} | ${String(answered)} | ${String(count('reached'))} (${share.toFixed(1)} %) | ${String(count('missed'))} | ${String(count('looped'))} | ${calls.toFixed(1)} | ${String(pairs.length)}, ${correlationOf(pairs).toFixed(3)} |`,
    );
  }
  return `${lines.join('\n')}\n\n${measures(walked)}\n`;
}

const correlationOf = (pairs: readonly Kept[]): number =>
  correlation(pairs.map(({ predicted, realised: brought }) => [predicted, brought] as const));

const groupsOf = (walked: readonly Walked[]): [string, readonly Walked[]][] =>
  [false, true].flatMap((heldOut) =>
    (['recording', 'scene'] as const).map((kind): [string, readonly Walked[]] => [
      `${kind}s, ${heldOut ? 'held out' : 'looked at'}`,
      walked.filter(({ subject }) => subject.kind === kind && subject.heldOut === heldOut),
    ]),
  );

/** By what calls were advised for, over those that were held out where there are some. */
function measures(walked: readonly Walked[]): string {
  const held = walked.filter(({ subject }) => subject.heldOut);
  const pairs = (held.length > 0 ? held : walked).flatMap(({ kept }) => kept);
  const names = [...new Set(pairs.map(({ measure }) => measure))];
  const row = (name: string, own: readonly Kept[]): string => {
    const mean = (of: (each: Kept) => number): string => (own.reduce((sum, each) => sum + of(each), 0) / own.length).toFixed(3);
    const ok = (100 * own.filter((each) => each.ok).length) / own.length;
    return `| ${name} | ${String(own.length)} | ${mean((each) => each.predicted)} | ${mean((each) => each.realised)} | ${mean((each) => Math.abs(each.predicted - each.realised))} | ${correlationOf(own).toFixed(3)} | ${ok.toFixed(1)} %, ${mean((each) => each.confidence)} |`;
  };
  return [
    `| advised for (${held.length > 0 ? 'held out' : 'looked at'}) | calls | predicted, mean | realised, mean | mean distance | correlation | answered, mean confidence |`,
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...names.map((name) =>
      row(
        name,
        pairs.filter(({ measure }) => measure === name),
      ),
    ),
    ...(pairs.length > 0 ? [row('all', pairs)] : []),
  ].join('\n');
}

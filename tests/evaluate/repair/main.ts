import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { canonicalJson } from '../../../src/base/canonical.ts';
import { ALL_KEYS } from '../../../src/keyring/keyring.ts';
import type { ToolResult } from '../../../src/tools/contract/index.ts';
import { repair } from '../../../src/tools/repair/repair.ts';
import { nodeWorkbench, type NodeWorkbench } from '../../support/node-workbench.ts';
import { heartRateCapture } from '../../support/heart-rate-capture.ts';
import { randomSource, type RandomSource } from '../../support/random.ts';
import { BLIND_A } from './blind-a.ts';
import { BLIND_B } from './blind-b.ts';
import { BLIND_C } from './blind-c.ts';
import { BLIND_D_OPEN, BLIND_D_SEALED } from './blind-d.ts';
import { BLIND_E_OPEN, BLIND_E_SEALED } from './blind-e.ts';
import { BLIND_F_OPEN, BLIND_F_SEALED } from './blind-f.ts';
import { BLIND_G_OPEN, BLIND_G_SEALED } from './blind-g.ts';
import { BLIND_H_OPEN, BLIND_H_SEALED } from './blind-h.ts';
import { BLIND_I_OPEN, BLIND_I_SEALED } from './blind-i.ts';
import { ENTRIES } from './entries.ts';
import { FRESH } from './fresh.ts';
import { HELD_OUT } from './held-out.ts';
import { ISSUES } from './issues.ts';
import type { Kind } from './kind.ts';
import { LATEST } from './latest.ts';
import { BASES_OF_ALL_TOOLS, BASES_OF_BLIND, originalCall, type Call } from './originals.ts';
import { REPORTED } from './reported.ts';
import { isSameQuestion, questionOf, type Question } from './same-question.ts';
import { SEEN } from './seen.ts';

/** Results of the broken calls of one kind. */
export interface Outcome {
  readonly kind: Kind;
  calls: number;
  /** Repaired to the result of the original in one step. */
  repaired: number;
  /** Of these, with another hash: the filter selects the same rows and is written in another form. */
  rewritten: number;
  /** Results ok for another question, by the entry point that gave them. */
  wrong: { entry: string; broken: unknown }[];
  failures: unknown[];
}

/** The kinds that the repairs were built with, those that they were changed after, and those written without a look at the repairs. */
const SETS = {
  seen: SEEN,
  'held-out': HELD_OUT,
  fresh: FRESH,
  latest: LATEST,
  reported: REPORTED,
  issues: ISSUES,
  'blind-a': BLIND_A,
  'blind-b': BLIND_B,
  'blind-c': BLIND_C,
  'blind-d-open': BLIND_D_OPEN,
  'blind-d-sealed': BLIND_D_SEALED,
  'blind-e-open': BLIND_E_OPEN,
  'blind-e-sealed': BLIND_E_SEALED,
  'blind-f-open': BLIND_F_OPEN,
  'blind-f-sealed': BLIND_F_SEALED,
  'blind-g-open': BLIND_G_OPEN,
  'blind-g-sealed': BLIND_G_SEALED,
  'blind-h-open': BLIND_H_OPEN,
  'blind-h-sealed': BLIND_H_SEALED,
  'blind-i-open': BLIND_I_OPEN,
  'blind-i-sealed': BLIND_I_SEALED,
} as const;

/** Calls that are drawn until one has something to break in the way of a kind. */
const MOST_TRIES = 400;
/** The clock of the runner, so that a call for the time has one answer. */
const CLOCK = Date.UTC(2026, 3, 3, 8);
const SCAN = 'tests/fixtures/captures/pact/iphone_web_scan.ndjson.gz';
const KEY = ['sample data', 'ec0234a357c8ad05341010a60a397d9b'] as const;

/**
 * Breaks valid calls of every tool in the ways that models break them, and judges what each entry point answers by the
 * `result_hash` of the original: `run`, and each of `ENTRIES`.
 *
 * @param set name of the kinds, one of `SETS`
 * @param count broken calls to make
 */
export async function evaluateRepairs(options: {
  readonly set: keyof typeof SETS;
  /** A pattern of the names of the kinds to run; empty for all. */
  readonly only: string;
  readonly seed: number;
  readonly count: number;
  readonly say: (line: string) => void;
}): Promise<string> {
  if (!Object.hasOwn(SETS, options.set)) throw new Error(`--kinds takes one of ${Object.keys(SETS).join(', ')}`);
  const kinds = SETS[options.set].filter(({ name }) => new RegExp(options.only).test(name));
  const isBlind = options.set.startsWith('blind');
  const bases = /^blind-[d-i]/.test(options.set) ? BASES_OF_ALL_TOOLS : isBlind ? BASES_OF_BLIND : undefined;
  const one = await opened(false);
  const several = await opened(true);
  if (isBlind) await several.open(gunzipSync(readFileSync(SCAN)), 'iphone_web_scan.ndjson');
  const outcomes = kinds.map((kind): Outcome => ({ kind, calls: 0, repaired: 0, rewritten: 0, wrong: [], failures: [] }));
  const random = randomSource(options.seed);
  try {
    let made = 0;
    for (let round = 0; made < options.count && round < options.count; round++) {
      for (const outcome of outcomes) {
        for (let tries = 0; tries < MOST_TRIES && made < options.count; tries++) {
          const { open } = outcome.kind;
          const bench = open === 'one' || (open === undefined && random.below(2) === 0) ? one : several;
          if (!(await breakOne(bench, outcome, originalCall(random, bench, bases), random))) continue;
          made++;
          break;
        }
      }
    }
  } finally {
    await Promise.all([one.close(), several.close()]);
  }
  return report(options.set, options.seed, outcomes, options.say);
}

async function opened(several: boolean): Promise<NodeWorkbench> {
  const workbench = await nodeWorkbench(() => CLOCK);
  await workbench.keys.add(...KEY);
  await workbench.openFile('public/samples/chamber_four_phones.pcapng');
  if (several) {
    const lines = Array.from(
      { length: 300 },
      (_, i) =>
        `${String(1_700_000_000 + i)},${String(i % 7)},${String((i * 13) % 11)},${String((i * i) % 61)},${['north', 'south', 'east'][(i * 5) % 3] ?? ''}`,
    );
    await workbench.open(new TextEncoder().encode(`time,snr,jitter,latency_ms,site\n${lines.join('\n')}\n`), 'lab.csv');
    await workbench.open(heartRateCapture(), 'heart_rate.pcap');
  }
  return workbench;
}

interface Wanted {
  readonly hash: string | undefined;
  readonly question: Question;
}
const results = new WeakMap<NodeWorkbench, Map<string, Wanted | null>>();

const CONTEXT = { interactive: true, context: { connection_id: ALL_KEYS } };
let attempts = 0;
const withId = (call: unknown): unknown =>
  typeof call === 'object' && call !== null && !Array.isArray(call) ? { ...call, request_id: `e-${String(++attempts)}` } : call;

/** The answer to the original; null where it gives none. */
async function answerTo(workbench: NodeWorkbench, call: Call): Promise<Wanted | null> {
  const known = results.get(workbench) ?? new Map<string, Wanted | null>();
  results.set(workbench, known);
  const key = canonicalJson(call);
  if (!known.has(key)) {
    const result = await workbench.runner.run(withId(call), CONTEXT);
    known.set(key, result.ok ? { hash: result.metadata.result_hash, question: questionOf(result) } : null);
  }
  return known.get(key) ?? null;
}

async function breakOne(workbench: NodeWorkbench, outcome: Outcome, original: Call, random: RandomSource): Promise<boolean> {
  const ids = [original.capture_selection['capture_id'], original.capture_selection['capture_ids']].flat();
  if (ids.some((id) => typeof id === 'string' && workbench.captures.get(id) === undefined)) return false;
  const { kind } = outcome;
  const call = structuredClone(original);
  call.request_id = `e-${String(++attempts)}`;
  const broken = kind.break(call, random);
  if (broken === undefined || canonicalJson(broken) === canonicalJson(original)) return false;
  const wanted = await answerTo(workbench, original);
  if (wanted === null) return false;
  const answer = await workbench.runner.run(broken, CONTEXT);
  // A call that is right as it stands is not broken, unless it asks for something else.
  const isHash = (result: ToolResult): boolean => result.metadata.result_hash === wanted.hash;
  const isSame = (result: ToolResult): boolean => isHash(result) || (result.ok && isSameQuestion(questionOf(result), wanted.question));
  if (isSame(answer)) return false;
  outcome.calls++;
  const wrong = (entry: string, result: ToolResult | undefined): void => {
    if (result?.ok && (!kind.determinable || !isSame(result))) outcome.wrong.push({ entry, broken });
  };
  wrong('run', answer);
  const { registry, ids: newIds } = workbench.parts;
  const fixed = repair(broken, answer, { registry, catalog: workbench.runner.catalog(), captures: workbench.captures, ids: newIds });
  const run = (each: unknown): Promise<ToolResult> => workbench.runner.run(each, CONTEXT);
  const second = fixed && (await run(fixed.invocation));
  if (second && isSame(second)) {
    outcome.repaired++;
    if (!isHash(second)) outcome.rewritten++;
  } else if (kind.determinable)
    outcome.failures.push({
      why: fixed?.proposals.map(({ why }) => why).slice(0, 3),
      broken,
      fixed: fixed?.changes.map(({ after, why }) => [after, why]),
      then: second?.errors,
    });
  for (const [name, enter] of Object.entries(ENTRIES))
    wrong(name, await enter(broken, answer, { workbench, run, withId, context: CONTEXT }));
  return true;
}

function report(set: string, seed: number, outcomes: readonly Outcome[], say: (line: string) => void): string {
  const sum = (list: readonly Outcome[], of: (outcome: Outcome) => number): number => list.reduce((total, each) => total + of(each), 0);
  const determinable = outcomes.filter(({ kind }) => kind.determinable);
  const others = outcomes.filter(({ kind }) => !kind.determinable);
  const calls = sum(determinable, (each) => each.calls);
  const repaired = sum(determinable, (each) => each.repaired);
  const wrong = sum(outcomes, (each) => each.wrong.length);
  for (const { kind, calls: all, repaired: good, wrong: bad, failures } of outcomes) {
    const missed = kind.determinable ? all - good : 0;
    if (missed === 0 && bad.length === 0) continue;
    say(`${kind.name}: ${String(good)} of ${String(all)}, ${String(bad.length)} ok for another question`);
    for (const each of bad.slice(0, 2)) say(`  WRONG ${JSON.stringify(each).slice(0, 900)}`);
    for (const each of failures.slice(0, 2)) say(`  ${JSON.stringify(each).slice(0, 1600)}`);
  }
  const share = calls === 0 ? 0 : (100 * repaired) / calls;
  return [
    `| kinds | seed | broken calls | determinable | repaired in one step | ok for another question |`,
    `| --- | --- | --- | --- | --- | --- |`,
    `| ${set} (${String(outcomes.length)}) | ${String(seed)} | ${String(calls + sum(others, (each) => each.calls))} | ${String(calls)} | ${String(repaired)} (${share.toFixed(1)} %) | ${String(wrong)} |`,
    `of these with the hash of the original: ${String(repaired - sum(determinable, (each) => each.rewritten))}; the others select the same rows by a filter in another form`,
    `determinable kinds repaired in every call: ${String(determinable.filter((each) => each.repaired === each.calls && each.calls > 0).length)} of ${String(determinable.length)}`,
    `unused kinds: ${
      outcomes
        .filter((each) => each.calls === 0)
        .map(({ kind }) => kind.name)
        .join('; ') || 'none'
    }`,
  ].join('\n');
}

import { formatAmount, formatCount, formatUtc } from '../../base/format.ts';
import type { Finding, PlanCall, PlanFigures, PlanFinding, Secrets } from './finding.ts';
import { markup, type Html } from './html.ts';
import { maskOf, type FindingMask } from './mask.ts';
import {
  answerPieces,
  caveatNotice,
  documentEnd,
  documentHead,
  faults,
  inputs,
  items,
  linked,
  masking,
  originPieces,
  ranWords,
  selected,
  shown,
} from './report.ts';
import { cell, MOST_COLUMNS, table } from './tables.ts';

/**
 * Writes the answers of a plan as one HTML file without scripts, in pieces of text: the calls with their outcome, the numbers of steps that
 * ran once for each capture, and the report of each call.
 *
 * @param secrets what the report must not contain; null leaves names and addresses as they are
 */
export function* planReportPieces(given: PlanFinding, secrets: Secrets | null): Generator<string, void, undefined> {
  const findings = given.calls.flatMap(({ finding }) => finding ?? []);
  const mask = secrets === null ? null : maskOf(findings, given.captures, secrets);
  // Mask only the frame here and one call at a time later: masked copies of all answers would double the memory for hundreds of captures.
  const plan = mask === null ? given : maskedFrame(given, mask);
  const isLinking = findings.some(linked);
  yield documentHead(plan.title);
  yield opening(plan, mask !== null, isLinking).text;
  yield* overview(plan);
  for (const figures of plan.tables) if (figures.columns.length > 0) yield figuresTable(figures).text;
  yield markup`<section><h2>Inputs</h2>${inputs(plan.captures)}</section>\n`.text;
  for (const [at, call] of plan.calls.entries()) yield* callPieces(call, at, (finding) => mask?.finding(finding) ?? finding);
  yield documentEnd(isLinking, plan.workbench.version);
}

/** Masks a plan except its findings, each member on its own, because a device's name may equal the name of a member. */
function maskedFrame(plan: PlanFinding, { mask, capture, captureId }: FindingMask): PlanFinding {
  const faultsOf = (errors: PlanFinding['errors']): PlanFinding['errors'] =>
    errors.map((error) => ({ ...error, message: mask.text(error.message) }));
  return {
    ...plan,
    title: mask.text(plan.title),
    captures: plan.captures.map(capture),
    calls: plan.calls.map((call) => ({
      ...call,
      id: mask.text(call.id),
      capture_id: captureId(call.capture_id),
      tool_name: mask.text(call.tool_name),
      summary: mask.text(call.summary),
      errors: faultsOf(call.errors),
    })),
    tables: plan.tables.map((each) => ({
      ...each,
      id: mask.text(each.id),
      rows: each.rows.map(({ capture_id, state, values }) => ({
        capture_id: captureId(capture_id),
        state,
        values: Object.fromEntries(each.columns.map((name) => [name, mask.value(values[name] ?? null)])),
      })),
    })),
    errors: faultsOf(plan.errors),
  };
}

/** Writes the opening tags and the header. Sections and closing tags follow. */
function opening({ title, made_ms, calls, captures, errors }: PlanFinding, masked: boolean, isLinking: boolean): Html {
  const ran = calls.flatMap(({ finding }) => finding?.result ?? []);
  const failed = ran.filter(({ status }) => status === 'error').length;
  const outcome = [
    `${formatAmount(calls.length, 'call')} over ${formatAmount(captures.length, 'capture')}`,
    failed > 0 && `${formatCount(failed)} failed`,
    ran.length < calls.length && `${formatCount(calls.length - ran.length)} did not run`,
  ];
  return markup`<header>
<h1>${title}</h1>
<p class="hint">A plan. Report of ${formatUtc(made_ms, false)}.</p>
${isLinking && caveatNotice()}
${masked ? masking(ran.some(({ metadata }) => metadata.result_hash !== undefined)) : shown()}
</header>
<main>
<p class="lead">${outcome.filter(Boolean).join(', ')}.</p>
${errors.length > 0 && markup`<section><h2>Errors</h2>${items(errors)}</section>`}
`;
}

const nameOf = ({ id, capture_id, tool_name }: PlanCall): string =>
  `${id === '' ? tool_name : id}${capture_id === '' ? '' : `: ${capture_id}`}`;

const STATE_WORDS: Readonly<Record<string, string>> = { ok: 'complete', error: 'failed', invalid: 'not valid, did not run' };
const stateWords = (state: string): string => STATE_WORDS[state] ?? state;

/** Writes the list of calls, with every call, however many there are. */
function* overview({ calls }: PlanFinding): Generator<string, void, undefined> {
  yield '<section><h2>Calls</h2>\n<table><caption>In the order of the plan</caption>\n<thead><tr>';
  yield markup`<th scope="col" class="end">No.</th><th scope="col">Call</th><th scope="col">State</th><th scope="col">Answer</th>`.text;
  yield '</tr></thead>\n<tbody>\n';
  for (const [at, call] of calls.entries()) {
    const number = String(at + 1);
    yield markup`<tr><td class="end">${number}</td><td><a href="#call-${number}">${nameOf(call)}</a></td><td>${stateWords(call.state)}</td><td>${call.summary || call.errors[0]?.message}</td></tr>\n`
      .text;
  }
  yield '</tbody></table></section>\n';
}

function figuresTable({ id, tool_name, columns, rows }: PlanFigures): Html {
  const names = columns.slice(0, MOST_COLUMNS - 2);
  return markup`<section><h2>${id}, capture by capture</h2>${table(
    `Single values of the answers of ${tool_name}`,
    [
      { title: 'Capture', kind: 'mono' },
      { title: 'State' },
      ...names.map((name) => ({
        title: name.replaceAll('_', ' '),
        kind: rows.every(({ values }) => ['number', 'undefined'].includes(typeof values[name])) ? ('number' as const) : ('text' as const),
      })),
    ],
    rows.map(({ capture_id, state, values }) => [capture_id, stateWords(state), ...names.map((name) => cell(values[name]))]),
  )}</section>\n`;
}

function* callPieces(call: PlanCall, at: number, mask: (finding: Finding) => Finding): Generator<string, void, undefined> {
  const number = String(at + 1);
  yield `<section class="call" id="call-${number}">`;
  yield markup`<h2>${number}. ${nameOf(call)}</h2>`.text;
  if (call.finding === null) {
    yield markup`<p>${stateWords(call.state)}.</p>${call.errors.length > 0 && items(call.errors)}`.text;
  } else {
    const finding = mask(call.finding);
    yield markup`<p class="hint">${ranWords(finding)}.</p>${linked(finding) && caveatNotice()}<p class="lead">${finding.result.summary}</p>`
      .text;
    yield deeper(faults(finding).text);
    for (const piece of answerPieces(finding)) yield deeper(piece);
    yield selected(finding).text;
    for (const piece of originPieces(finding)) yield deeper(piece);
  }
  yield '</section>\n';
}

/** Makes all headings one level lower. The pattern cannot match captured text, in which "<" is escaped. */
const deeper = (html: string): string =>
  html.replaceAll(/(<\/?h)([2-5])(?=[ >])/g, (_, tag: string, level: string) => `${tag}${String(Number(level) + 1)}`);

import { formatBytes, formatCount, formatDuration, formatProbability, formatUtc, formatUtcSpan } from '../../base/format.ts';
import type { Finding, ReportCapture, Secrets } from './finding.ts';
import { markup, type Html } from './html.ts';
import { TYPE_WORDS } from '../analyzer/model.ts';
import { CLASS_PREFIX, maskFinding } from './mask.ts';
import { answerSections } from './sections.ts';
import { STYLE } from './style.ts';
import { facts, table } from './tables.ts';

/** Warning in every report from which a reader could conclude that addresses belong together. */
export const CAVEAT = 'Linkage scores are posterior-like scores for investigation, never proof of identity.';
/** Content security policy of the report: the file loads nothing and runs nothing. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";
const MOST_JSON = 60_000;

/**
 * Writes a finding as one HTML file without scripts, in pieces of text. It can be printed on A4 and Letter.
 *
 * @param secrets what the report must not contain; null leaves names and addresses as they are
 */
export function* reportPieces(given: Finding, secrets: Secrets | null): Generator<string, void, undefined> {
  const finding = secrets === null ? given : maskFinding(given, secrets);
  yield documentHead(finding.title);
  yield opening(finding, secrets !== null).text;
  yield* answerPieces(finding);
  yield markup`<section>
    <h2>Inputs</h2>
    ${inputs(finding.captures)}${selected(finding)}
  </section>`.text;
  yield* originPieces(finding);
  yield documentEnd(linked(finding), finding.workbench.version);
}

/** Writes the sections with the result: warnings, the answer, and what a person wrote about it. */
export function* answerPieces(finding: Finding): Generator<string, void, undefined> {
  yield markup`<section>
      <h2>Caveats</h2>
      ${caveats(finding)}
    </section>`.text;
  yield '\n<section><h2>Answer</h2>\n';
  for (const section of answerSections(finding)) yield section.text;
  yield markup`</section>\n${finding.verdicts.length > 0 && verdicts(finding)}${finding.names.length > 0 && names(finding)}${finding.notes.length > 0 && notes(finding)}`
    .text;
}

/** Writes the sections with the call, and with what its result is based on. */
export function* originPieces(finding: Finding): Generator<string, void, undefined> {
  yield markup`<section>
    <h2>Call</h2>
    ${asked(finding.invocation)}
  </section>`.text;
  yield markup`<section><h2>Provenance</h2>${origin(finding)}</section>\n`.text;
}

/** The document up to the start of the body. The style sheet is part of the build; only it is not escaped. */
export const documentHead = (title: string): string => `${head(title).text}<style>${STYLE}</style>\n</head>\n<body>\n`;

/** @param isLinking whether the answers say which addresses may belong together */
export const documentEnd = (isLinking: boolean, version: string): string =>
  `${
    markup`</main>\n<footer>${isLinking && `${CAVEAT} `}Made with Capture Workbench ${version} on the author’s computer.</footer>`.text
  }\n</body>\n</html>\n`;

/** Names of the tools whose answers say which addresses or ids may belong together. */
const LINKING: ReadonlySet<string> = new Set([
  'bluetooth_address_analyzer',
  'device_id_analyzer',
  'resolvable_address_resolver',
  'rotation_privacy_audit',
]);
export const linked = ({ result }: Pick<Finding, 'result'>): boolean => LINKING.has(result.metadata.toolName);

/** Writes the whole report at once. */
export const renderReport = (given: Finding, secrets: Secrets | null): string => [...reportPieces(given, secrets)].join('');

/** The head of the document without its closing tag; the style sheet follows. */
const head = (title: string): Html =>
  markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
`;

/** Writes the header and the start of `<main>`. Sections follow. */
function opening(finding: Finding, masked: boolean): Html {
  const { title, note, made_ms } = finding;
  return markup`<header>
<h1>${title}</h1>
<p class="hint">${ranWords(finding)}; report of ${formatUtc(made_ms, false)}.</p>
${linked(finding) && caveatNotice()}
${masked ? masking(finding.result.metadata.result_hash !== undefined) : shown()}
</header>
<main>
<p class="lead">${finding.result.summary}</p>
${note !== '' && markup`<section><h2>Note</h2><p class="note">${note}</p></section>`}
${faults(finding)}
`;
}

/** Writes which tool ran, and when. */
export function ranWords({ title, tool_title, result: { metadata } }: Finding): Html {
  const { toolName, toolVersion, startedAtMs } = metadata;
  return markup`${tool_title !== title && `${tool_title}, `}<code>${toolName} ${toolVersion}</code>. Ran ${formatUtc(startedAtMs, false)}`;
}

export const caveatNotice = (): Html => markup`<p class="notice">${CAVEAT}</p>`;
export const shown = (): Html => markup`<p class="notice">Names and full addresses are shown. They are personal data of other people.</p>`;
export const faults = ({ result: { errors } }: Finding): Html =>
  errors.length === 0 ? markup`` : markup`<section><h2>Errors</h2>${items(errors)}</section>`;

/** Writes what is masked. @param hashed whether the report contains a result hash */
export const masking = (hashed: boolean): Html =>
  markup`<p class="notice masked">
    Names and full addresses are masked: each has one pseudonym in this report, with the class of the address in it
    (${Object.entries(CLASS_PREFIX)
      .map(([type, prefix]) => `${prefix}: ${TYPE_WORDS[type] ?? type}`)
      .join(', ')}).${hashed && ' The result hash is that of the result before masking.'}
  </p>`;

export const items = (list: Finding['result']['errors'] | Finding['result']['warnings']): Html =>
  markup`<ul>
    ${list.map(({ code, message }) => markup`<li><code>${code}</code> ${message}</li>`)}
  </ul>`;

function caveats({ result }: Finding): Html {
  const risks = result.agentHints.riskFactors ?? [];
  return markup`${result.warnings.length > 0 && items(result.warnings)}${
    risks.length > 0 &&
    markup`<ul>
      ${risks.map(({ description, mitigation }) => markup`<li>${description}${mitigation !== undefined && `${/[.!?]$/.test(description) ? '' : '.'} ${mitigation}`}</li>`)}
    </ul>`
  }${
    result.agentHints.assumptions.length > 0 &&
    markup`<h3>Assumptions</h3>
      <ul>
        ${result.agentHints.assumptions.map((each) => markup`<li>${each}</li>`)}
      </ul>`
  }${facts([
    ['Status', { ok: 'complete', partial: 'partial', error: 'failed' }[result.status]],
    ['Confidence', result.status === 'error' ? null : `${formatProbability(result.confidence)} by ${result.confidence_basis.method}`],
    ['How to read it', result.metadata.confidence_semantics],
  ])}`;
}

const notes = ({ notes: list }: Finding): Html =>
  markup`<section>
    <h2>Notes</h2>
    ${table(
      'Notes of the analyst on packets, times and devices',
      [{ title: 'Capture', kind: 'mono' }, { title: 'About', kind: 'mono' }, { title: 'Note' }],
      list.map(({ capture_id, about, text }) => [capture_id, about, text]),
    )}
  </section>`;

const names = ({ names: list }: Finding): Html =>
  markup`<section>
    <h2>Names of devices</h2>
    ${table(
      'Names that the analyst gave',
      [{ title: 'Address', kind: 'mono' }, { title: 'Name' }],
      list.map(({ address, name }) => [address, name]),
    )}
  </section>`;

const verdicts = ({ verdicts: list }: Finding): Html =>
  markup`<section>
    <h2>Verdicts of the analyst</h2>
    ${table(
      'Pairs of addresses that the analyst judged',
      [{ title: 'Address', kind: 'mono' }, { title: 'Other address', kind: 'mono' }, { title: 'Verdict' }, { title: 'Note' }],
      list.map(({ from_address, to_address, verdict, note }) => [from_address, to_address, verdict ?? 'note only', note]),
    )}
  </section>`;

export const inputs = (captures: readonly ReportCapture[]): Html =>
  captures.length === 0
    ? markup`<p>No capture: the tool reads none.</p>`
    : markup`${captures.map(
        (each) =>
          markup`<div class="card">
            <h3>${each.capture_id}</h3>
            ${facts([
              ['File', each.file_name],
              ['Format', each.format],
              ['Size', each.bytes === null ? null : `${formatBytes(each.bytes)} (${formatCount(each.bytes)} bytes)`],
              ['SHA-256', markup`<code>${each.sha256}</code>`],
              ['Rows', each.row_count === null ? null : formatCount(each.row_count)],
              ['Could not be read', each.problem_count ? `${formatCount(each.problem_count)} records` : null],
              ['Time', timeWords(each)],
              ['Clock', each.clock?.reason ?? null],
              ['', each.file_name === null ? 'Not open when the report was made.' : null],
            ])}
          </div>`,
      )}`;

function timeWords({ time_range, time_base }: ReportCapture): string | null {
  if (time_range === null) return null;
  const { start_ms, end_ms } = time_range;
  if (time_base === 'epoch') return `${formatUtcSpan(start_ms, end_ms)}, ${formatDuration(end_ms - start_ms)}`;
  return `${formatDuration(end_ms - start_ms)} since the first packet; the file has no wall clock`;
}

export const selected = ({ result: { metadata } }: Finding): Html =>
  facts([
    ['Selection as interpreted', metadata.selection === undefined ? null : markup`<code>${JSON.stringify(metadata.selection)}</code>`],
  ]);

function asked(invocation: unknown): Html {
  if (invocation === undefined) return markup`<p>The result does not include its call.</p>`;
  const text = JSON.stringify(invocation, null, 2);
  const cut = text.length > MOST_JSON;
  return markup`<pre tabindex="0" aria-label="Invocation">${text.slice(0, MOST_JSON)}</pre>
    ${cut && markup`<p class="hint">Cut after ${formatCount(MOST_JSON)} characters.</p>`}`;
}

const origin = ({ result: { metadata, tool_call_id }, audit_head, workbench }: Finding): Html =>
  facts([
    ['Tool', `${metadata.toolName} ${metadata.toolVersion}`],
    [
      'Ran',
      `${formatUtc(metadata.startedAtMs)}, took ${formatDuration(metadata.executionTime)}${metadata.cached ? ', cached from an earlier run' : ''}`,
    ],
    ['Call id', markup`<code>${tool_call_id}</code>`],
    ['Result hash (SHA-256)', metadata.result_hash === undefined ? null : markup`<code>${metadata.result_hash}</code>`],
    ['Head of the audit journal', markup`<code>${audit_head}</code>`],
    ['Schemas', metadata.schemaHash === undefined ? null : markup`<code>${metadata.schemaHash}</code>`],
    ['Compiled arithmetic', metadata.kernels_sha256 === undefined ? null : markup`<code>${metadata.kernels_sha256}</code>`],
    ['Workbench', `${workbench.version} (${workbench.commit})`],
  ]);

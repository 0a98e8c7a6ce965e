import type { Plot } from '../charts/plot.ts';
import {
  addressWords,
  analyzerOutput,
  LINK_THRESHOLD,
  NOT_PROOF,
  TYPE_WORDS,
  type AnalyzerOutput,
  type CandidateLink,
} from '../analyzer/model.ts';
import { timelineFinding, timelineGroups } from '../analyzer/timeline.ts';
import type { AnswerTable } from '../generic/answer-table.ts';
import { type DeviceName, deviceTitle, nameOfDevice, namesByAddress } from '../../base/device-name.ts';
import { groupBy } from '../../base/group.ts';
import { findingTitle, privacyOutput, severityWords } from '../privacy/model.ts';
import { NO_UNITS } from '../statistics/fields.ts';
import { plotsOf } from '../statistics/plots.ts';
import { tablesOf } from '../statistics/tables.ts';
import { cellText } from '../../base/table.ts';
import { formatAmount, formatCount, formatDuration, formatProbability, formatUtc } from '../../base/format.ts';
import { figure } from './charts.ts';
import type { Finding } from './finding.ts';
import { markup, type Html } from './html.ts';
import { anyAnswer, facts, MOST_COLUMNS, MOST_ROWS, table } from './tables.ts';
import { timelinePictures } from './timeline.ts';

/** Writes the sections for the answer of a tool. An answer of a tool without its own sections is written in a general form. */
export function answerSections({ result, invocation, names }: Finding): Iterable<Html> {
  const output = result.structured_output;
  if (output === undefined) return [markup`<p>The call has no answer.</p>`];
  switch (result.metadata.toolName) {
    case 'bluetooth_address_analyzer':
      return analyzer(analyzerOutput(result), names);
    case 'rotation_privacy_audit':
      return privacy(result);
    default: {
      const drawn = plotsOf(result, invocation).flatMap(plotPart);
      const tables = tablesOf(result, NO_UNITS, invocation);
      if (tables.length === 0) return [...drawn, ...anyAnswer(output, PLOTTED)];
      const nested = Object.keys(output).filter((key) => typeof output[key] === 'object');
      return [...tables.map(answerTable), ...drawn, ...anyAnswer(output, new Set(nested))];
    }
  }
}

/** Writes a plot. For means by group, also writes their numbers, which no other table contains. */
function plotPart(plot: Plot): readonly Html[] {
  const drawn = figure(plot);
  if (drawn === null) return [];
  return plot.id === 'means' ? [drawn, answerTable({ ...plot, title: 'Groups', text: '' })] : [drawn];
}

/** Writes a table of the workbench for print, where it cannot be scrolled. */
const answerTable = ({ title, text, columns, rows }: AnswerTable): Html =>
  markup`${table(
    title,
    columns.slice(0, MOST_COLUMNS).map((column) => ({
      title: column.detail ? `${column.title} (${column.detail})` : column.title,
      kind: column.align === 'end' ? ('number' as const) : ('text' as const),
    })),
    rows.slice(0, MOST_ROWS).map((row) => row.slice(0, MOST_COLUMNS).map((value) => cellText(value ?? '–'))),
    rows.length,
  )}${text !== '' && markup`<p>${text}</p>`}`;

/** Members that are left out of the tables, because pictures show all of their values. */
const PLOTTED: ReadonlySet<string> = new Set(['points', 'confidence_intervals', 'time_histogram']);

/** Generates sections one at a time, so that the page can be drawn in between. */
function* analyzer(output: AnalyzerOutput, names: readonly DeviceName[]): Generator<Html, void, undefined> {
  const given = namesByAddress(names);
  const types = [...groupBy(output.addresses, ({ type, asks }) => (asks ? 'only sent requests' : type))].sort(
    (a, b) => b[1].length - a[1].length,
  );
  yield table(
    `${addressWords(output.addresses)}, by type`,
    [{ title: 'Type' }, { title: 'Addresses', kind: 'number' }],
    types.map(([type, members]) => [TYPE_WORDS[type] ?? type, formatCount(members.length)]),
  );
  yield* timelinePictures(timelineGroups(output, names), output.relative, timelineFinding(output));
  yield markup`<h3>Probable devices</h3>`;
  yield markup`${
    output.clusters.length === 0
      ? markup`<p>No two addresses are linked.</p>`
      : output.clusters.slice(0, MOST_CARDS).map(
          (cluster) =>
            markup`<div class="card">
              <h3>${deviceTitle(cluster.letter, nameOfDevice(cluster.addresses, given))}: ${formatAmount(cluster.addresses.length, 'address', 'addresses')}</h3>
              <p class="mono">${cluster.addresses.join(' → ')}</p>
              <ul>
                ${cluster.rationale.map((why) => markup`<li>${why}</li>`)}
              </ul>
            </div>`,
        )
  }`;
  yield more(output.clusters.length - MOST_CARDS, 'cluster');
  yield* links(output.candidates);
  if (output.ambiguous.length > 0)
    yield table(
      'Ambiguous groups of addresses',
      [
        { title: 'Ended', kind: 'mono' },
        { title: 'Began', kind: 'mono' },
      ],
      output.ambiguous.map(({ predecessors, successors }) => [predecessors.join(', '), successors.join(', ')]),
    );
  yield addressTable(output);
}

function addressTable({ addresses }: AnalyzerOutput): Html {
  // Versions from 1.1 on state the number of packets within the evidence, so the table has no column for it.
  const counted = addresses.some(({ observations }) => observations !== null);
  return table(
    'Addresses',
    [
      { title: 'Address', kind: 'mono' },
      { title: 'Type' },
      { title: 'Confidence', kind: 'number' },
      ...(counted ? [{ title: 'Packets', kind: 'number' as const }] : []),
      { title: 'Evidence' },
    ],
    addresses
      .slice(0, MOST_ROWS)
      .map(({ address, type, confidence, observations, evidence }) => [
        address,
        TYPE_WORDS[type] ?? type,
        formatProbability(confidence),
        ...(counted ? [observations === null ? '–' : formatCount(observations)] : []),
        evidence.join('; '),
      ]),
    addresses.length,
  );
}

const MOST_CARDS = 60;
const more = (left: number, what: string): Html =>
  left > 0 ? markup`<p class="hint">and ${formatAmount(left, `more ${what}`)}.</p>` : markup``;

/** Draws probabilities as marks on an axis. A mark is hollow below 0.5, where the pair is not a link. */
function links(candidates: readonly CandidateLink[]): readonly Html[] {
  if (candidates.length === 0) return [];
  const shown = candidates.filter(({ probability }) => probability >= LINK_THRESHOLD);
  const drawn = figure(
    {
      kind: 'intervals',
      id: 'links',
      title: `${formatAmount(shown.length, 'pair')} of ${formatCount(candidates.length)} at probability ${String(LINK_THRESHOLD)} or more`,
      text: `Probability that both addresses of a pair have one device. ${NOT_PROOF}`,
      axis: 'probability of one device',
      reference: LINK_THRESHOLD,
      marks: candidates.slice(0, MOST_MARKS).map(({ from, to, probability }) => ({
        label: `${from} → ${to}`,
        value: probability,
        interval: null,
        series: probability >= LINK_THRESHOLD ? 1 : 0,
      })),
      columns: [],
      rows: [],
    },
    [0, 1],
  );
  const evidence = ({ evidence: parts }: CandidateLink): string =>
    parts.map(({ term, decibans }) => `${term} ${decibans < 0 ? '−' : '+'}${Math.abs(decibans).toFixed(1)}`).join(', ');
  return [
    ...(drawn === null ? [] : [drawn]),
    table(
      'Pairs and the evidence for and against them, in decibans',
      [
        { title: 'Address', kind: 'mono' },
        { title: 'Possible successor', kind: 'mono' },
        { title: 'Probability', kind: 'number' },
        { title: 'Silence (s)', kind: 'number' },
        { title: 'Evidence' },
      ],
      candidates
        .slice(0, MOST_ROWS)
        .map((pair) => [
          pair.from,
          pair.to,
          formatProbability(pair.probability),
          pair.gap_s === null ? '–' : pair.gap_s.toFixed(3),
          evidence(pair),
        ]),
      candidates.length,
    ),
  ];
}

const MOST_MARKS = 30;

function privacy(result: Finding['result']): readonly Html[] {
  const output = privacyOutput(result);
  const relative = result.warnings.some(({ code }) => code === 'NO_WALL_CLOCK');
  const instant = (text: string): string => (relative ? `${(Date.parse(text) / 1000).toFixed(3)} s` : formatUtc(Date.parse(text)));
  const lasting = (seconds: number): string => (seconds === 0 ? '0 s' : formatDuration(seconds * 1000));
  return [
    facts([
      ['Findings', severityWords(output.findings)],
      ['Observed for', lasting(output.observed_s)],
      ['Changes of address', formatCount(output.followed.rotations)],
      [
        'Followed by the model',
        output.followed.rotations === 0
          ? null
          : `${String(Math.round(output.followed.share * 100))} %, ${lasting(output.followed.longest_s)} at the longest`,
      ],
    ]),
    ...output.findings.map(
      (each) =>
        markup`<div class="card">
          <h3>${findingTitle(each.code)} (${each.severity})</h3>
          <p>${each.statement}</p>
          ${
            each.evidence.length > 0 &&
            markup`<ul>
              ${each.evidence.map((row) => markup`<li><code>${row.address}</code> ${row.what} <span class="hint">${instant(row.at)}</span></li>`)}
            </ul>`
          }
          <p><strong>Remedy.</strong> ${each.remedy}</p>
        </div>`,
    ),
    ...(output.comparison === null
      ? []
      : [
          table(
            'Against the earlier recording',
            [{ title: 'Finding' }, { title: 'Before' }, { title: 'After' }, { title: 'Change' }],
            output.comparison.map(({ code, before, after, change }) => [findingTitle(code), before, after, change]),
          ),
        ]),
    table(
      'Streams',
      [{ title: 'Stream' }, { title: 'Frames', kind: 'number' }, { title: 'Addresses', kind: 'mono' }],
      output.streams.map(({ kind, frames, addresses }) => [kind, formatCount(frames), addresses.join(' → ')]),
    ),
    ...(output.rotations.length === 0
      ? []
      : [
          table(
            'Changes of address',
            [
              { title: 'Address', kind: 'mono' },
              { title: 'Successor', kind: 'mono' },
              { title: 'At' },
              { title: 'Silence (s)', kind: 'number' },
              { title: 'Probability', kind: 'number' },
              { title: 'Bytes kept', kind: 'number' },
            ],
            output.rotations.map((each) => [
              each.from,
              each.to,
              instant(each.at),
              each.gap_s.toFixed(3),
              formatProbability(each.probability),
              `${String(each.bytes_kept)} of ${String(each.bytes)}`,
            ]),
          ),
        ]),
  ];
}

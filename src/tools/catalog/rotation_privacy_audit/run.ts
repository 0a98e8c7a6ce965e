import { amount } from '../../../base/amount.ts';
import { toolError } from '../../contract/errors.ts';
import type { NextCall } from '../../contract/index.ts';
import type { SelectedRows, ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { round } from '../../linkage/classify.ts';
import { MODEL_12 } from '../../linkage/editions.ts';
import { SHOWN } from '../../linkage/linkage.ts';
import { observe } from '../../linkage/observe.ts';
import { columnsOf } from '../../linkage/relation.ts';
import { succeed } from '../../linkage/successors.ts';
import type { Times } from '../../linkage/times.ts';
import { packetsOf } from '../../rows-of.ts';
import type { Device } from './device.ts';
import { membersOf, readDevice } from './device.ts';
import { findingsOf } from './findings.ts';
import type { Answer, Arguments, Code, Finding } from './schema.ts';

const MOST_ROTATIONS = 500;
const COLUMN = 'advertiser_addr';

type Report = Omit<Answer, 'comparison'>;
interface Audited {
  readonly report: Report;
  readonly missing: readonly string[];
  readonly rows: number;
}

/** Audits the device in one recording, or compares it in two. */
export async function run(args: Arguments, capabilities: ToolCapabilities, times: Times): Promise<ToolOutcome<Answer>> {
  const { selection } = capabilities;
  const { before } = args;
  if (!columnsOf(selection).has(COLUMN))
    return refuse('INSUFFICIENT_DATA', `expected a column ${COLUMN}, found none`, ['capture_selection']);
  const known = selection.captures.some(({ capture_id }) => capture_id === before?.capture_id);
  if (before !== undefined && (!known || selection.captures.length < 2)) {
    const ids = selection.captures.map(({ capture_id }) => capture_id).join(', ');
    return refuse('INVALID_VALUE', `expected one of several selected captures, got ${before.capture_id} of ${ids}`, [
      'arguments',
      'before',
      'capture_id',
    ]);
  }
  const now = await audit(args.addresses, args, before === undefined ? capabilities : only(capabilities, before.capture_id, false), times);
  if (now === null) return noneSent('addresses');
  const then = before === undefined ? undefined : await audit(before.addresses, args, only(capabilities, before.capture_id, true), times);
  if (then === null) return noneSent('before');
  const { report } = now;
  const missing = [...now.missing, ...(then?.missing ?? [])];
  const severe = report.findings.filter(({ severity }) => severity === 'high').length;
  const addresses = report.streams.reduce((sum, stream) => sum + stream.addresses.length, 0);
  return {
    status: 'ok',
    summary: `${amount(report.findings.length, 'finding')}, ${String(severe)} of them severe, on ${amount(addresses, 'address', 'addresses')} with ${amount(report.followed.rotations, 'change of address', 'changes of address')}. The model’s links are posterior-like scores for investigation, not proof.`,
    structured_output: { ...report, ...(then !== undefined && { comparison: compared(then.report.findings, report.findings) }) },
    warnings:
      missing.length === 0
        ? []
        : [
            {
              code: 'ADDRESS_NOT_HEARD',
              message: `not heard in the selection: ${missing.slice(0, 20).join(', ')}`,
              field: 'arguments.addresses',
            },
          ],
    confidence_inputs: { rotations: report.followed.rotations },
    hints: {
      next: evidenceOf(report, now.rows, selection.captures),
      noNext: 'too many captures are selected to look at the packets of the device',
      assumptions: ['The named addresses are of one device', 'Addresses rotate as rpa_rotation_model spec_default says'],
      reasoning:
        'Rules compare what was sent before and after each change of address; the model of the address analyzer says how well it could be followed.',
    },
    measures: { rows: now.rows, addresses, rotations: report.followed.rotations },
  };
}

/** Suggests a query of the packets of the audited addresses, on which the findings rest. */
function evidenceOf({ streams }: Report, rows: number, captures: ToolCapabilities['selection']['captures']): NextCall[] {
  return packetsOf({
    captures,
    column: COLUMN,
    senders: streams.flatMap(({ addresses }) => addresses),
    packets: streams.reduce((sum, { frames }) => sum + frames, 0),
    rows,
    why: 'Look at what the audited addresses sent, which the findings rest on.',
  });
}

const refuse = (code: 'INSUFFICIENT_DATA' | 'INVALID_VALUE', message: string, path: readonly string[]): ToolOutcome<Answer> => ({
  status: 'error',
  errors: [toolError(code, message, path)],
});
const noneSent = (argument: string): ToolOutcome<Answer> =>
  refuse('INSUFFICIENT_DATA', 'expected an address that advertises in the selection, found none of those named', ['arguments', argument]);

/** The tool's capabilities with a selection of only one capture (`wanted`), or of all captures except that one. */
function only(capabilities: ToolCapabilities, capture_id: string, wanted: boolean): ToolCapabilities {
  const { selection } = capabilities;
  const rows: SelectedRows = {
    ...selection,
    captures: selection.captures.filter((capture) => (capture.capture_id === capture_id) === wanted),
    sql: `SELECT * FROM (${selection.sql}) AS both_recordings WHERE capture_id ${wanted ? '=' : '<>'} '${capture_id.replaceAll("'", "''")}'`,
  };
  return { ...capabilities, selection: rows };
}

async function audit(names: readonly string[], args: Arguments, capabilities: ToolCapabilities, times: Times): Promise<Audited | null> {
  const observation = await observe({ advertiser_addr: COLUMN, initiator_addr: COLUMN }, capabilities, times);
  const numbers = new Map(observation.addresses.flatMap(({ address, advertised }, number) => (advertised > 0 ? [[address, number]] : [])));
  const named = [...new Set(names)].flatMap((name) => numbers.get(name) ?? []);
  const missing = names.filter((name) => !numbers.has(name));
  if (named.length === 0) return null;
  const { candidates } = await succeed(
    observation,
    { window_s: args.linkage_window_s, model: 'spec_default', edition: MODEL_12 },
    capabilities,
  );
  const members = membersOf(named, candidates, args.follow_links);
  const device = await readDevice(members, observation, candidates, args.linkage_window_s, capabilities, times.words);
  return { report: reportOf(device), missing, rows: observation.rows };
}

function reportOf(device: Device): Report {
  const { observation, streams } = device;
  const { First, Last } = observation.features.columns;
  const name = (number: number): string => observation.addresses[number]!.address;
  const instantOf = (time: number): string => new Date(Math.round((observation.baseUs + time * 1e6) / 1000)).toISOString();
  const members = streams.flatMap((stream) => stream.members);
  const begin = members.reduce((least, number) => Math.min(least, First[number]!), Infinity);
  const end = members.reduce((most, number) => Math.max(most, Last[number]!), -Infinity);
  const rotations = streams.flatMap((stream) => stream.rotations).sort((a, b) => First[a.to]! - First[b.to]! || a.to - b.to);
  const followed = followedIn(device);
  return {
    observed_s: round(end - begin),
    streams: streams.map(({ kind, members: own, lives }) => ({
      kind,
      addresses: own.map(name),
      frames: own.reduce((sum, number) => sum + observation.addresses[number]!.sent, 0),
      lives_s: lives.map((life) => round(life.seconds)),
    })),
    rotations: rotations.slice(0, MOST_ROTATIONS).map(({ from, to, gap, probability, carried, kept, bytes }) => ({
      from_address: name(from),
      to_address: name(to),
      at: instantOf(First[to]!),
      gap_s: round(gap),
      probability: round(probability),
      carried_s: round(carried),
      bytes_kept: kept,
      bytes,
    })),
    followed,
    findings: findingsOf(device, followed, instantOf),
  };
}

function followedIn({ observation, streams }: Device): Answer['followed'] {
  const { First, Last } = observation.features.columns;
  const rotations = streams.flatMap((stream) => stream.rotations);
  let longest = 0;
  for (const { members, rotations: own } of streams) {
    const sure = new Set(own.filter(({ probability }) => probability >= SHOWN).map(({ to }) => to));
    let start = members[0]!;
    for (const number of members) {
      if (!sure.has(number)) start = number;
      longest = Math.max(longest, Last[number]! - First[start]!);
    }
  }
  const count = Math.max(rotations.length, 1);
  return {
    rotations: rotations.length,
    mean_probability: round(rotations.reduce((sum, { probability }) => sum + probability, 0) / count),
    followed_share: round(rotations.filter(({ probability }) => probability >= SHOWN).length / count),
    longest_s: round(longest),
  };
}

const WEIGHT = { none: 0, info: 1, low: 2, medium: 3, high: 4 } as const;

function compared(then: readonly Finding[], now: readonly Finding[]): NonNullable<Answer['comparison']> {
  const worst = (findings: readonly Finding[], code: Code) =>
    findings
      .filter((finding) => finding.code === code)
      .reduce<keyof typeof WEIGHT>((most, { severity }) => (WEIGHT[severity] > WEIGHT[most] ? severity : most), 'none');
  const codes = [...new Set([...then, ...now].map(({ code }) => code))].sort();
  return codes.map((code) => {
    const [before, after] = [worst(then, code), worst(now, code)];
    const moved = WEIGHT[after] - WEIGHT[before];
    const change = moved === 0 ? 'same' : after === 'none' ? 'gone' : before === 'none' ? 'new' : moved < 0 ? 'better' : 'worse';
    return { code, before, after, change };
  });
}

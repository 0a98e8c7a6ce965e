import type { CaptureInfo } from '../../tables/captures.ts';
import type { ShareContents, ShareParts } from '../../workbench/share.ts';
import type { PairVerdict, WorkState } from '../../workbench/port.ts';
import type { OpenedVerification } from '../../workbench/verification.ts';
import type { KeptJournal } from '../calls/journals.ts';
import { readDecrypted, withoutDecrypting } from '../captures/decrypted.ts';
import type { Run } from '../keeping/sessions.ts';
import type { Merges } from '../captures/merges.ts';

/** Everything that a session saved from this page could contain. */
export interface Everything {
  readonly captures: readonly CaptureInfo[];
  readonly merges: ReturnType<Merges['kept']>;
  readonly work: WorkState;
  readonly runs: readonly Run[];
  /** The journals with all their lines. */
  readonly journals: readonly KeptJournal[];
  readonly verified: OpenedVerification | null;
  /** Returns the digest of an open capture or merged view. */
  readonly digestOf: (capture_id: string) => string | undefined;
  /** Whether a chosen capture contains an address; always true if the session stays with the person. */
  readonly isPresent: (address: string) => boolean;
}

/** The parts that a file will contain, and a list of them for the person who decides. */
export interface Scoped extends Everything {
  readonly contents: ShareContents;
}

/**
 * Limits a session to chosen captures: results that read only these captures, verdicts and notes about devices in them, and texts that
 * mention no other capture or address. Of a journal that mentions another capture, only the head digest is included.
 */
export function scoped(all: Everything, chosen: ReadonlySet<string>, request: ShareParts): Scoped {
  // If the results of decrypted captures are left out, leave out the references to their keys too.
  const captures = all.captures
    .filter(({ capture_id }) => chosen.has(capture_id))
    .map(request.decrypted === true ? (info) => info : withoutDecrypting);
  const merges = all.merges.filter((merge) => merge.captures.every((id) => chosen.has(id)));
  const included = new Set([...captures.map(({ capture_id }) => capture_id), ...merges.map(({ capture_id }) => capture_id)]);
  const foreign = foreignNames(all, included);
  const digests = new Set([...included].flatMap((id) => all.digestOf(id) ?? []));
  const whole = captures.length === all.captures.length;
  const own = request.results === false ? [] : all.runs.filter((run) => belongs(run, included, whole) && !names(run, foreign));
  const runs = own.filter((run) => request.decrypted === true || !readDecrypted(run));
  const calls = new Set(runs.map(({ result }) => result.tool_call_id));
  const isOf = (verdict: PairVerdict): boolean =>
    (whole || calls.has(verdict.tool_call_id)) &&
    [verdict.from_address, verdict.to_address].every(all.isPresent) &&
    !names(verdict, foreign);
  const verdicts = request.results === false || request.verdicts === false ? [] : (all.work.verdicts ?? []).filter(isOf);
  const mayGo = (value: unknown): boolean => !names(value, foreign) && addressesIn(value).every(all.isPresent);
  const text = (given: string): string => (request.editors !== false && mayGo(given) ? given : '');
  const notes =
    request.notes === false
      ? []
      : (all.work.notes ?? []).filter((note) => mayGo(note.text) && (note.on !== 'device' || all.isPresent(note.address)));
  const given = request.names === false ? [] : (all.work.names ?? []).filter(({ address, name }) => mayGo(name) && all.isPresent(address));
  const queries = request.queries === false ? [] : (all.work.queries ?? []).filter(mayGo);
  const work: WorkState = {
    ...all.work,
    selected: all.work.selected.filter((id) => included.has(id)),
    invocation: text(all.work.invocation),
    sql: text(all.work.sql),
    queries,
    notes,
    names: given,
    verdicts,
    // Include the selection only if all captures are chosen, because the selected time may be of any capture.
    selection: whole && all.work.selection?.addresses.every(all.isPresent) ? all.work.selection : undefined,
  };
  const lines =
    request.journal !== false &&
    request.results !== false &&
    (request.decrypted === true || !all.runs.some(readDecrypted)) &&
    all.journals.every((journal) => isAbout(journal, digests, foreign));
  const journals = lines ? all.journals : all.journals.map(({ app_version, head }) => ({ app_version, head }));
  const verified = all.verified && !names(all.verified, foreign) ? all.verified : null;
  const scope = { ...all, captures, merges, work, runs, journals, verified };
  return { ...scope, contents: contentsOf(scope, all, lines, own.length - runs.length) };
}

/** Matches an address in a text: six octets with colons or hyphens, or twelve hex digits, not all decimal and not the end of a UUID. */
const ADDRESS = /(?<![\p{L}\p{N}])(?:(?:[\da-f]{2}[:-]){5}[\da-f]{2}|(?<!-)(?=\d*[a-f])[\da-f]{12})(?![\p{L}\p{N}])/giu;

/** The addresses in a text, or in a value written as JSON. */
export const addressesIn = (value: unknown): readonly string[] =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).match(ADDRESS) ?? [];

/** Every address about which a session's state contains something: names, notes, verdicts, the selection and texts. */
export const addressesOf = ({
  names = [],
  notes = [],
  verdicts = [],
  selection,
  invocation,
  sql,
  queries = [],
}: WorkState): readonly string[] => [
  ...new Set([
    ...names.map(({ address }) => address),
    ...notes.flatMap((note) => [...(note.on === 'device' ? [note.address] : []), ...addressesIn(note.text)]),
    ...verdicts.flatMap(({ from_address, to_address }) => [from_address, to_address]),
    ...(selection?.addresses ?? []),
    ...addressesIn([names, invocation, sql, queries]),
  ]),
];

/** Matches ids and file names of captures that the file leaves out: open ones, and those that earlier calls read. Null if none. */
function foreignNames({ captures, merges, runs }: Everything, included: ReadonlySet<string>): RegExp | null {
  const own = new Set(captures.filter(({ capture_id }) => included.has(capture_id)).map(({ file_name }) => file_name));
  const found = new Set<string>();
  for (const { capture_id, file_name } of captures) {
    if (included.has(capture_id)) continue;
    found.add(capture_id);
    if (!own.has(file_name)) found.add(file_name);
  }
  for (const { capture_id } of merges) if (!included.has(capture_id)) found.add(capture_id);
  for (const { result } of runs)
    for (const { capture_id } of result.metadata.captures ?? []) if (!included.has(capture_id)) found.add(capture_id);
  for (const name of included) found.delete(name);
  if (found.size === 0) return null;
  const escaped = [...found].map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${escaped.join('|')})(?![\p{L}\p{N}_])`, 'iu');
}

const names = (value: unknown, foreign: RegExp | null): boolean =>
  foreign !== null && foreign.test(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** Whether a result belongs in the file: its call read only included captures or, if it read none, every capture is included (`whole`). */
function belongs({ result }: Run, included: ReadonlySet<string>, whole: boolean): boolean {
  const read = result.metadata.captures;
  return read === undefined || read.length === 0 ? whole : read.every(({ capture_id }) => included.has(capture_id));
}

const isAbout = ({ entries }: KeptJournal, digests: ReadonlySet<string>, foreign: RegExp | null): boolean =>
  (entries ?? []).every((entry) => {
    const read: unknown = typeof entry === 'object' && entry !== null ? Reflect.get(entry, 'captures') : undefined;
    return Array.isArray(read) && read.every((sha256) => digests.has(String(sha256))) && !names(entry, foreign);
  });

function contentsOf(scope: Omit<Scoped, 'contents'>, all: Everything, lines: boolean, decrypted: number): ShareContents {
  const { work, runs, journals } = scope;
  const count = <T>(list: readonly T[] | undefined): number => list?.length ?? 0;
  return {
    captures: scope.captures.map(({ capture_id, file_name, bytes }) => ({ capture_id, file_name, bytes })),
    views: scope.merges.map(({ capture_id }) => capture_id),
    results: runs.map(({ result }) => ({
      tool_call_id: result.tool_call_id,
      tool_name: result.metadata.toolName,
      summary: result.summary,
    })),
    verdicts: count(work.verdicts),
    notes: count(work.notes),
    names: count(work.names),
    queries: (work.queries ?? []).map(({ name }) => name),
    editors: [...(work.invocation === '' ? [] : (['call'] as const)), ...(work.sql === '' ? [] : (['SQL'] as const))],
    journal_lines: lines ? journals.reduce((sum, { entries }) => sum + (entries?.length ?? 0), 0) : 0,
    left_out: {
      results: all.runs.length - runs.length,
      decrypted,
      verdicts: count(all.work.verdicts) - count(work.verdicts),
      notes: count(all.work.notes) - count(work.notes),
      names: count(all.work.names) - count(work.names),
      queries: count(all.work.queries) - count(work.queries),
    },
  };
}

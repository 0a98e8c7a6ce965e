import type { CaptureInfo } from '../tables/captures.ts';
import type { Filter, Operand } from './ast.ts';
import { channelsOf, hasUnlistedChannels } from './channels.ts';
import { checkFilter } from './check.ts';
import { knownColumns, mixedColumns } from './columns.ts';
import { clip } from './lexer.ts';
import { byLikeness, suggestion } from './nearest.ts';
import { parseFilter } from './parse.ts';
import { printFilter } from './print.ts';
import { type Placed, type RawSelection, readSelection } from './read.ts';
import { isMixed, ownWindow, resolveWindow, type ResolvedTime, wholeTime } from './time.ts';
import type { Captures, Normalised, SelectionFault, SelectionWarning } from './types.ts';

/** Maximum length of all filters of a selection together in UTF-16 units, because each filter becomes SQL once per capture. */
const LONGEST_FILTERS = 32_768;
/** Similar names are suggested for at most this many unknown names, because searching for them takes time. */
const MOST_SUGGESTIONS = 16;
const LONGEST_MESSAGE = 1000;

/**
 * Converts a `capture_selection` in either spelling to the internal form (R3–R6, R57), or returns everything that is wrong with it. Codes:
 * `INVALID_CAPTURE_SELECTION` for unknown captures, channels, columns and invalid filters (with the character offset),
 * `UNSUPPORTED_TIME_RANGE` for windows; a wrong shape gets the codes of the schema. Never throws.
 */
export function normaliseSelection(raw: unknown, captures: Captures): Normalised {
  const { selection, faults: shape } = readSelection(raw);
  const errors: SelectionFault[] = [...shape];
  const warnings: SelectionWarning[] = [];
  const chosen = findCaptures(selection.ids, captures, errors);
  // If a capture is unknown, do not report its channels, columns and times, because they cannot be checked.
  const judged = chosen.length > 0 && errors.every(({ path }) => !path.some((step) => step === 'capture_id' || step === 'capture_ids'));
  if (judged) checkChannels(selection.channels, chosen, errors);
  const filters = readFilters(selection, judged ? chosen : null, errors, warnings);
  const time = judged ? readTime(selection, chosen, errors) : null;
  if (errors.length > 0 || time === null) return { ok: false, errors: errors.map(shortened) };
  const windowed = selection.window !== null;
  warnings.push(
    ...clockWarnings(selection.ids, chosen, windowed),
    ...emptyWarnings(selection.ids, chosen, windowed, time),
    ...typeWarnings(selection.ids, chosen),
    ...clampWarnings(selection, time),
  );
  const capture_ids = chosen.map((capture) => capture.capture_id);
  const channels = [...new Set(selection.channels.map(({ value }) => value))];
  const { time_range, time_base } = time;
  return { ok: true, value: { capture_ids, time_range, time_base, windowed, channels, filters }, warnings: warnings.map(shortened) };
}

function findCaptures(ids: readonly Placed<string>[], captures: Captures, errors: SelectionFault[]): CaptureInfo[] {
  const found = new Map<string, CaptureInfo>();
  let unknown = 0;
  for (const { value, path } of ids) {
    const capture = captures.get(value);
    if (capture !== undefined) {
      found.set(capture.capture_id, capture);
      continue;
    }
    unknown++;
    if (unknown > MOST_SUGGESTIONS) {
      errors.push({ code: 'INVALID_CAPTURE_SELECTION', message: `no capture ${clip(value)} is open`, path });
      continue;
    }
    const allowed = byLikeness(
      value,
      captures.list().map((it) => it.capture_id),
    );
    const message = `no capture ${clip(value)} is open${suggestion(value, allowed, 'open capture')}`;
    errors.push({ code: 'INVALID_CAPTURE_SELECTION', message, path, allowed });
  }
  return [...found.values()];
}

function checkChannels(channels: readonly Placed<string>[], chosen: readonly CaptureInfo[], errors: SelectionFault[]): void {
  const known = new Set(chosen.flatMap(channelsOf));
  const isOpen = chosen.some(hasUnlistedChannels);
  for (const { value, path } of channels) {
    if (isOpen || known.has(value)) continue;
    const names = known.size === 0 ? 'no channels or receivers' : `channels and receivers ${[...known].slice(0, 64).join(', ')}`;
    const [nearest] = byLikeness(value, [...known]);
    const message = `there is no channel ${clip(value)}; ${idsOf(chosen)} ${chosen.length === 1 ? 'has' : 'have'} ${names}`;
    const allowed = nearest === undefined ? [] : [nearest, ...[...known].filter((name) => name !== nearest)].slice(0, 64);
    errors.push({ code: 'INVALID_CAPTURE_SELECTION', message, path, allowed });
  }
}

/** Converts filters to their canonical form. If no captures are given, only the grammar is checked. */
function readFilters(
  { filters }: RawSelection,
  chosen: readonly CaptureInfo[] | null,
  errors: SelectionFault[],
  warnings: SelectionWarning[],
): string[] {
  if (filters.reduce((sum, { value }) => sum + value.length, 0) > LONGEST_FILTERS) {
    const path = filters[0]!.path.slice(0, 3);
    errors.push({ code: 'INVALID_VALUE', message: `all filters together have at most ${LONGEST_FILTERS} characters`, path });
    return [];
  }
  return filters.flatMap(({ value, path }) => {
    const parsed = parseFilter(value);
    const check = parsed.ok && chosen !== null ? checkFilter(parsed.value, chosen) : null;
    for (const fault of parsed.ok ? (check?.faults ?? []) : [parsed.error]) {
      const { at: offset, message, allowed } = fault;
      const text = `${message} (at character ${offset} of the filter)`;
      errors.push({ code: 'INVALID_CAPTURE_SELECTION', message: text, path, offset, ...(allowed !== undefined && { allowed }) });
    }
    for (const [column, ids] of check?.missing ?? []) {
      const message = `${list(ids)} ${ids.length === 1 ? 'has' : 'have'} no column ${column}; it counts as NULL there`;
      warnings.push({ code: 'MISSING_COLUMN', message, path });
    }
    return parsed.ok ? [printFilter(chosen === null ? parsed.value : spelt(parsed.value, chosen))] : [];
  });
}

/** Spells column names as the captures do, so that their case does not change the canonical text of a filter. */
function spelt(filter: Filter, chosen: readonly CaptureInfo[]): Filter {
  const columns = new Map(chosen.flatMap((capture) => [...knownColumns(capture)]));
  const named = <T extends Operand>(operand: T): T =>
    operand.kind === 'column' ? { ...operand, name: columns.get(operand.name.toLowerCase())?.name ?? operand.name } : operand;
  const visit = (node: Filter): Filter => {
    switch (node.kind) {
      case 'and':
      case 'or':
        return { ...node, terms: node.terms.map(visit) };
      case 'not':
        return { ...node, term: visit(node.term) };
      case 'compare':
        return { ...node, left: named(node.left), right: named(node.right) };
      default:
        return { ...node, column: named(node.column) };
    }
  };
  return visit(filter);
}

function readTime({ window, base }: RawSelection, chosen: readonly CaptureInfo[], errors: SelectionFault[]): ResolvedTime | null {
  if (window === null) return wholeTime(chosen);
  const resolved = resolveWindow(window.value, base, chosen, window.path);
  if (resolved.ok) return resolved.value;
  errors.push(resolved.error);
  return null;
}

function clockWarnings(ids: readonly Placed<string>[], chosen: readonly CaptureInfo[], windowed: boolean): SelectionWarning[] {
  const warnings = chosen
    .filter((capture) => capture.time_base === 'relative')
    .map((capture): SelectionWarning => {
      const message = `${capture.capture_id} has no wall clock: its times count from 1970-01-01T00:00:00Z plus the offset`;
      return { code: 'NO_WALL_CLOCK', message, path: placeOf(ids, capture) };
    });
  if (!isMixed(chosen)) return warnings;
  const meaning = windowed ? '; the window counts from the start of each kind, or from 1970 for those with a clock' : '';
  const message = `some captures have a wall clock and others do not, so their rows share no time line${meaning}`;
  return [...warnings, { code: 'MIXED_TIME_BASES', message, path: ids[0]!.path.slice(0, 2) }];
}

/** Warns of captures without rows, or with no rows in the window. Gaps within a capture's time range are not detected. */
function emptyWarnings(
  ids: readonly Placed<string>[],
  chosen: readonly CaptureInfo[],
  windowed: boolean,
  time: ResolvedTime,
): SelectionWarning[] {
  return chosen.flatMap((capture): SelectionWarning[] => {
    const warn = (why: string): SelectionWarning[] => [
      { code: 'EMPTY_CAPTURE', message: `${capture.capture_id} ${why}`, path: placeOf(ids, capture) },
    ];
    if (capture.row_count === 0) return warn('has no row');
    if (!windowed) return [];
    const window = ownWindow(capture, time, chosen);
    const span = capture.time_range;
    const meets = window !== null && span !== null && span.start_ms <= window.end_ms && span.end_ms >= window.start_ms;
    return meets ? [] : warn('has no row in the window');
  });
}

function typeWarnings(ids: readonly Placed<string>[], chosen: readonly CaptureInfo[]): SelectionWarning[] {
  const mixed = [...mixedColumns(chosen)];
  if (mixed.length === 0) return [];
  const message = `the captures hold different kinds of values in ${list(mixed)}, read as text`;
  return [{ code: 'MIXED_TYPES', message, path: ids[0]!.path.slice(0, 2) }];
}

function clampWarnings({ window }: RawSelection, { clamped }: ResolvedTime): SelectionWarning[] {
  if (window === null || clamped === undefined) return [];
  const text = ({ start_ms, end_ms }: ResolvedTime['time_range'] & object): string => `${start_ms}-${end_ms}ms`;
  const message = `the window ${text(clamped.asked)} reaches a little beyond the captures; ${text(clamped.used)} was used`;
  return [{ code: 'TIME_RANGE_CLAMPED', message, path: window.path }];
}

/** Cuts a message to a maximum length, because names from files may have any length. */
const shortened = <T extends { readonly message: string }>(it: T): T =>
  it.message.length > LONGEST_MESSAGE ? { ...it, message: `${it.message.slice(0, LONGEST_MESSAGE - 1).toWellFormed()}…` } : it;

const placeOf = (ids: readonly Placed<string>[], { capture_id }: CaptureInfo) => ids.find(({ value }) => value === capture_id)!.path;

const idsOf = (captures: readonly CaptureInfo[]): string => list(captures.map((capture) => capture.capture_id));

const list = (names: readonly string[]): string =>
  names.length > 4 ? `${names.slice(0, 4).join(', ')} and ${names.length - 4} more` : names.join(', ');

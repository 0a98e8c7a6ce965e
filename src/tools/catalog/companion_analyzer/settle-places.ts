import { amount } from '../../../base/amount.ts';
import { toolError } from '../../contract/errors.ts';
import type { ToolError, ToolWarning } from '../../contract/index.ts';
import type { SelectedRows } from '../../definition.ts';
import { closePairs, endOf, inferredPlaces, namedPlaces, separated, type Listened, type Place } from './places.ts';
import type { Walk } from './read.ts';
import { MOST, type Arguments } from './schema.ts';

export interface Settled {
  readonly places: readonly Place[];
  readonly warnings: readonly ToolWarning[];
}

/** Two places that are closer in time than this, in s, may both hear a device that stays at their border. */
const CLOSE_S = 60;
const DAY_US = 86_400e6;
/** Two places are probably the same if they share this part, and this number, of their fixed addresses (or of those that stay long). */
const ALIKE = { share: 0.3, addresses: 5, staying: 0.6 } as const;

/** The places that the call names or the captures imply; or an error if there are fewer than two. */
export function settlePlaces(args: Arguments, listened: readonly Listened[], selection: SelectedRows): Settled | ToolError {
  const fault = args.places === undefined ? undefined : badPlace(args.places, selection);
  if (fault !== undefined) return fault;
  const comparable = selection.captures.length === 1 || selection.captures.every(({ time_base }) => time_base === 'epoch');
  const raw = args.places === undefined ? inferredPlaces(listened, args.idle_gap_s) : namedPlaces(args.places, listened);
  const { places, together } = separated(raw, comparable);
  const warnings: ToolWarning[] = together.map(({ names, as }) => ({
    code: 'RECORDED_TOGETHER',
    message: `${names.join(' and ')} were recorded at one time and count as one place, ${as}: a device between two sensors does not travel`,
  }));
  if (!comparable)
    warnings.push({
      code: 'CLOCK_RELATIVE',
      message:
        'a capture counts its times from its first packet: whether captures were recorded at one time, and in which order, cannot be checked',
    });
  if (places.length < 2) return tooFew(raw.length, together.length > 0);
  if (places.length > MOST.places) {
    const message = `expected at most ${String(MOST.places)} places, found ${String(places.length)}; name the places, or raise idle_gap_s`;
    return toolError('INVALID_VALUE', message, ['arguments', args.places === undefined ? 'idle_gap_s' : 'places']);
  }
  return { places, warnings: [...warnings, ...timeWarnings(places, comparable)] };
}

function timeWarnings(places: readonly Place[], comparable: boolean): ToolWarning[] {
  const warnings: ToolWarning[] = [];
  if (places.length < 3)
    warnings.push({
      code: 'FEW_PLACES',
      message: `only ${amount(places.length, 'place')}: chance explains most of what recurs; from three places on the scores tell more`,
    });
  if (!comparable) return warnings;
  const close = closePairs(places, CLOSE_S);
  if (close.length > 0) {
    const [before, after] = close[0]!;
    warnings.push({
      code: 'PLACES_CLOSE',
      message: `less than ${String(CLOSE_S)} s lie between ${before.name} and ${after.name}${close.length > 1 ? ` and ${String(close.length - 1)} other pairs` : ''}: a device at the border is heard in both`,
    });
  }
  const first = Math.min(...places.flatMap(({ spans }) => spans.map(({ from_us }) => from_us)));
  if (Math.max(...places.map(endOf)) - first > DAY_US)
    warnings.push({
      code: 'LONGER_THAN_A_DAY',
      message:
        'the places span more than a day: a location tracker changes its address once a day even apart from its owner, and is then not recognised',
    });
  return warnings;
}

function badPlace(named: NonNullable<Arguments['places']>, { captures }: SelectedRows): ToolError | undefined {
  const ids = captures.map(({ capture_id }) => capture_id);
  for (const [at, { capture_id, time_range }] of named.entries()) {
    const path = ['arguments', 'places', at];
    if (capture_id !== undefined && !ids.includes(capture_id))
      return toolError('INVALID_VALUE', `expected a selected capture, one of ${ids.slice(0, 20).join(', ')}, got ${capture_id}`, [
        ...path,
        'capture_id',
      ]);
    if (time_range !== undefined && time_range.start_ms > time_range.end_ms) {
      const message = `expected an end_ms of ${String(time_range.start_ms)} or later, got ${String(time_range.end_ms)}`;
      return toolError('INVALID_VALUE', message, [...path, 'time_range', 'end_ms']);
    }
  }
  return undefined;
}

const tooFew = (found: number, together: boolean): ToolError =>
  toolError(
    'INSUFFICIENT_DATA',
    `expected packets in two places that lie apart, found ${together ? `${amount(found, 'place')} recorded at one time` : amount(found, 'place')}; select captures of several places, or name stretches of one capture in places`,
    ['arguments', 'places'],
  );

/** Groups places that hear the same fixed devices, which suggests that they are one place. */
export function alikePlaces({ places, senders }: Walk): { readonly groupOf: readonly number[]; readonly warnings: readonly ToolWarning[] } {
  const fixed = senders.filter(({ kind }) => kind === 'public' || kind === 'random_static').map(({ stays }) => stays);
  // Compare only addresses that stay long, because in busy places most fixed addresses belong to people passing by.
  const staying = fixed.map((stays) => stays.filter(({ presence }) => presence >= ALIKE.staying));
  const group = places.map((_, place) => place);
  const warnings: ToolWarning[] = [];
  for (let a = 0; a < places.length; a++)
    for (let b = a + 1; b < places.length; b++) {
      const shared = [fixed, staying].map((heard) => sharedBy(heard, a, b)).find(isAlike);
      if (shared === undefined) continue;
      const message = `${places[a]!.name} and ${places[b]!.name} share ${String(shared.both)} of ${String(shared.fewer)} addresses that do not change, as one place does`;
      if (warnings.length < 10) warnings.push({ code: 'PLACES_ALIKE', message });
      const [into, from] = [group[a]!, group[b]!];
      for (let each = 0; each < group.length; each++) if (group[each] === from) group[each] = into;
    }
  return { groupOf: group, warnings };
}

interface Shared {
  /** Number of fixed addresses that were heard in both places. */
  readonly both: number;
  /** Number of fixed addresses in the place that has fewer of them. */
  readonly fewer: number;
}

function sharedBy(heard: readonly Walk['senders'][number]['stays'][], a: number, b: number): Shared {
  const isIn = (place: number) => (stays: Walk['senders'][number]['stays']) => stays.some((stay) => stay.place === place);
  const one = heard.filter(isIn(a));
  return { both: one.filter(isIn(b)).length, fewer: Math.min(one.length, heard.filter(isIn(b)).length) };
}

const isAlike = ({ both, fewer }: Shared): boolean => both >= ALIKE.addresses && both >= ALIKE.share * fewer;

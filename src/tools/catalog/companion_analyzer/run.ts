import { amount } from '../../../base/amount.ts';
import { toolError } from '../../contract/errors.ts';
import type { ToolError, ToolWarning } from '../../contract/index.ts';
import type { ToolCapabilities, ToolOutcome } from '../../definition.ts';
import { round } from '../../linkage/classify.ts';
import { MODEL_14 } from '../../linkage/editions.ts';
import { instant } from '../../linkage/instant.ts';
import { SHOWN } from '../../linkage/linkage.ts';
import { observe } from '../../linkage/observe.ts';
import { columnsOf } from '../../linkage/relation.ts';
import { succeed } from '../../linkage/successors.ts';
import { WITH_LOSSES } from '../../linkage/times.ts';
import { candidatesIn, type Link } from './candidates.ts';
import { scoreCompanions, type Scored, type Scores } from './model.ts';
import { afterCompanions } from './next.ts';
import type { Place } from './places.ts';
import { COLUMN, listenedIn, readWalk, sentRelation, type Walk } from './read.ts';
import { alikePlaces, settlePlaces } from './settle-places.ts';
import { MOST, type Answer, type Arguments, type ListedDevice } from './schema.ts';
import { describe, evidenceOf, NOTE, statementOf, verdictOf } from './words.ts';

/** Longest silence in s between an address and its successor. */
const WINDOW_S = 120;

/** Compares places and scores which devices recur in them beyond chance. */
export async function run(args: Arguments, capabilities: ToolCapabilities): Promise<ToolOutcome<Answer>> {
  const { selection } = capabilities;
  if (!columnsOf(selection).has(COLUMN)) return refuse(lacking(`a column ${COLUMN}`));
  if (selection.time_base === 'none') return refuse(lacking('times of the rows'));
  const relation = await sentRelation(capabilities);
  const listened = await listenedIn(relation, capabilities);
  if (listened.length === 0) return refuse(lacking('packets of advertisers with a good CRC'));
  const settled = settlePlaces(args, listened, selection);
  if ('code' in settled) return refuse(settled);
  const read = await distinctPlaces(args, settled.places, relation, capabilities);
  if ('code' in read) return refuse(read);
  const { walk, groupOf } = read;
  const links = args.follow_rotation ? await linksIn(walk, capabilities) : [];
  const { found, identities } = candidatesIn(walk, links, args.known_devices);
  const scores = scoreCompanions(found, identities, groupOf);
  return outcomeOf(args, walk, scores, [...settled.warnings, ...read.warnings, ...unheard(args, walk)], capabilities);
}

const refuse = (error: ToolError): ToolOutcome<Answer> => ({ status: 'error', errors: [error] });
const lacking = (what: string): ToolError =>
  toolError('INSUFFICIENT_DATA', `expected ${what}, found none in the selected rows`, ['capture_selection']);

interface Distinct {
  readonly walk: Walk;
  /** For each place the number of its group; places that are probably the same share a number. */
  readonly groupOf: readonly number[];
  readonly warnings: readonly ToolWarning[];
}

/** Reads the places. If the call names none, inferred places with the same fixed devices are grouped. */
async function distinctPlaces(
  args: Arguments,
  places: readonly Place[],
  relation: string,
  capabilities: ToolCapabilities,
): Promise<Distinct | ToolError> {
  const walk = await readWalk(relation, places, capabilities);
  const { groupOf, warnings } = alikePlaces(walk);
  const groups = [...new Set(groupOf)];
  if (groups.length === places.length) return { walk, groupOf, warnings };
  if (args.places !== undefined) return { walk, groupOf, warnings: saying(warnings, 'nothing counts as beyond chance in them alone') };
  if (groups.length < 2) {
    const message = `expected captures of places that lie apart, but ${warnings[0]!.message}; name them in places if they lie apart`;
    return toolError('INSUFFICIENT_DATA', message, ['arguments', 'places']);
  }
  const merged = groups.map((group) => {
    const own = places.filter((_, place) => groupOf[place] === group);
    return { name: own.map(({ name }) => name).join(' + '), spans: own.flatMap(({ spans }) => spans) };
  });
  const joined = await readWalk(relation, merged, capabilities);
  return {
    walk: joined,
    groupOf: merged.map((_, place) => place),
    warnings: saying(warnings, 'they count as one; name them in places if they lie apart'),
  };
}

const saying = (warnings: readonly ToolWarning[], also: string): ToolWarning[] =>
  warnings.map((warning) => ({ ...warning, message: `${warning.message}: ${also}` }));

/** Probable successors among the rotating addresses, by the linkage model on the whole selection. */
async function linksIn({ senders }: Walk, capabilities: ToolCapabilities): Promise<Link[]> {
  const observation = await observe({ advertiser_addr: COLUMN, initiator_addr: COLUMN }, capabilities, WITH_LOSSES);
  const { candidates } = await succeed(observation, { window_s: WINDOW_S, model: 'spec_default', edition: MODEL_14 }, capabilities);
  const numbers = new Map(senders.map(({ address }, number) => [address, number]));
  const numberOf = (at: number): number | undefined => numbers.get(observation.addresses[at]!.address);
  return candidates.flatMap(({ from, to, probability, chosen }) => {
    const [before, after] = [numberOf(from), numberOf(to)];
    return chosen && probability >= SHOWN && before !== undefined && after !== undefined ? [{ from: before, to: after, probability }] : [];
  });
}

function unheard({ known_devices }: Arguments, { senders }: Walk): ToolWarning[] {
  const heard = new Set(senders.map(({ address }) => address));
  const missing = known_devices.filter(({ addresses }) => !addresses.some((address) => heard.has(address)));
  if (missing.length === 0) return [];
  const message = `not heard in any place: ${missing
    .slice(0, 20)
    .map(({ name }) => name)
    .join(', ')}`;
  return [{ code: 'DEVICE_NOT_HEARD', message, field: 'arguments.known_devices' }];
}

function outcomeOf(
  args: Arguments,
  walk: Walk,
  { scored, rates }: Scores,
  warnings: readonly ToolWarning[],
  { selection }: ToolCapabilities,
): ToolOutcome<Answer> {
  const timed = selection.time_base === 'epoch';
  const devices = scored.slice(0, args.limit).map((each) => listed(each, walk, { timed, rates }));
  const beyond = scored.filter((each) => each.candidate.known?.mine !== true && verdictOf(each) === 'beyond_chance').length;
  const stays = walk.senders.flatMap((sender) => sender.stays);
  const packets = stays.reduce((sum, stay) => sum + stay.packets, 0);
  const places = walk.places.map((place, at) =>
    placeOf(
      place,
      stays.filter((stay) => stay.place === at),
      timed,
    ),
  );
  return {
    status: 'ok',
    summary: `${amount(scored.length, 'device')} heard in two or more of ${amount(places.length, 'place')}; ${
      beyond === 0 ? '0 recur' : beyond === 1 ? '1 recurs' : `${String(beyond)} recur`
    } beyond chance. Your own devices are expected to. Scores for investigation: no proof of identity or of intent.`,
    structured_output: {
      places,
      device_count: scored.length,
      beyond_chance_count: beyond,
      has_more: devices.length < scored.length,
      devices,
      base_rates: rates.map(({ by, chance_in_three, ...rate }) => ({
        recognised_by: by,
        ...rate,
        chance_in_three: round(chance_in_three),
      })),
      note: NOTE,
    },
    warnings: [...warnings],
    confidence_inputs: { places: places.length, named: args.places !== undefined },
    hints: {
      next: afterCompanions(devices, packets, selection.captures),
      noNext:
        scored.length === 0 ? 'no device was heard in two places' : 'too many captures are selected to look at the packets of a device',
      contextNeeded: places.length < 3 ? ['captures of at least three places that lie apart'] : [],
      assumptions: [
        'The places lie apart: no fixed device is heard in two of them',
        'A device that changes its address between places and sends nothing that stays is not recognised',
        'How often others of its kind recur says how often a device recurs by chance',
      ],
      riskFactors: [
        {
          type: 'accuracy',
          severity: 'high',
          description: 'A score says that a device was heard along the way, not whose it is or why it was there',
          probability: 0.5,
          impact: 0.8,
          mitigation: 'Name own devices in known_devices, record more places far apart, and look at the packets before concluding anything',
        },
      ],
      reasoning: 'Recurrence, presence and level of each device are weighed against those of the other devices in the same captures.',
    },
    measures: { senders: walk.senders.length, places: places.length, recurring: scored.length },
  };
}

function placeOf(
  { name, spans }: Place,
  stays: readonly Walk['senders'][number]['stays'][number][],
  timed: boolean,
): Answer['places'][number] {
  const [start, end] = stays.reduce(
    ([least, most], { first_us, last_us }) => [Math.min(least, first_us), Math.max(most, last_us)],
    [Infinity, -Infinity],
  );
  return {
    name,
    capture_ids: [...new Set(spans.map(({ capture_id }) => capture_id))],
    ...(timed && stays.length > 0 && { start_ts: instant(start), end_ts: instant(end) }),
    packets: stays.reduce((sum, { packets }) => sum + packets, 0),
    addresses: stays.length,
  };
}

interface Saying {
  /** Whether times are counted from 1970 rather than from the start of the capture. */
  readonly timed: boolean;
  readonly rates: Scores['rates'];
}

function listed(scored: Scored, walk: Walk, { timed, rates }: Saying): ListedDevice {
  const { candidate, probability, same } = scored;
  const { members, stays, by, token, known, tracker } = candidate;
  const firstOf = (member: number): number =>
    walk.senders[member]!.stays.reduce((least, { first_us }) => Math.min(least, first_us), Infinity);
  const ordered = [...members].sort((a, b) => firstOf(a) - firstOf(b) || a - b).map((member) => walk.senders[member]!.address);
  return {
    addresses: ordered.slice(0, MOST.addresses),
    more_addresses: Math.max(0, ordered.length - MOST.addresses),
    ...(known && { name: known.name }),
    mine: known?.mine === true,
    description: describe(members, walk),
    recognised_by: by,
    ...(token !== undefined && { token }),
    places_heard: stays.length,
    heard: stays.map(({ place, packets, first_us, last_us, presence, level }) => ({
      place: walk.places[place]!.name,
      packets,
      ...(timed && { first_ts: instant(first_us), last_ts: instant(last_us) }),
      presence_share: round(presence),
      ...(level !== null && { rssi_median_dbm: level }),
    })),
    probability: round(probability),
    same_device: round(same),
    verdict: verdictOf(scored),
    statement: statementOf(scored, walk.places.length, rates),
    evidence: evidenceOf(scored, walk.places.length),
    ...(tracker && { tracker }),
  };
}

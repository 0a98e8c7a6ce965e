import { candidatesIn } from '../../../src/tools/catalog/companion_analyzer/candidates.ts';
import { scoreCompanions } from '../../../src/tools/catalog/companion_analyzer/model.ts';
import { alikePlaces } from '../../../src/tools/catalog/companion_analyzer/settle-places.ts';
import { verdictOf } from '../../../src/tools/catalog/companion_analyzer/words.ts';
import type { ComposedWalk, FollowerKind, WalkPlan } from './compose.ts';
import { composeWalk, FOLLOWERS } from './compose.ts';
import type { Emission } from './recordings.ts';
import { recordedEmissions } from './recordings.ts';

/** Seeds from here on are held out: nothing was set on them. Seeds from 1 on are for development. */
const HELD_OUT = 10_000;

interface Row {
  readonly name: string;
  readonly walks: number;
  /** Walks in which the follower was heard in three places or more, or in two where there are only two. */
  readonly heard: number;
  /** Followers that are called beyond chance. */
  readonly found: number;
  /** The same for own devices, and how many there were. */
  readonly own: number;
  readonly owned: number;
  /** Devices called beyond chance that do not travel along, and walks that have one. */
  readonly falseAlarms: number;
  readonly alarmedWalks: number;
  readonly forecasts: readonly Forecast[];
  readonly hasFollower: boolean;
}

interface Forecast {
  readonly probability: number;
  readonly right: boolean;
}

/** Runs the model over walks composed from recordings and returns the figures as Markdown. */
export async function evaluateCompanions(options: {
  readonly data: string;
  readonly seeds: number;
  readonly heldOut: boolean;
  readonly only: string;
  readonly say: (line: string) => void;
}): Promise<string> {
  const { data, seeds, heldOut, only, say } = options;
  const emissions = await recordedEmissions(data);
  say(`${String(emissions.length)} recorded addresses`);
  const first = heldOut ? HELD_OUT : 1;
  const rows: Row[] = [];
  const add = (name: string, plan: Omit<WalkPlan, 'seed' | 'own'>): void => {
    if (!name.includes(only)) return;
    const row = measure(name, emissions, plan, first + 100_000 * rows.length, seeds);
    rows.push(row);
    say(lineOf(row));
  };
  const base = { passing: 2000, onePlace: false };
  for (const follower of FOLLOWERS) add(`${follower}, three places`, { ...base, follower, places: 3 });
  add('none, three places', { ...base, follower: null, places: 3 });
  for (const places of [2, 4, 6]) {
    add(`Find My tag, ${String(places)} places`, { ...base, follower: 'Find My tag', places });
    add(`none, ${String(places)} places`, { ...base, follower: null, places });
  }
  add('Find My tag, three quiet places', { ...base, passing: 60, follower: 'Find My tag', places: 3 });
  add('none, three quiet places', { ...base, passing: 60, follower: null, places: 3 });
  add('none, one place called three', { ...base, follower: null, places: 3, onePlace: true });
  return reportOf(rows);
}

function measure(name: string, emissions: readonly Emission[], plan: Omit<WalkPlan, 'seed' | 'own'>, first: number, seeds: number): Row {
  let [heard, found, own, owned, falseAlarms, alarmedWalks] = [0, 0, 0, 0, 0, 0];
  const forecasts: Forecast[] = [];
  for (let n = 0; n < seeds; n++) {
    const composed = composeWalk(emissions, { ...plan, seed: first + n, own: n % 2 === 1 });
    const { mine, others, follower, all } = judge(composed);
    if (heardIn(composed) >= 3) heard++;
    if (follower) found++;
    own += mine;
    owned += n % 2 === 1 ? 2 : 0;
    falseAlarms += others;
    if (others > 0) alarmedWalks++;
    forecasts.push(...all);
  }
  return { name, walks: seeds, heard, found, own, owned, falseAlarms, alarmedWalks, forecasts, hasFollower: plan.follower !== null };
}

/** In how many places the follower was heard. */
function heardIn({ walk, follower }: ComposedWalk): number {
  const stays = walk.senders.flatMap((sender) => (follower.has(sender.address) ? sender.stays : []));
  return new Set(stays.map(({ place }) => place)).size;
}

/** What the model says of a walk, against who travelled along. */
function judge({ walk, follower, own }: ComposedWalk) {
  const { found, identities } = candidatesIn(walk, [], []);
  const { scored } = scoreCompanions(found, identities, alikePlaces(walk).groupOf);
  const all: Forecast[] = [];
  let [seen, mine, others] = [false, 0, 0];
  for (const each of scored) {
    const { candidate, probability } = each;
    const addresses = candidate.members.map((member) => walk.senders[member]!.address);
    const isFollower = addresses.every((address) => follower.has(address));
    const isOwn = addresses.every((address) => own.has(address));
    all.push({ probability, right: isFollower || isOwn });
    if (verdictOf(each) !== 'beyond_chance') continue;
    if (isFollower) seen = true;
    else if (isOwn) mine++;
    else others++;
  }
  return { follower: seen, mine, others, all };
}

export type { FollowerKind };

const percent = (some: number, all: number): string => `${((100 * some) / Math.max(1, all)).toFixed(1)} %`;

const lineOf = ({ name, walks, heard, found, own, owned, falseAlarms, alarmedWalks, hasFollower }: Row): string =>
  `| ${name} | ${String(walks)} | ${hasFollower ? `${String(heard)} | ${percent(found, heard)}` : '– | –'} | ${percent(own, owned)} | ${String(falseAlarms)} in ${String(alarmedWalks)} | ${((100 * alarmedWalks) / walks).toFixed(1)} |`;

const BINS = [0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0001];

function reportOf(rows: readonly Row[]): string {
  const all = rows.filter(({ name }) => !name.includes('one place')).flatMap(({ forecasts }) => forecasts);
  const bins = BINS.slice(1).map((to, at) => {
    const from = BINS[at]!;
    const inside = all.filter(({ probability }) => probability >= from && probability < to);
    const mean = inside.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, inside.length);
    const right = inside.filter((each) => each.right).length / Math.max(1, inside.length);
    return `| ${String(from)}–${to > 1 ? '1' : String(to)} | ${String(inside.length)} | ${mean.toFixed(2)} → ${right.toFixed(2)} |`;
  });
  return [
    '| who travels along | walks | heard in three places | found, of these | own devices found | false alarms in walks | false alarms per 100 walks |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(lineOf),
    '',
    '| probability | devices in two places or more | mean → travelled along |',
    '| --- | --- | --- |',
    ...bins,
    '',
  ].join('\n');
}

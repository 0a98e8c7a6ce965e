import { candidatesIn } from '../../../src/tools/catalog/companion_analyzer/candidates.ts';
import { scoreCompanions } from '../../../src/tools/catalog/companion_analyzer/model.ts';
import { alikePlaces } from '../../../src/tools/catalog/companion_analyzer/settle-places.ts';
import { verdictOf } from '../../../src/tools/catalog/companion_analyzer/words.ts';
import type { NodeWorkbench } from '../../support/node-workbench.ts';
import { nodeWorkbench } from '../../support/node-workbench.ts';
import type { ComposedPackets, ComposedWalk } from './compose.ts';
import { composePackets, composeWalk } from './compose.ts';
import { analysed } from './followed.ts';
import { recordedEmissions } from './recordings.ts';
import type { WalkPlan, World } from './world.ts';
import { drawWorld, FOLLOWERS, ROTATING, WORLD } from './world.ts';

/** Seeds from here on are held out: nothing was set on them. Seeds below are for development. */
const HELD_OUT = 80_000;
/** Walks with packets go through the whole tool, and take seconds each. */
const FEWER = 5;

interface Row {
  readonly name: string;
  readonly all: readonly Judged[];
}

/** What the tool says of one walk, against who travelled along. */
interface Judged {
  /** Places in which the follower was heard, 0 without one, and whether it is called beyond chance. */
  readonly heard: number;
  readonly found: boolean;
  readonly follows: boolean;
  /** Own devices that are called beyond chance, and how many there are. */
  readonly own: number;
  readonly owned: number;
  /** Devices called beyond chance that do not travel along. */
  readonly falseAlarms: number;
  readonly forecasts: readonly Forecast[];
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
  /** The first seed of each row, instead of the one that `heldOut` means. */
  readonly first?: number;
  readonly say: (line: string) => void;
}): Promise<string> {
  const { data, seeds, heldOut, only, say } = options;
  const emissions = await recordedEmissions(data);
  say(`${String(emissions.length)} recorded addresses`);
  const rows: Row[] = [];
  let number = 0;
  const add = async (name: string, walks: number, judged: (seed: number, own: boolean) => Judged | Promise<Judged>): Promise<void> => {
    const first = options.first ?? (heldOut ? HELD_OUT : 1) + 100_000 * number;
    number++;
    if (!name.includes(only)) return;
    const all: Judged[] = [];
    for (let n = 0; n < walks; n++) all.push(await judged(first + n, n % 2 === 1));
    const row = { name, all };
    rows.push(row);
    say(lineOf(row));
  };
  const composed = (name: string, plan: Omit<WalkPlan, 'seed' | 'own'>): Promise<void> =>
    add(name, seeds, (seed, own) => judge(composeWalk(emissions, { ...plan, seed, own })));
  const base = { passing: 2000, onePlace: false };
  for (const follower of FOLLOWERS) await composed(`${follower}, three places`, { ...base, follower, places: 3 });
  await composed('none, three places', { ...base, follower: null, places: 3 });
  for (const places of [2, 4, 6]) {
    await composed(`Find My tag, ${String(places)} places`, { ...base, follower: 'Find My tag', places });
    await composed(`none, ${String(places)} places`, { ...base, follower: null, places });
  }
  await composed('Find My tag, three quiet places', { ...base, passing: 60, follower: 'Find My tag', places: 3 });
  await composed('none, three quiet places', { ...base, passing: 60, follower: null, places: 3 });
  await composed('none, one place called three', { ...base, follower: null, places: 3, onePlace: true });
  await add(DRAWN, seeds, (seed) => {
    const { plan, world } = drawWorld(seed);
    return judge(composeWalk(emissions, plan, world));
  });
  const workbench = await nodeWorkbench();
  for (const follower of [ROTATING, null] as const)
    await add(`${follower ?? 'none'}, three places, recorded all the way`, Math.ceil(seeds / FEWER), (seed, own) =>
      judgeAnalysed(composePackets(emissions, { ...base, seed, own, follower, places: 5 }, ALL_THE_WAY), workbench),
    );
  await workbench.close();
  return reportOf(rows);
}

const DRAWN = 'any or none, other crowds, lengths and receivers';
/** Three places and two ways between them, with no time left out. */
const ALL_THE_WAY: World = { ...WORLD, between_s: [0.1, 0.2], missedPlace: 0 };

/** By the parts that recognise and score, on what the tool would read. */
function judge(composed: ComposedWalk): Judged {
  const { walk } = composed;
  const { found, identities } = candidatesIn(walk, [], []);
  const { scored } = scoreCompanions(found, identities, alikePlaces(walk).groupOf);
  const stays = walk.senders.flatMap((sender) => (composed.follower.has(sender.address) ? sender.stays : []));
  return judgedOf(
    scored.map((each) => ({
      addresses: each.candidate.members.map((member) => walk.senders[member]!.address),
      probability: each.probability,
      beyond: verdictOf(each) === 'beyond_chance',
    })),
    composed,
    new Set(stays.map(({ place }) => place)).size,
  );
}

/** By the whole tool, on a capture of the packets, with the linkage model. */
async function judgeAnalysed(composed: ComposedPackets, workbench: NodeWorkbench): Promise<Judged> {
  const { devices } = await analysed(composed, workbench);
  const stays = composed.senders.flatMap(({ address, stays }) => (composed.follower.has(address) ? [...stays.keys()] : []));
  return judgedOf(
    devices.map(({ addresses, probability, verdict }) => ({ addresses, probability, beyond: verdict === 'beyond_chance' })),
    composed,
    new Set(stays.filter((place) => place % 2 === 0)).size,
  );
}

interface Said {
  readonly addresses: readonly string[];
  readonly probability: number;
  readonly beyond: boolean;
}

function judgedOf(said: readonly Said[], { follower, own }: Pick<ComposedWalk, 'follower' | 'own'>, heard: number): Judged {
  const of = (addresses: readonly string[], whose: ReadonlySet<string>): boolean => addresses.every((address) => whose.has(address));
  const beyond = said.filter((each) => each.beyond);
  const followers = beyond.filter(({ addresses }) => of(addresses, follower)).length;
  const mine = beyond.filter(({ addresses }) => of(addresses, own)).length;
  return {
    heard,
    follows: follower.size > 0,
    found: followers > 0,
    own: mine,
    owned: own.size > 0 ? 2 : 0,
    falseAlarms: beyond.length - followers - mine,
    forecasts: said.map(({ addresses, probability }) => ({ probability, right: of(addresses, follower) || of(addresses, own) })),
  };
}

const percent = (some: number, all: number): string => `${((100 * some) / Math.max(1, all)).toFixed(1)} %`;

function lineOf({ name, all }: Row): string {
  const sum = (of: (judged: Judged) => number): number => all.reduce((total, each) => total + of(each), 0);
  const following = all.filter(({ follows }) => follows);
  const heard = following.filter((each) => each.heard >= 3);
  const found = heard.filter((each) => each.found).length;
  const share = following.length > 0 ? `${String(heard.length)} | ${percent(found, heard.length)}` : '– | –';
  const alarmed = all.filter(({ falseAlarms }) => falseAlarms > 0).length;
  const owned =
    sum((each) => each.owned) > 0
      ? percent(
          sum((each) => each.own),
          sum((each) => each.owned),
        )
      : '–';
  return `| ${name} | ${String(all.length)} | ${share} | ${owned} | ${String(sum((each) => each.falseAlarms))} in ${String(alarmed)} | ${((100 * alarmed) / all.length).toFixed(1)} |`;
}

const BINS = [0, 0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.99, 1.0001];

function binsOf(rows: readonly Row[]): string[] {
  const all = rows.flatMap((row) => row.all.flatMap(({ forecasts }) => forecasts));
  return BINS.slice(1).map((to, at) => {
    const from = BINS[at]!;
    const inside = all.filter(({ probability }) => probability >= from && probability < to);
    const mean = inside.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, inside.length);
    const right = inside.filter((each) => each.right).length / Math.max(1, inside.length);
    return `${String(inside.length)} | ${mean.toFixed(3)} → ${right.toFixed(3)}`;
  });
}

function reportOf(rows: readonly Row[]): string {
  const pooled = rows.filter(({ name }) => !name.includes('one place'));
  const [usual, drawn] = [binsOf(pooled.filter(({ name }) => name !== DRAWN)), binsOf(pooled.filter(({ name }) => name === DRAWN))];
  return [
    '| who travels along | walks | heard in three places | found, of these | own devices found | false alarms in walks | false alarms per 100 walks |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(lineOf),
    '',
    '| probability | devices in two places or more | mean → travelled along | other crowds, lengths and receivers: devices | mean → travelled along |',
    '| --- | --- | --- | --- | --- |',
    ...usual.map((cells, at) => `| ${String(BINS[at])}–${String(Math.min(1, BINS[at + 1]!))} | ${cells} | ${drawn[at]!} |`),
    '',
  ].join('\n');
}

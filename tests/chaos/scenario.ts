import type { CaptureInfo } from '../../src/tables/captures.ts';
import { randomSource } from '../support/random.ts';
import { FAULTS, heal, type Fault } from './faults.ts';
import { invocation, STAGES, type Stage } from './stages.ts';
import { World } from './world.ts';

/** How the work ended for the person. */
export const OUTCOMES = ['completed', 'completed after "Restart"', 'offered a retry', 'asked for the file'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface Case {
  readonly seed: number;
  readonly stage: Stage;
  readonly fault: Fault;
}

/** The case of a number: all pairs of stage and fault in turn, each time at other moments. */
export function caseOf(number: number): Case {
  const pair = number % (STAGES.length * FAULTS.length);
  return { seed: number, stage: STAGES[pair % STAGES.length]!, fault: FAULTS[Math.floor(pair / STAGES.length)]! };
}

/** Events of a stage that nothing disturbs, by its name. */
const lengths = new Map<string, number>();

/** What must be the same afterwards, by capture. */
type Listed = Map<string, string>;
const describe = (captures: readonly CaptureInfo[]): Listed =>
  new Map(captures.map(({ capture_id, sha256, file_name }) => [capture_id, `${file_name} ${sha256}`]));

/** Opens the captures of every case: two of one name, of which the first is closed again, two sensors of one scene, and a view over both. */
async function prepared(stage: Stage): Promise<World> {
  const world = new World();
  const { disk } = world;
  const files = [disk.table('x.csv'), disk.table('x.csv', '1700000003,8,9.9\n'), disk.scene('north.pcap'), disk.scene('south.pcap', 1_500)];
  disk.scene('new.pcap', 9);
  await must(world, 'opening the captures', async () => {
    await world.page.script.open(files);
    await world.page.script.close('x');
    await world.page.calls.merge(['north', 'south'], { name: 'pair' });
    await world.page.script.run(invocation('capture_query', 'x_2', { sql: 'SELECT 1' }));
    await stage.prepare?.(world);
  });
  return world;
}

/** Work that no fault disturbs, and that must succeed. */
async function must(world: World, what: string, work: () => Promise<unknown>): Promise<void> {
  const outcome = await attempt(world, what, work);
  if (outcome.error !== undefined) throw new Error(`${what}: ${text(outcome.error)}`);
  if (!outcome.settled) throw new Error(`${what}: does not settle`);
}

interface Attempt {
  readonly settled: boolean;
  readonly error?: unknown;
}

async function attempt(world: World, what: string, work: () => Promise<unknown>): Promise<Attempt> {
  let done: Attempt | null = null;
  world.watch(what, work()).then(
    () => (done = { settled: true }),
    (error: unknown) => (done = { settled: true, error }),
  );
  await world.until(() => done !== null);
  return done ?? { settled: false };
}

const text = (error: unknown): string =>
  error instanceof Error ? `${(error as { code?: string }).code ?? error.name}: ${error.message}` : String(error);

/** Runs one case; throws with what is wrong. */
export async function runCase({ seed, stage, fault }: Case): Promise<Outcome> {
  const length = lengths.get(stage.name) ?? (await measure(stage));
  const chance = randomSource(seed);
  const world = await prepared(stage);
  try {
    const before = describe(world.captures());
    const stored = world.sessionStore.stored();
    const at = world.events + 1 + chance.below(length);
    let struck = false;
    world.onEvent = (event) => {
      if (event !== at) return;
      struck = true;
      world.onEvent = () => undefined;
      fault.strike(world);
    };
    const first = await attempt(world, stage.name, () => stage.run(world));
    if (!struck) fault.strike(world);
    return await afterFault(world, { stage, fault, first, before, stored });
  } finally {
    await world.end();
  }
}

async function measure(stage: Stage): Promise<number> {
  const world = await prepared(stage);
  try {
    const from = world.events;
    await must(world, `${stage.name} without a fault`, () => stage.run(world));
    lengths.set(stage.name, world.events - from);
    return world.events - from;
  } finally {
    await world.end();
  }
}

interface Struck {
  readonly stage: Stage;
  readonly fault: Fault;
  readonly first: Attempt;
  readonly before: Listed;
  readonly stored: readonly string[];
}

/** The person acts on what the page offers, and everything must be as it was. */
async function afterFault(world: World, { stage, fault, first, before, stored }: Struck): Promise<Outcome> {
  let outcome: Outcome = first.error === undefined ? 'completed' : 'offered a retry';
  // A worker that hangs inside a step looks like one that works, so the page offers to restart it.
  if (world.unsettled().length > 0 || world.page.read<{ phase: string }>('engine')?.phase === 'busy') {
    await must(world, 'restarting the engine', () => world.page.calls.restartEngine());
    outcome = 'completed after "Restart"';
    if (!(await world.until(() => world.unsettled().length === 0))) throw new Error(`never settled: ${world.unsettled().join(', ')}`);
  }
  heal(world);
  // Long enough for the checks of an idle worker to find that it is dead.
  await world.until(() => false, 60_000);
  await must(world, 'the page is ready', () => world.page.calls.ready());
  if (await provideFiles(world)) outcome = 'asked for the file';
  const again =
    first.error === undefined && first.settled ? first : await attempt(world, `${stage.name} once more`, () => stage.run(world));
  if (again.error !== undefined) {
    if ((again.error as { code?: string }).code !== 'CAPTURES_MISSING')
      throw new Error(`the retry failed: ${text(again.error)} after ${text(first.error)}`);
    outcome = 'asked for the file';
  }
  if (!again.settled) throw new Error('the retry never settled');
  await checkCaptures(world, before);
  if (fault.name !== 'storage evicted') checkStored(stored, world.sessionStore.stored());
  return outcome;
}

/** Captures that cannot be queried offer a way back; answers whether that was the file. */
async function provideFiles(world: World): Promise<boolean> {
  let asked = false;
  await world.until(() =>
    world.captures().every(({ unavailable }) => unavailable?.state !== 'reading' && unavailable?.state !== 'waiting'),
  );
  for (const { capture_id, file_name, sha256, unavailable } of world.captures()) {
    if (!unavailable) continue;
    const [action] = unavailable.actions;
    if (action === 'choose_file') {
      asked = true;
      const [file] = await matching(world.disk.pick(file_name), sha256);
      await must(world, `choosing the file of ${capture_id}`, () => world.page.calls.provide(capture_id, [file!]));
    } else if (action === 'retry') await must(world, `retrying ${capture_id}`, () => world.page.calls.retry(capture_id));
    else throw new Error(`${capture_id} offers nothing: ${unavailable.reason}`);
  }
  return asked;
}

async function matching(files: readonly File[], sha256: string): Promise<File[]> {
  const digests = await Promise.all(
    files.map(async (file) => Buffer.from(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())).toString('hex')),
  );
  return files.filter((_, i) => digests[i] === sha256);
}

async function checkCaptures(world: World, before: Listed): Promise<void> {
  const after = describe(world.captures());
  for (const [id, was] of before) {
    if (!after.has(id)) throw new Error(`${id} is not listed any more: ${[...after.keys()].join(', ')}`);
    if (after.get(id) !== was) throw new Error(`${id} is another capture: ${after.get(id) ?? ''} instead of ${was}`);
  }
  for (const { capture_id, row_count } of world.captures()) {
    let rows: unknown = null;
    await must(world, `querying ${capture_id}`, async () => {
      rows = (await world.page.script.query(`SELECT count(*) FROM ${capture_id}`)).rows[0]?.[0];
    });
    if (Number(rows) !== row_count) throw new Error(`${capture_id} holds ${String(rows)} rows instead of ${String(row_count)}`);
  }
  const head = world.page.read<string>('auditHead') ?? '';
  await must(world, 'verifying the journal', async () => {
    const verdict = await world.page.script.verifyAudit(head);
    if (!verdict.ok) throw new Error('the chain of the journal is broken');
  });
}

function checkStored(before: readonly string[], after: readonly string[]): void {
  const lost = before.filter((file) => !after.includes(file));
  if (lost.length > 0) throw new Error(`stored bytes are gone: ${lost.join(', ')}`);
}

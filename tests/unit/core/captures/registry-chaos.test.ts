import { expect, test } from 'vitest';
import { DiskFile } from '../../../support/disk-file.ts';
import { FaultyRegistry } from '../../../support/faulty-registry.ts';
import { randomSource } from '../../../support/random.ts';

const STEPS = 80;
/** Errors with which a call may end while the engine is lost or a file is missing. Each can be tried again. */
const RETRYABLE = new Set(['ENGINE_LOST', 'CAPTURE_NOT_READY', 'AbortError']);
const codeOf = (error: unknown): string =>
  error instanceof DOMException ? error.name : ((error as { code?: string }).code ?? String(error));

/** Random work and faults at once; what was open must be open at the end, under its id and with its rows. */
class Chaos {
  readonly world = new FaultyRegistry();
  /** What must be listed: the numbers that each capture or view holds. */
  readonly expected = new Map<string, { readonly numbers: readonly number[]; readonly members: readonly string[] }>();
  readonly unsettled = new Map<number, string>();
  readonly refused: string[] = [];
  readonly files: { readonly file: DiskFile; readonly content: Blob | null }[] = [];
  #serial = 0;

  constructor(private readonly chance: ReturnType<typeof randomSource>) {}

  async run(): Promise<void> {
    for (let step = 0; step < STEPS; step++) {
      this.act();
      await this.world.clock.advance(this.chance.below(2) === 0 ? this.chance.below(120_000) : 0);
      const listed = new Set(this.world.registry.list().map(({ capture_id }) => capture_id));
      expect([...this.expected.keys()].filter((id) => !listed.has(id))).toEqual([]);
    }
  }

  /** Faults end, and a person tries again what is unavailable. */
  async recover(): Promise<void> {
    const { world } = this;
    world.faults.plan.splice(0);
    for (const { file, content } of this.files) file.content = content;
    world.engine.restart();
    await world.untilRestored();
    while (this.unsettled.size > 0) await world.clock.advance(10_000);
    for (const { capture_id, format, unavailable } of world.registry.list()) {
      if (!unavailable) continue;
      // A view waits for its members; everything else can be tried again.
      if (format !== 'merged') expect(unavailable.actions, capture_id).toContain('retry');
      await world.registry.retry(capture_id);
    }
  }

  private act(): void {
    const { world, chance } = this;
    const [id] = this.pick(1);
    const fault = ['kill', 'silence', 'error', 'slow', 'moved'][chance.below(5)];
    switch (['open', 'open', 'close', 'merge', 'query', 'query', 'fault', 'fault'][chance.below(8)]) {
      case 'open':
        return this.open();
      case 'close':
        return id === undefined ? undefined : this.close(id);
      case 'merge':
        return this.merge();
      case 'query':
        return id === undefined ? undefined : this.query(id);
      default:
        if (fault === 'error') world.faults.plan.push('error');
        else if (fault === 'slow') world.faults.plan.push({ ms: 300_000, alive_ms: 5_000 });
        else if (fault === 'silence') world.faults.current?.silence();
        else if (fault === 'moved' && this.files.length > 0) this.files[chance.below(this.files.length)]!.file.content = null;
        else world.faults.current?.kill();
    }
  }

  private open(): void {
    const n = ++this.#serial;
    const file = new DiskFile(`when,n\n2024-05-01T10:00:00Z,${n}\n2024-05-01T10:00:01Z,${n}\n`, 'x.csv');
    this.files.push({ file, content: file.content });
    this.follow(`open ${n}`, async () => {
      const { capture_id } = await this.world.registry.captures.open(file, {});
      this.expected.set(capture_id, { numbers: [n], members: [] });
    });
  }

  private close(id: string): void {
    for (const [over, { members }] of [...this.expected]) if (over === id || members.includes(id)) this.expected.delete(over);
    this.follow(`close ${id}`, () => this.world.registry.close(id));
  }

  private merge(): void {
    const members = this.pick(2).filter((id) => this.expected.get(id)?.members.length === 0);
    if (members.length < 2) return;
    const numbers = members.flatMap((id) => this.expected.get(id)?.numbers ?? []).sort((one, other) => one - other);
    this.follow(`merge ${members.join()}`, async () => {
      const { capture } = await this.world.registry.merges.merge(members, { name: `merged_${members.join('_')}` });
      // A member that was closed meanwhile took the view with it.
      if (members.every((id) => this.expected.has(id))) this.expected.set(capture.capture_id, { numbers, members });
      else await this.world.registry.close(capture.capture_id);
    });
  }

  private query(id: string): void {
    const before = this.expected.get(id);
    this.follow(`query ${id}`, async () => {
      try {
        const found = await this.world.numbers(id);
        if (this.expected.get(id) === before) expect(found, id).toEqual(before?.numbers);
      } catch (error) {
        // Its capture was closed meanwhile.
        if (this.expected.get(id) === before) throw error;
      }
    });
  }

  private pick(count: number): string[] {
    const left = [...this.expected.keys()];
    return Array.from({ length: count }, () => left.splice(this.chance.below(left.length), 1)).flat();
  }

  private follow(what: string, work: () => Promise<unknown>): void {
    const key = ++this.#serial;
    this.unsettled.set(key, what);
    const settled = (): void => void this.unsettled.delete(key);
    work().then(settled, (error: unknown) => {
      settled();
      const gone = what.startsWith('open') && /NotReadableError|UNREADABLE_FILE/.test(codeOf(error));
      const closed = what.startsWith('merge') && /INVALID_MERGE|SQL_ERROR|UNKNOWN_CAPTURE/.test(codeOf(error));
      if (!RETRYABLE.has(codeOf(error)) && !gone && !closed) this.refused.push(`${what}: ${String(error)}`);
    });
  }
}

test.each([1, 2, 3, 4, 5, 6])('no capture is unlisted, renamed, lost or left waiting (seed %i)', async (seed) => {
  const chaos = new Chaos(randomSource(seed));
  await chaos.world.engine.ready;
  await chaos.run();
  await chaos.recover();
  expect(chaos.expected.size).toBeGreaterThan(1);
  expect(chaos.world.engine.generation()).toBeGreaterThan(2);
  expect(chaos.refused).toEqual([]);
  expect(chaos.world.states()).toEqual(Object.fromEntries([...chaos.expected.keys()].map((id) => [id, 'ready'])));
  for (const [id, { numbers }] of chaos.expected) expect(await chaos.world.numbers(id), id).toEqual(numbers);
  await chaos.world.engine.close();
});

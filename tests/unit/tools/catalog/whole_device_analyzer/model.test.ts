import { describe, expect, it, vi } from 'vitest';
import type { Progress } from '../../../../../src/base/progress.ts';
import type { Emitter } from '../../../../../src/tools/catalog/whole_device_analyzer/emitters.ts';
import { Comparison } from '../../../../../src/tools/catalog/whole_device_analyzer/compare.ts';
import { FigureStore } from '../../../../../src/tools/catalog/whole_device_analyzer/figures.ts';
import { HABITS, type Heard, weightOf } from '../../../../../src/tools/catalog/whole_device_analyzer/heard.ts';
import { type Levels, movementOf, movements, SLOT_S, tracesOf } from '../../../../../src/tools/catalog/whole_device_analyzer/levels.ts';
import { type Device, wholeDevices } from '../../../../../src/tools/catalog/whole_device_analyzer/model.ts';
import { readLevels } from '../../../../../src/tools/catalog/whole_device_analyzer/read.ts';
import { Rotation } from '../../../../../src/tools/catalog/whole_device_analyzer/rotation.ts';
import { SharedTokens } from '../../../../../src/tools/catalog/whole_device_analyzer/shared-tokens.ts';
import { heardDevices, measureDevices } from '../../../../evaluate/devices/measure.ts';
import { DEVICE_WORLDS } from '../../../../evaluate/devices/world.ts';
import { type Token, tokensIn } from '../../../../../src/tools/catalog/whole_device_analyzer/tokens.ts';
import { randomSource } from '../../../../support/random.ts';

const SPAN = 3600;
const WORK = { signal: new AbortController().signal, progress: () => undefined };

function emitter(number: number, first: number, last: number, changes: readonly number[] = []): Emitter {
  return {
    members: [10 * number, ...changes.map((_, at) => 10 * number + at + 1)],
    frames: 500,
    first,
    last,
    spacing: [0.3, 0.3],
    before: first < 2,
    after: last > SPAN - 2,
    changes: changes.map((moment) => ({ from: moment - 0.2, until: moment + 0.2 })),
    drift: null,
  };
}

const trace = (levels: readonly number[], first = 0): Levels => ({
  slots: Float64Array.from(levels, (_, at) => first + at),
  levels: Float32Array.from(levels),
});
const silent = (): Levels => trace([]);

function heardOf(emitters: readonly Emitter[], own: Partial<Heard> = {}): Heard {
  return { emitters, levels: emitters.map(silent), tokens: emitters.map(() => []), span: SPAN, driftSpread: 1, ...own };
}

/** Strangers that come, change and go at their own times. */
function strangers(count: number, seed: number, from: number): Emitter[] {
  const random = randomSource(seed);
  return Array.from({ length: count }, (_, at) => {
    const first = random.between(0, SPAN * 0.7);
    const last = Math.min(SPAN, first + random.between(300, 2400));
    const changes: number[] = [];
    for (let time = first + random.between(100, 700); time < last - 30; time += random.between(300, 900)) changes.push(time);
    return emitter(from + at, first, last, changes);
  });
}

const joined = ({ devices }: { readonly devices: readonly Device[] }): (readonly number[])[] =>
  devices.map(({ members }) => members).sort(([a = 0], [b = 0]) => a - b);

describe('whole devices', () => {
  const CHANGES = [820, 1400, 2010];

  it('joins two streams that come, go and change together, and no other emitter', async () => {
    const emitters = [emitter(0, 400, 2500, CHANGES), emitter(1, 401, 2499, CHANGES), ...strangers(40, 3, 2)];
    const { devices, pairs } = await wholeDevices(heardOf(emitters), [], WORK);
    expect(devices.map(({ members }) => members)).toEqual([[0, 1]]);
    expect(devices[0]!.probability).toBeGreaterThan(0.95);
    expect(pairs[0]!.terms().find(({ term }) => term === 'rotation')).toMatchObject({
      statement: '3 changes of address in one moment, 0 changes of one alone',
    });
  });

  it('adds up prior and evidence to the probability of every pair', async () => {
    const emitters = [emitter(0, 400, 2500, CHANGES), emitter(1, 401, 2499, CHANGES), ...strangers(30, 8, 2)];
    for (const { prior, terms, probability } of (await wholeDevices(heardOf(emitters), [], WORK)).pairs)
      expect(1 / (1 + Math.exp(-terms().reduce((sum, { nats }) => sum + nats, prior)))).toBeCloseTo(probability, 6);
  });

  it('does not join two of one model that are there throughout', async () => {
    const emitters = [emitter(0, 0, SPAN, [700, 1500]), emitter(1, 0, SPAN, [300, 1190]), ...strangers(20, 5, 2)];
    expect(joined(await wholeDevices(heardOf(emitters), [], WORK))).toEqual([]);
  });

  it('gives no weight to a change in the moment in which all change', () => {
    const together = Array.from({ length: 12 }, (_, at) => emitter(at, 0, SPAN, [600, 1200]));
    const term = new Rotation(heardOf(together)).term(together[0]!, together[1]!);
    expect(weightOf(term!, HABITS)).toBeLessThan(0.2);
    const alone = [
      emitter(0, 0, SPAN, [600, 1200]),
      emitter(1, 0, SPAN, [600, 1200]),
      ...together.slice(2).map((each) => ({ ...each, changes: [] })),
    ];
    expect(weightOf(new Rotation(heardOf(alone)).term(alone[0]!, alone[1]!)!, HABITS)).toBeGreaterThan(4);
  });

  it('follows a device whose parts cannot be told apart across a change', async () => {
    const pairOf = (number: number, first: number, last: number): Emitter[] => [
      { ...emitter(number, first, last), members: [number] },
      { ...emitter(number + 1, first + 0.5, last - 0.5), members: [number + 1] },
    ];
    const others = strangers(40, 11, 10);
    const emitters = [...pairOf(0, 500, 1100), ...pairOf(2, 1101, 2050), ...others];
    // Presence alone could be two devices that travel together; one antenna could not.
    const random = randomSource(19);
    const moving = Array.from({ length: SPAN / SLOT_S + 1 }, () => -70 + random.normal(4));
    const levels = emitters.map((_, at) => (at < 4 ? trace(moving.map((level) => level + random.normal(1))) : silent()));
    const heard = heardOf(emitters, { levels });
    const reasons = {} as never;
    const candidates = [0, 1].flatMap((from) => [2, 3].map((to) => ({ from, to, probability: 0.48, chosen: false, llr: 0, reasons })));
    expect(joined(await wholeDevices(heard, candidates, WORK))).toEqual([[0, 1, 2, 3]]);
    expect(joined(await wholeDevices(heard, [], WORK))).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('joins what a connection disclosed to be one, also when never heard together', async () => {
    const emitters = [emitter(0, 100, 800), emitter(1, 1500, 2500), ...strangers(20, 7, 2)];
    const identity = (value: string, packet_no?: number): Token => ({
      term: 'identity',
      kind: 'identity',
      value,
      ...(packet_no !== undefined && { packet: { capture_id: 'room', packet_no } }),
    });
    const tokens: Token[][] = emitters.map((_, at) => [identity(`address ${String(at)}`)]);
    tokens[0]!.push(identity('address 1', 77));
    const { devices } = await wholeDevices(heardOf(emitters, { tokens }), [], WORK);
    expect(devices.map(({ members }) => members)).toEqual([[0, 1]]);
    expect(devices[0]!.pairs[0]!.terms().find(({ term }) => term === 'identity')!.packets).toEqual([{ capture_id: 'room', packet_no: 77 }]);
  });
});

describe('devices that travel together', () => {
  it('stay separate where people come and go two by two', async () => {
    const world = DEVICE_WORLDS.find(({ name }) => name === 'people in pairs')!;
    const { joins, devices } = await measureDevices(await heardDevices(world, 305));
    expect(devices).toBeGreaterThan(80);
    expect(joins).toBeLessThanOrEqual(1);
  });
});

describe('an address that begins where another ends', () => {
  const payload = (value: string): Token => ({ term: 'payload', kind: 'service data', value });
  const probabilityAfter = async (gap: number): Promise<number> => {
    const emitters = [emitter(0, 300, 900), emitter(1, 900 + gap, 2600), ...strangers(30, 43, 2)];
    const tokens = emitters.map((_, at) => [payload(at < 2 ? 'own' : `other ${String(at)}`)]);
    const { pairs } = await wholeDevices(heardOf(emitters, { tokens }), [], WORK);
    return pairs.find(({ a, b }) => a + b === 1)!.probability;
  };

  it('is the likelier of one device the sooner it comes', async () => {
    expect(await probabilityAfter(5)).toBeGreaterThan(0.9);
    expect(await probabilityAfter(900)).toBeLessThan(0.8);
  });
});

describe('a comparison of many emitters', () => {
  const many = () => heardOf(strangers(120, 23, 0));

  it('reports how many pairs it has compared', async () => {
    const reports: Progress[] = [];
    await wholeDevices(many(), [], { ...WORK, progress: (report) => reports.push(report) });
    expect(reports.length).toBeGreaterThan(2);
    expect(reports.map(({ done }) => done)).toEqual(reports.map(({ done }) => done).sort((a, b) => a - b));
    expect(reports[0]).toMatchObject({ phase: 'comparing emitters', total: (120 * 119) / 2, unit: 'pairs' });
  });

  it('ends when it is cancelled by a message that arrives meanwhile', async () => {
    const controller = new AbortController();
    const reports: Progress[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => controller.abort();
    port2.postMessage(null);
    const run = wholeDevices(many(), [], { signal: controller.signal, progress: (report) => reports.push(report) });
    await expect(run).rejects.toThrow('cancelled');
    port1.close();
    expect(reports.length).toBeLessThan(3);
  });

  it('is cancelled while it learns as well', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(wholeDevices(heardOf(strangers(5, 2, 0)), [], { ...WORK, signal: controller.signal })).rejects.toThrow('cancelled');
  });
});

describe('evidence', () => {
  it('is stronger the fewer others say the same', () => {
    const name = (value: string): Token[] => [{ term: 'name', kind: 'name', value }];
    const weight = (names: readonly string[]): number => new SharedTokens({ tokens: names.map(name) }).terms(0, 1)[0]!.fixed;
    const strangersNames = Array.from({ length: 20 }, (_, at) => `device ${String(at)}`);
    const rare = weight(['Anna', 'Anna', ...strangersNames]);
    const common = weight([...Array.from({ length: 12 }, () => 'LE Speaker'), ...strangersNames.slice(0, 10)]);
    expect(rare).toBeGreaterThan(3);
    expect(common).toBeLessThan(1.5);
  });

  it('compares the values of the two alone, however many others there are', () => {
    const own = (at: number): Token => ({ term: 'name', kind: 'name', value: `device ${String(at)}` });
    const said = new SharedTokens({ tokens: Array.from({ length: 2000 }, (_, at) => (at === 0 ? [own(0), own(1999)] : [own(at)])) });
    const looked = vi.spyOn(Set.prototype, 'has');
    const different = said.terms(0, 1000);
    const equal = said.terms(0, 1999);
    const lookups = looked.mock.calls.length;
    vi.restoreAllMocks();
    expect(different[0]!.statement).toBe('both send name, with different values');
    expect(equal[0]!.statement).toContain('both sent name device 1999');
    expect(lookups).toBeLessThan(20);
  });

  it('weighs the same in the store of figures as by itself', () => {
    const emitters = strangers(150, 31, 0);
    const comparison = new Comparison(heardOf(emitters));
    const store = new FigureStore();
    const evidence = emitters.map((_, at) => comparison.evidence(at, (at + 1) % emitters.length));
    for (let round = 0; round < 40; round++)
      for (const own of evidence)
        expect(store.weight(store.add(own), HABITS)).toBe(own.reduce((sum, each) => sum + weightOf(each, HABITS), 0));
  });

  it('reads batteries of earbuds alike from either side', () => {
    const side = (pods: number): Uint8Array =>
      Uint8Array.of(27, 0xff, 0x4c, 0, 0x07, 25, 1, 0x14, 0x20, 0x2b, pods, 0x8f, 3, 2, 0, ...Array.from({ length: 16 }, (_, at) => at));
    const status = (pods: number): string[] => tokensIn(side(pods)).flatMap(({ term, value }) => (term === 'status' ? [value] : []));
    expect(status(0x97)).toEqual(['model 1420, colour 02, batteries 7 and 9, case 15']);
    expect(status(0x79)).toEqual(status(0x97));
  });

  it('takes slow trends and the movement of all out of levels', () => {
    const random = randomSource(4);
    const slots = 200;
    const common = Array.from({ length: slots }, () => random.normal(5));
    const traces = Array.from({ length: 12 }, () =>
      trace(Array.from({ length: slots }, (_, at) => -70 + at / 10 + common[at]! + random.normal(1))),
    );
    const raw = movementOf(traces[0]!, traces[1]!, 0, slots * SLOT_S)!;
    const moved = movements(traces);
    expect(raw.correlation).toBeGreaterThan(0.9);
    expect(Math.abs(movementOf(moved[0]!, moved[1]!, 0, slots * SLOT_S)!.correlation)).toBeLessThan(0.35);
  });

  it('keeps as many levels as were heard, however far apart in time', () => {
    const emitters = Array.from({ length: 30 }, (_, at) => ({ members: [at] }));
    const late = 1e10;
    const rows = [
      { address: 0, slot: 0, level: -50 },
      ...Array.from({ length: 10 }, (_, slot) => emitters.map((__, address) => ({ address, slot: late + slot, level: -60 - slot }))).flat(),
    ];
    const traces = tracesOf(emitters, rows);
    expect(traces[0]!.slots).toHaveLength(11);
    expect(movements(traces)[0]!.slots).toHaveLength(10);
    expect(movementOf(traces[0]!, traces[1]!, 0, (late + 10) * SLOT_S)).toMatchObject({ slots: 10 });
  });

  it('uses the level of the later address where two of an emitter share a slot, and of shared slots alone', () => {
    const rows = [0, 1, 2].flatMap((slot) => [
      { address: 1, slot, level: -40 },
      { address: 2, slot, level: -60 },
    ]);
    expect(tracesOf([{ members: [1, 2] }], rows)).toEqual([trace([-60, -60, -60])]);
    const random = randomSource(2);
    const levels = Array.from({ length: 40 }, () => random.normal(4));
    const [early, later] = [trace(levels.slice(0, 30)), trace(levels.slice(10), 10)];
    const movement = movementOf(early, later, 120, 250)!;
    expect(movement.slots).toBe(14);
    expect(movement.correlation).toBeCloseTo(0.999, 6);
  });

  it('leaves out late levels where there are too many', async () => {
    const values = { addr: ['a', 'b', 'a', 'b', 'a'], slot: [0, 0, 3, 3, 4], level: [-40, -50, -41, -51, -42] };
    const read = async (most: number) => {
      const answer = async (sql: string) => {
        const rows = Math.min(5, Number(/LIMIT (\d+)/.exec(sql)![1]));
        return { rows, columns: [], column: (name: keyof typeof values) => ({ values: values[name].slice(0, rows) }) };
      };
      const capabilities = { query: { answer }, selection: { values: [] }, signal: new AbortController().signal } as never;
      const heard = { addresses: [{ address: 'a' }, { address: 'b' }], baseUs: 0, relation: '' } as never;
      const { rows, leftFrom } = await readLevels([{ ...emitter(0, 0, 50), members: [0, 1] }], heard, capabilities, most);
      return { slots: [...rows].map(({ address, slot }) => [address, slot]), leftFrom };
    };
    const all = [
      [0, 0],
      [1, 0],
      [0, 3],
      [1, 3],
      [0, 4],
    ];
    expect(await read(5)).toEqual({ slots: all, leftFrom: null });
    expect(await read(3)).toEqual({ slots: all.slice(0, 2), leftFrom: 30 });
  });
});

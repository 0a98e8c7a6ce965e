import { align, judge, residuals, type Alignment } from './align.ts';
import { readClock, type ClockLine } from './line.ts';
import { AS_RECORDED, agreement, formula, type Placement } from './placement.ts';
import { radioOnHost, readings, type Reading, type Sensor } from './sensor.ts';
import { KeyBook, createTrack, type Track } from './track.ts';

/** Tolerance for an offset that a person entered: maximum distance between two records of one transmission, µs. */
const MANUAL_TOLERANCE_US = 2000;
/** If one clock of a sensor gives at least this fraction of the pairs of another, the one with smaller residuals is used. */
const AS_MANY = 0.8;
/** If 95 % of a clock's alignment errors are below this, in µs, the sensor's other clocks are not tried. */
const GOOD_US = 1000;

/** Rows of a sensor whose times are on the reference clock, and their numbers among the rows of all captures. */
interface ReferenceRows {
  readonly reading: Reading;
  readonly key: Uint32Array;
  readonly number: Float64Array;
}

/** A clock of a sensor, with its alignment to the reference clock. */
interface AlignedClock {
  readonly rows: ReferenceRows;
  readonly track: Track;
  readonly reading: Reading;
  readonly own: Track;
  readonly alignment: Alignment;
}

type Refusal = NonNullable<Placement['refused']>;

/**
 * Aligns captures to the clock of the first. Each is aligned with everything that the captures aligned before it received, so two sensors
 * that share no packets can be aligned through a third. A sensor that cannot be aligned is tried again after another one was. Captures with
 * an offset that a person entered come last. Returns one placement per sensor, in the order given. Equal input gives equal results.
 */
export function combine(sensors: readonly Sensor[], onPlaced: (done: number) => void = () => undefined): Placement[] {
  return sensors.length === 0 ? [] : new Combination(sensors, onPlaced).run();
}

class Combination {
  readonly #book = new KeyBook();
  readonly #keys: readonly Uint32Array[];
  readonly #placements: (Placement | undefined)[];
  readonly #radioLine: ClockLine | null = null;
  /** The tracks to align with: the reference on each of its clocks, until another sensor has been aligned with one of them. */
  #choices: readonly ReferenceRows[];

  constructor(
    private readonly sensors: readonly Sensor[],
    private readonly onPlaced: (done: number) => void,
  ) {
    this.#keys = sensors.map((sensor) => this.#book.encode(sensor.digest));
    this.#placements = sensors.map(() => undefined);
    const reference = this.#reference;
    const number = reference.row.map((row) => reference.first_row + row);
    const clocks = readings(reference);
    if (clocks.length > 1) this.#radioLine = radioOnHost(reference);
    this.#choices = clocks.map(({ clock, time }) => {
      const line = clock === 'radio_ts_us' ? this.#radioLine : null;
      return { reading: { clock, time: line ? time.map((value) => readClock(line, value)) : time }, key: this.#keys[0]!, number };
    });
  }

  get #reference(): Sensor {
    return this.sensors[0]!;
  }

  run(): Placement[] {
    this.#alignAll();
    // If no other sensor was aligned with the reference, it keeps the clock of its file, which is the last choice.
    if (this.#choices.length > 1) this.#choices = this.#choices.slice(-1);
    this.#placements[0] ??= this.#referencePlacement(this.#choices[0]!.reading.clock);
    this.sensors.forEach((sensor, at) => {
      if (at > 0 && sensor.manual_us !== null) this.#placeManually(at, sensor.manual_us);
    });
    return this.#placements.map((placement) => placement ?? { ...AS_RECORDED, state: 'unaligned' });
  }

  #alignAll(): void {
    let waiting = this.sensors.map((_, at) => at).filter((at) => at > 0 && this.sensors[at]!.manual_us === null);
    for (let before = Infinity; waiting.length > 0 && waiting.length < before;) {
      before = waiting.length;
      waiting = waiting.filter((at) => !this.#alignOne(at));
    }
  }

  #alignOne(at: number): boolean {
    const sensor = this.sensors[at]!;
    let best: AlignedClock | null = null;
    let refused: Refusal = { common: 0, chance: 0 };
    for (const rows of this.#choices) {
      const track = this.#track(rows.reading, rows.key);
      for (const reading of readings(sensor)) {
        const own = this.#track(reading, this.#keys[at]!);
        const outcome = align(track, own);
        if (!outcome.ok) {
          if (outcome.common > refused.common) refused = outcome;
          continue;
        }
        const candidate = { rows, track, reading, own, alignment: outcome.alignment };
        if (!best || isBetter(candidate.alignment, best.alignment)) best = candidate;
        if (best.alignment.residual.p95 <= GOOD_US) break;
      }
      if (best && best.alignment.residual.p95 <= GOOD_US) break;
    }
    if (!best) {
      this.#placements[at] = { ...AS_RECORDED, state: 'unaligned', refused: { common: refused.common, chance: refused.chance } };
      return false;
    }
    this.#placements[0] ??= this.#referencePlacement(best.rows.reading.clock);
    this.#settle(at, 'aligned', best);
    return true;
  }

  #placeManually(at: number, manual_us: number): void {
    const sensor = this.sensors[at]!;
    const rows = this.#choices[0]!;
    const track = this.#track(rows.reading, rows.key);
    const reading: Reading = { clock: 'ts_us', time: sensor.time };
    const own = this.#track(reading, this.#keys[at]!);
    const line = { offset: manual_us + sensor.origin_us - this.#reference.origin_us, pivot: 0, drift: 0 };
    this.#settle(at, 'manual', { rows, track, reading, own, alignment: judge(track, own, line, MANUAL_TOLERANCE_US) });
  }

  #settle(at: number, state: 'aligned' | 'manual', { rows, track, reading, own, alignment }: AlignedClock): void {
    const sensor = this.sensors[at]!;
    const { line, pairs, tolerance, chance } = alignment;
    const duplicate_rows = Float64Array.from(pairs.b, (row) => sensor.row[own.source[row]!]!);
    const duplicate_of = Float64Array.from(pairs.a, (row) => rows.number[track.source[row]!]!);
    const times = Float64Array.from(pairs.a, (row) => track.time[row]!);
    this.#placements[at] = {
      ...AS_RECORDED,
      ...formula(reading.clock, line, sensor, this.#reference.origin_us),
      state,
      agreement: pairs.a.length === 0 ? null : agreement(times, residuals(track, own, line, pairs), tolerance, chance),
      duplicate_rows,
      duplicate_of,
    };
    this.#choices = [this.#withNewRows(rows, at, { reading, own, alignment })];
    this.onPlaced(this.#placements.filter((placement) => placement !== undefined && placement.state !== 'unaligned').length);
  }

  /** Adds the transmissions that only this sensor received to the rows that later sensors are aligned with. */
  #withNewRows(rows: ReferenceRows, at: number, { reading, own, alignment }: Omit<AlignedClock, 'rows' | 'track'>): ReferenceRows {
    const sensor = this.sensors[at]!;
    const known = new Uint8Array(sensor.row.length);
    for (const row of alignment.pairs.b) known[own.source[row]!] = 1;
    const added = sensor.row.map((_, i) => i).filter((i) => known[i] === 0);
    const read = (i: number): number => readClock(alignment.line, reading.time[i]!);
    return {
      reading: { clock: rows.reading.clock, time: joined(rows.reading.time, added.map(read)) },
      key: Uint32Array.from(
        joined(
          Float64Array.from(rows.key),
          added.map((i) => this.#keys[at]![i]!),
        ),
      ),
      number: joined(
        rows.number,
        added.map((i) => sensor.first_row + sensor.row[i]!),
      ),
    };
  }

  #referencePlacement(clock: Reading['clock']): Placement {
    const reference = this.#reference;
    if (clock === 'ts_us' || !this.#radioLine) return { ...AS_RECORDED, state: 'reference' };
    return { ...AS_RECORDED, ...formula(clock, this.#radioLine, reference, reference.origin_us), state: 'reference', fallback_us: 0 };
  }

  #track(reading: Reading, key: Uint32Array): Track {
    return createTrack(reading.time, key, this.#book.size);
  }
}

function isBetter(one: Alignment, other: Alignment): boolean {
  const net = ({ pairs, chance }: Alignment): number => pairs.a.length - chance;
  if (net(one) < AS_MANY * net(other)) return false;
  return net(other) < AS_MANY * net(one) || one.residual.median < other.residual.median;
}

function joined(first: Float64Array, second: Float64Array): Float64Array {
  const out = new Float64Array(first.length + second.length);
  out.set(first);
  out.set(second, first.length);
  return out;
}

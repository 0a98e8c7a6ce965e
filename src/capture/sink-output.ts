import { encodeIpc } from '../tables/arrow.ts';
import type { Batch } from '../tables/batch.ts';
import type { CaptureKind, Notice } from '../tables/captures.ts';
import type { ColumnSpec } from '../tables/column.ts';
import type { Problem } from '../tables/problems.ts';
import type { TableReading } from '../tables/reading.ts';
import type { DecodeOutput } from './decoder.ts';
import type { CaptureSink } from './import.ts';
import { batchBytes } from './memory-count.ts';
import type { MemoryCount } from './memory-count.ts';
import { SentColumns } from './sent-columns.ts';

export const MOST_PROBLEMS = 10_000;
const PROBLEMS_PER_BATCH = 1_000;
/** Number of blocks that may be in flight while the next one is decoded: one in the engine, one waiting for it. */
export const BLOCKS_AHEAD = 2;

export interface OutputTimings {
  /** Milliseconds spent on encoding batches as Arrow. */
  encode: number;
  /** Milliseconds that decoding waited for the sink. */
  wait: number;
}

/** Counts and encodes on the way to the sink; decoding goes on while blocks are on their way, up to a bound. */
export class SinkOutput implements DecodeOutput {
  kind: CaptureKind = 'table';
  rows = 0;
  problems = 0;
  readonly warnings: Notice[] = [];
  private pending: Problem[] = [];
  private columns: readonly ColumnSpec[] = [];
  private readonly sent = new SentColumns();
  /** The same for the tables other than that of packets, by name. */
  private readonly sentBesides = new Map<string, SentColumns>();
  /** Blocks that were sent, oldest first; each settles when the sink has taken it. */
  private readonly ahead: Promise<unknown>[] = [];

  constructor(
    private readonly sink: CaptureSink,
    private readonly timings: OutputTimings,
    private readonly memory: MemoryCount,
    /** Called before decoding waits for the sink. */
    private readonly onWait: () => void = () => undefined,
    /** Called when more rows were sent. */
    private readonly onRows: () => void = () => undefined,
  ) {}

  async begin(format: string, columns: readonly ColumnSpec[], reading?: TableReading): Promise<void> {
    this.columns = columns;
    await this.waited(this.sink.header({ format, kind: this.kind, columns, reading }));
  }

  async batch(batch: Batch): Promise<void> {
    const { rows } = batch;
    this.memory.set('batch', batchBytes(batch));
    if (this.ahead.length >= BLOCKS_AHEAD) this.onWait();
    while (this.ahead.length >= BLOCKS_AHEAD) await this.waited(this.ahead.shift());
    const began = performance.now();
    const ipc = encoded(batch, this.sent);
    this.timings.encode += performance.now() - began;
    const sent = this.counted(ipc, this.sink.rows(ipc, rows));
    this.rows += rows;
    this.onRows();
    this.push(Promise.all([sent, ...this.sendProblems()]));
  }

  /** Names of the columns in which no row has a value; none if there are no rows. */
  emptyColumns(): readonly string[] {
    return this.rows === 0 ? [] : this.columns.flatMap(({ name }, index) => (this.sent.hasValue(index) ? [] : [name]));
  }

  async tableRows(name: string, batch: Batch): Promise<void> {
    if (this.sink.tableRows === undefined) return;
    while (this.ahead.length >= BLOCKS_AHEAD) await this.waited(this.ahead.shift());
    let sent = this.sentBesides.get(name);
    if (sent === undefined) this.sentBesides.set(name, (sent = new SentColumns()));
    const ipc = encoded(batch, sent);
    this.push(this.counted(ipc, this.sink.tableRows(name, ipc, batch.rows)));
  }

  problem(offset: number, record: number, code: string, message: string): void {
    this.problems++;
    if (this.problems <= MOST_PROBLEMS) this.pending.push({ offset, record, code, message });
  }

  warning(code: string, message: string): void {
    if (!this.warnings.some((warning) => warning.code === code)) this.warnings.push({ code, message });
  }

  /** Everything that was sent has arrived. Rejects with the first failure of the sink. */
  async end(): Promise<void> {
    this.push(Promise.all(this.sendProblems()));
    this.onWait();
    while (this.ahead.length > 0) await this.waited(this.ahead.shift());
  }

  /** Counts an encoded block as held until the sink has taken it. */
  private counted({ byteLength }: Uint8Array, sending: Promise<void>): Promise<void> {
    this.memory.add('blocks', byteLength);
    return sending.finally(() => this.memory.add('blocks', -byteLength));
  }

  /** A failure is reported to the caller awaiting room or the end; until then it must not count as an unhandled rejection. */
  private push(sending: Promise<unknown>): void {
    sending.catch(() => undefined);
    this.ahead.push(sending);
  }

  private sendProblems(): Promise<void>[] {
    const { pending } = this;
    this.pending = [];
    const sending = [];
    for (let at = 0; at < pending.length; at += PROBLEMS_PER_BATCH)
      sending.push(this.sink.problems(pending.slice(at, at + PROBLEMS_PER_BATCH)));
    return sending;
  }

  private async waited(sending: Promise<unknown> | undefined): Promise<void> {
    const began = performance.now();
    await sending;
    this.timings.wait += performance.now() - began;
  }
}

function encoded(batch: Batch, columns: SentColumns): Uint8Array {
  const sent = columns.next(batch);
  return encodeIpc(sent, { constants: sent.constants });
}

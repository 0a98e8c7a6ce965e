import { WorkbenchError } from '../../base/failure.ts';
import type { CaptureOutput, OutputHooks } from '../read-capture.ts';
import type { Batch } from '../../tables/batch.ts';
import type { CaptureKind, Notice } from '../../tables/captures.ts';
import type { ColumnSpec } from '../../tables/column.ts';
import { type PartLabel, type PartSource, rangesOf } from '../parts/label.ts';
import { byHour } from './hours.ts';
import type { PartWriter } from './parquet-part.ts';

/** Takes a file of rows of one hour. The next batch is decoded when the promise settles. */
type TakeHour = (hour: bigint | null, bytes: Uint8Array<ArrayBuffer>, label: PartLabel) => Promise<void>;

/** Converts each batch of a capture to one file per hour, before the next batch is decoded, so that only one batch is in memory. */
export class PartOutput implements CaptureOutput {
  kind: CaptureKind = 'ble';
  rows = 0;
  problems = 0;
  format = '';
  specs: readonly ColumnSpec[] = [];
  radio_clock = false;
  readonly warnings: Notice[] = [];
  #write: PartWriter | null = null;
  #parts = 0;
  #batches = 0;
  #linkTypes: readonly number[] = [];

  /** @param take stores a file */
  constructor(
    private readonly source: PartSource,
    private readonly hooks: OutputHooks,
    private readonly writerOf: (specs: readonly ColumnSpec[]) => PartWriter,
    private readonly take: TakeHour,
  ) {}

  begin(format: string, columns: readonly ColumnSpec[]): Promise<void> {
    if (this.kind !== 'ble')
      throw new WorkbenchError(
        'UNREADABLE_FILE',
        `expected a capture of packets (pcap, pcapng, btsnoop, PacketLogger), found a table (${format}); "export" writes tables as Parquet`,
      );
    this.format = format;
    this.specs = columns;
    this.#write = this.writerOf(columns);
    return Promise.resolve();
  }

  async batch(batch: Batch): Promise<void> {
    if (batch.rows === 0) return;
    const { timings, onRows, onWait } = this.hooks;
    this.radio_clock ||= batch.fixed('radio_ts_us', 'BIGINT').valid.some((bits) => bits !== 0);
    let { rows } = this;
    const of = { source: this.source, batch: this.#batches++, link_types: this.#linkTypes };
    for (const { hour, batch: part } of byHour(batch)) {
      const began = performance.now();
      const label: PartLabel = { ...of, part: ++this.#parts, first_row: rows, ...rangesOf(part) };
      const bytes = this.#write!(part, JSON.stringify(label));
      const encoded = performance.now();
      timings.encode += encoded - began;
      onWait();
      await this.take(hour, bytes, label);
      rows += part.rows;
      timings.wait += performance.now() - encoded;
    }
    this.rows += batch.rows;
    onRows();
  }

  linkTypes(types: readonly number[]): void {
    this.#linkTypes = types;
  }

  problem(): void {
    this.problems += 1;
  }

  warning(code: string, message: string): void {
    if (!this.warnings.some((warning) => warning.code === code)) this.warnings.push({ code, message });
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}

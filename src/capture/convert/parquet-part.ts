import { Compression, EnabledStatistics, Table, WriterPropertiesBuilder, writeParquet } from 'parquet-wasm/esm/parquet_wasm.js';
import type { Batch } from '../../tables/batch.ts';
import { encodeIpc } from '../../tables/arrow.ts';
import { ReusedBuffer } from '../../tables/reused-buffer.ts';
import type { ColumnSpec } from '../../tables/column.ts';
import { PART_KEY } from '../parts/label.ts';
import { SignedColumns } from './signed-columns.ts';

/** Rows of a row group, as in exports. */
const GROUP_ROWS = 122_880;
/** Columns with statistics, by which readers skip row groups; statistics of all columns would double the time. */
const SKIPPED_BY = ['packet_no', 'ts_us', 'rssi', 'advertiser_addr'] as const;

/** @param label what the file says about itself, as JSON */
export type PartWriter = (batch: Batch, label?: string) => Uint8Array<ArrayBuffer>;

/**
 * Writes batches as Parquet files with the types of a partitioned export: the compiled writer takes a fifth of the time of the writer
 * of exports, and holds a file in memory (docs/decisions/0028-conversion.md). Call `loadParquet` first.
 */
export function parquetParts(specs: readonly ColumnSpec[]): PartWriter {
  const signed = new SignedColumns();
  const sink = new ReusedBuffer();
  return (batch, label) => {
    const ipc = encodeIpc({ columns: signed.of(batch), rows: batch.rows }, { typed: true, sink });
    const file = writeParquet(Table.fromIPCStream(ipc), propertiesOf(specs, label));
    return new Uint8Array(file);
  };
}

function propertiesOf(specs: readonly ColumnSpec[], label: string | undefined) {
  let builder = new WriterPropertiesBuilder()
    .setCompression(Compression.SNAPPY)
    .setMaxRowGroupSize(GROUP_ROWS)
    .setDictionaryEnabled(false)
    .setStatisticsEnabled(EnabledStatistics.None)
    .setCreatedBy('Capture Workbench');
  for (const { name, type } of specs) {
    // In a Parquet file, the values of a list are a column with a path of its own.
    const path = type === 'VARCHAR[]' ? `${name}.list.item` : name;
    if (type === 'VARCHAR' || type === 'BLOB' || type === 'VARCHAR[]') builder = builder.setColumnDictionaryEnabled(path, true);
  }
  for (const name of SKIPPED_BY) builder = builder.setColumnStatisticsEnabled(name, EnabledStatistics.Chunk);
  if (label !== undefined) builder = builder.setKeyValueMetadata(new Map([[PART_KEY, label]]));
  return builder.build();
}

import type { Activity, CaptureOverview } from '../answers/overview/overview.ts';
import type { DeviceKind } from '../answers/devices/devices.ts';
import type { DeviceName } from '../base/device-name.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { GridSort } from '../base/table.ts';
import type { Sql } from '../selection/types.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { Page, RowsSlice, TableFormat } from './results.ts';

/** Rows of a capture whose devices are listed. */
export interface DeviceQuestion {
  readonly capture_id: string;
  /** Rows of the capture when it was last counted: a live scan is read again when it has grown. */
  readonly row_count: number;
  /** Null for all rows. */
  readonly condition: Sql | null;
}

/** Which devices, and in which order. */
export interface DeviceRequest extends DeviceQuestion {
  readonly sort: GridSort | null;
  /** Words of the address, its type, name, vendor, names or services; empty for all. */
  readonly find: string;
  /** Names that the person gave. */
  readonly names?: readonly DeviceName[] | undefined;
  /** Only these addresses; null for all. */
  readonly only: readonly string[] | null;
}

export interface DeviceSlice extends RowsSlice {
  /** What all devices are, in a sentence. */
  readonly finding: string;
  /** Least and most RSSI of all devices in dBm; infinite where none has one. */
  readonly rssi: { readonly least: number; readonly most: number };
}

/** The devices of a capture: one row per address. Rejects with `NO_ADDRESSES` for a capture without a column of addresses. */
export interface DevicesPort {
  rows(request: DeviceRequest & Page, options?: WorkOptions): Promise<DeviceSlice>;
  /** All rows of the request, with the RSSI over time as means. */
  file(format: TableFormat, request: DeviceRequest, options?: WorkOptions): Promise<Blob>;
  /** What a device says it is, with the evidence; null for an address that the capture does not have. */
  kind(question: DeviceQuestion, address: string, options?: WorkOptions): Promise<DeviceKind | null>;
  /** The capture in sentences: facts, findings and its packets over time. BLE captures only. */
  overview(question: DeviceQuestion, options?: WorkOptions): Promise<CaptureOverview>;
  /** Rows over time, of packets and of tables; null where no row has a time. */
  activity(question: DeviceQuestion, options?: WorkOptions): Promise<Activity | null>;
  /** Mean RSSI over time of some of the addresses: rows of address, point and dBm. */
  traces(question: DeviceQuestion, addresses: readonly string[], options?: WorkOptions): Promise<QueryResult>;
}

import type { Activity, CaptureOverview } from '../answers/overview/overview.ts';
import type { DeviceKind } from '../answers/devices/devices.ts';
import type { DeviceName } from '../base/device-name.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { GridSort } from '../base/table.ts';
import type { Sql } from '../selection/types.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { Page, RowsSlice, TableFormat } from './results.ts';

/** A request for the devices in some rows of a capture. */
export interface DeviceQuestion {
  readonly capture_id: string;
  /** Row count of the capture when last read; a live scan is queried again after it has grown. */
  readonly row_count: number;
  /** Row filter; null for all rows. */
  readonly condition: Sql | null;
}

/** Selects and sorts the devices. */
export interface DeviceRequest extends DeviceQuestion {
  readonly sort: GridSort | null;
  /** Search text for addresses, address types, names, vendors and services; empty for all. */
  readonly find: string;
  /** Device names that the person entered. */
  readonly names?: readonly DeviceName[] | undefined;
  /** Only these addresses; null for all. */
  readonly only: readonly string[] | null;
}

export interface DeviceSlice extends RowsSlice {
  /** A sentence that summarises all devices. */
  readonly finding: string;
  /** Lowest and highest RSSI of all devices in dBm; infinite if none has an RSSI. */
  readonly rssi: { readonly least: number; readonly most: number };
}

/** The devices of a capture: one row per address. Rejects with `NO_ADDRESSES` for a capture without a column of addresses. */
export interface DevicesPort {
  rows(request: DeviceRequest & Page, options?: WorkOptions): Promise<DeviceSlice>;
  /** All rows of the request as a file; the RSSI over time becomes mean values. */
  file(format: TableFormat, request: DeviceRequest, options?: WorkOptions): Promise<Blob>;
  /** The likely kind of a device, with the evidence; null if the capture does not contain the address. */
  kind(question: DeviceQuestion, address: string, options?: WorkOptions): Promise<DeviceKind | null>;
  /**
   * What the device of each address is, in a few words: its name, then its description; null if none of the captures says so.
   * @param names device names that the person entered, which come before a device's own
   */
  words(
    capture_ids: readonly string[],
    addresses: readonly string[],
    names: readonly DeviceName[],
    options?: WorkOptions,
  ): Promise<readonly (string | null)[]>;
  /** Sentences about the capture: facts, findings and the packet rate over time. BLE captures only. */
  overview(question: DeviceQuestion, options?: WorkOptions): Promise<CaptureOverview>;
  /** Row counts over time, for captures of packets and for tables; null if no row has a time. */
  activity(question: DeviceQuestion, options?: WorkOptions): Promise<Activity | null>;
  /** Mean RSSI over time of the given addresses: rows of address, point and dBm. */
  traces(question: DeviceQuestion, addresses: readonly string[], options?: WorkOptions): Promise<QueryResult>;
}

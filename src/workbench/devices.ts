import type { Activity, CaptureOverview } from '../answers/overview/overview.ts';
import type { DeviceKind } from '../answers/devices/devices.ts';
import type { DeviceName } from '../base/device-name.ts';
import type { WorkOptions } from '../base/progress.ts';
import type { GridSort } from '../base/table.ts';
import type { Sql } from '../selection/types.ts';
import type { QueryResult } from '../tables/result-set.ts';
import type { Page, RowsSlice, TableFormat } from './results.ts';

/** A request for the devices in some of the rows of a capture. */
export interface DeviceQuestion {
  readonly capture_id: string;
  /** Row count of the capture when it was last read. It changes with a live scan, whose devices are then queried again. */
  readonly row_count: number;
  /** Condition for the rows to read; null for all rows. */
  readonly condition: Sql | null;
}

/** Which devices to return, and in which order. */
export interface DeviceRequest extends DeviceQuestion {
  readonly sort: GridSort | null;
  /** Text to find in addresses, address types, names, vendors and services; empty to return all devices. */
  readonly find: string;
  /** Device names that the person entered. */
  readonly names?: readonly DeviceName[] | undefined;
  /** Returns only devices with these addresses; null for all. */
  readonly only: readonly string[] | null;
}

export interface DeviceSlice extends RowsSlice {
  /** A sentence that summarises all devices of the request. */
  readonly finding: string;
  /** Lowest and highest RSSI of all devices in dBm; infinite if no packet has an RSSI. */
  readonly rssi: { readonly least: number; readonly most: number };
}

/** Lists the devices of a capture, one row per address. Rejects with `NO_ADDRESSES` if the capture has no column of addresses. */
export interface DevicesPort {
  rows(request: DeviceRequest & Page, options?: WorkOptions): Promise<DeviceSlice>;
  /** Writes all rows of the request to a file. The RSSI over time is written as a list of mean values. */
  file(format: TableFormat, request: DeviceRequest, options?: WorkOptions): Promise<Blob>;
  /** Returns the likely kind of a device with the evidence for it; null if the capture does not contain the address. */
  kind(question: DeviceQuestion, address: string, options?: WorkOptions): Promise<DeviceKind | null>;
  /**
   * Describes the device of each address in a few words: its name, then what it is; null if no capture contains a description.
   * @param names device names that the person entered, which take precedence over the name that a device reports
   */
  words(
    capture_ids: readonly string[],
    addresses: readonly string[],
    names: readonly DeviceName[],
    options?: WorkOptions,
  ): Promise<readonly (string | null)[]>;
  /** Describes a BLE capture in sentences: facts, findings and the packet rate over time. */
  overview(question: DeviceQuestion, options?: WorkOptions): Promise<CaptureOverview>;
  /** Counts rows over time, for captures of packets and for tables; null if no row has a time. */
  activity(question: DeviceQuestion, options?: WorkOptions): Promise<Activity | null>;
  /** Mean RSSI over time of these addresses, as rows of address, point in time and dBm. */
  traces(question: DeviceQuestion, addresses: readonly string[], options?: WorkOptions): Promise<QueryResult>;
}

import { connectionParameters } from '../ble/connection.ts';
import type { Batch } from './batch.ts';
import { halves, storeHalves } from './halves.ts';

/** Writes the `conn_…` columns of `ADVERT_COLUMNS`. */
export class ConnectionColumns {
  private readonly accessAddress;
  private readonly crcInit;
  private readonly windowSize;
  private readonly windowOffset;
  private readonly interval;
  private readonly latency;
  private readonly timeout;
  private readonly channelMap;
  private readonly hop;
  private readonly sleepClockAccuracy;

  constructor(batch: Batch) {
    this.accessAddress = batch.fixed('conn_access_address', 'UINTEGER');
    this.crcInit = batch.fixed('conn_crc_init', 'UINTEGER');
    this.windowSize = batch.fixed('conn_win_size_us', 'UINTEGER');
    this.windowOffset = batch.fixed('conn_win_offset_us', 'UINTEGER');
    this.interval = batch.fixed('conn_interval_us', 'UINTEGER');
    this.latency = batch.fixed('conn_latency', 'USMALLINT');
    this.timeout = batch.fixed('conn_timeout_ms', 'UINTEGER');
    this.channelMap = halves(batch.fixed('conn_channel_map', 'BIGINT'));
    this.hop = batch.fixed('conn_hop', 'UTINYINT');
    this.sleepClockAccuracy = batch.fixed('conn_sca', 'UTINYINT');
  }

  /** Writes the fields of complete LLData, which is at offset `at`. */
  set(row: number, bytes: Uint8Array, at: number): void {
    const parameters = connectionParameters(bytes, at);
    this.accessAddress.set(row, parameters.accessAddress);
    this.crcInit.set(row, parameters.crcInit);
    this.windowSize.set(row, parameters.windowSizeUs);
    this.windowOffset.set(row, parameters.windowOffsetUs);
    this.interval.set(row, parameters.intervalUs);
    this.latency.set(row, parameters.latency);
    this.timeout.set(row, parameters.timeoutMs);
    storeHalves(this.channelMap, row, parameters.channelMap);
    this.hop.set(row, parameters.hop);
    this.sleepClockAccuracy.set(row, parameters.sleepClockAccuracy);
  }
}

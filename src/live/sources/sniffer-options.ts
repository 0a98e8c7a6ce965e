import { WorkbenchError } from '../../base/failure.ts';
import type { SnifferOptions } from '../serial/sniffer.ts';
import type { LiveOptions } from '../service.ts';

const PRIMARY = [37, 38, 39];

/** Validates the options for a scan with a sniffer. @throws WorkbenchError `LIVE_OPTIONS` */
export function snifferOptions({ channels = PRIMARY, rssi_min, follow }: LiveOptions): SnifferOptions {
  if (channels.length === 0 || channels.length > 3 || channels.some((channel) => !PRIMARY.includes(channel)))
    throw new WorkbenchError('LIVE_OPTIONS', `expected channels among 37, 38 and 39, found ${JSON.stringify(channels)}`);
  if (rssi_min !== undefined && !(Number.isInteger(rssi_min) && rssi_min >= -128 && rssi_min <= 0))
    throw new WorkbenchError('LIVE_OPTIONS', `expected rssi_min as whole dBm from -128 to 0, found ${String(rssi_min)}`);
  if (follow !== undefined && !/^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/i.test(follow.address))
    throw new WorkbenchError(
      'LIVE_OPTIONS',
      `expected an address like AA:BB:CC:DD:EE:FF to follow, found ${JSON.stringify(follow.address)}`,
    );
  return { channels, rssi_min: rssi_min ?? null, follow: follow ?? null };
}

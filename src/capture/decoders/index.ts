import type { Decoder } from '../decoder.ts';
import { btsnoopDecoder } from './btsnoop.ts';
import { arrowDecoder } from './arrow.ts';
import { csvDecoder } from './csv.ts';
import { jsonDecoder } from './json.ts';
import { packetLoggerDecoder } from './packet-logger.ts';
import { parquetDecoder } from './parquet.ts';
import { partsDecoder } from './parts.ts';
import { pcapDecoder } from './pcap.ts';
import { pcapngDecoder } from './pcapng.ts';
import { scanLogDecoder } from './scan-log.ts';

/** All decoders. If two report equal confidence for a file, the earlier one reads it. */
export const DECODERS: readonly Decoder[] = [
  pcapDecoder,
  pcapngDecoder,
  btsnoopDecoder,
  packetLoggerDecoder,
  scanLogDecoder,
  parquetDecoder,
  partsDecoder,
  arrowDecoder,
  jsonDecoder,
  csvDecoder,
];

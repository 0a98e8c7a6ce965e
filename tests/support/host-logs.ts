import { readFileSync } from 'node:fs';

const FOLDER = 'tests/fixtures/captures/made/host_logs';
/** Logs of LE connections, whose frames can be sent over the air again. */
export const HOST_LOGS = ['gatt', 'eatt', 'channels', 'pairing', 'peers', 'refusals'] as const;
/** Logs of BR/EDR and of isochronous streams. */
export const OTHER_LOGS = ['classic', 'streams'] as const;
export type HostLog = (typeof HOST_LOGS)[number] | (typeof OTHER_LOGS)[number];

/** What `host_logs.py` and `more_logs.py` note beside a log: octets are hexadecimal, times are µs since the log began. */
export interface SentByHosts {
  readonly host: 'central' | 'peripheral';
  readonly records: number;
  /** Whole frames of L2CAP, each with the record of its last piece. */
  readonly frames: readonly {
    readonly no: number;
    readonly us: number;
    readonly to_host: boolean;
    readonly cid: number;
    readonly payload: string;
  }[];
  /** PDUs of ATT in the order in which client and server sent them. */
  readonly pdus: readonly { readonly by: 'client' | 'server'; readonly pdu: string }[];
  /** Attributes of the server; values at the end of the session. */
  readonly server: readonly { readonly handle: number; readonly type: string; readonly value: string; readonly end: number }[];
}

export const hostLogPath = (name: HostLog): string => `${FOLDER}/${name}.btsnoop`;
export const sentByHosts = (name: HostLog): SentByHosts => JSON.parse(readFileSync(`${FOLDER}/${name}.json`, 'utf8')) as SentByHosts;

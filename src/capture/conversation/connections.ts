import { permuteWord } from '../../base/keyed-hash.ts';
import { errorName } from '../../ble/error-codes.ts';
import { FlowMemory } from '../../ble/l2cap/flow.ts';
import type { RowTable } from '../../tables/row-table.ts';
import type { Decryption } from '../decryption/decryption.ts';
import { sessionKey } from '../session-key.ts';
import { AirClock } from './air.ts';
import { Connection } from './connection.ts';
import type { FrameTaker, Parameters } from './connection.ts';
import { senderName } from './moment.ts';
import type { Moment } from './moment.ts';

/** Maximum number of connections followed at once; beyond it, the oldest one is given up. Enough for any real capture. */
const MOST_OPEN = 4096;
/** Connection requests that several sensors capture within this time are the same request, µs. */
const SAME_REQUEST_US = 1_000_000;

/**
 * The connections that are open, by access address or by handle, and their rows. A row is written when its connection ends, so rows
 * are in the order of the ends.
 */
export class Connections {
  private readonly key = sessionKey();
  private readonly open = new Map<number | string, Connection>();
  private readonly memory = new FlowMemory();
  private readonly clock = new AirClock();
  private count = 0;
  /** Key and connection of the last look-up, because packets of one connection often follow each other. */
  private foundKey: number | string | null = null;
  private found: Connection | undefined;

  constructor(
    private readonly rows: RowTable,
    private readonly changes: RowTable,
    private readonly take: FrameTaker,
    private readonly decryption: Decryption | null,
  ) {}

  /** The open connection of an access address or of a handle of a controller. */
  find(key: number | string): Connection | undefined {
    if (key === this.foundKey) return this.found;
    this.found = this.open.get(this.hidden(key));
    this.foundKey = key;
    return this.found;
  }

  /** Begins a connection under a key; ends one that is still open under it. */
  begin(key: number | string, moment: Moment): Connection {
    this.end(key);
    const connection = new Connection(++this.count, moment, this.memory, this.take, this.clock);
    this.open.set(this.hidden(key), connection);
    this.foundKey = null;
    if (this.open.size > MOST_OPEN) {
      for (const [oldest, given] of this.open) {
        this.open.delete(oldest);
        this.write(given);
        break;
      }
    }
    return connection;
  }

  /** Whether this request was already captured by another sensor. */
  isRepeated(key: number, crcInit: number, { us }: Moment): boolean {
    const known = this.find(key);
    return known !== undefined && known.crcInit === crcInit && known.packets === 0 && Math.abs(us - known.began.us) < SAME_REQUEST_US;
  }

  end(key: number | string): void {
    const connection = this.find(key);
    if (connection === undefined) return;
    this.foundKey = null;
    this.open.delete(this.hidden(key));
    this.write(connection);
  }

  /** Removes a supposed connection that is none; it gets no row. */
  drop(key: number | string): void {
    this.foundKey = null;
    this.open.delete(this.hidden(key));
  }

  endAll(): void {
    for (const connection of this.open.values()) this.write(connection);
    this.open.clear();
  }

  /** Sets the parameters that a connection has from now on, and writes a row about the change. */
  change(connection: Connection, kind: string, moment: Moment, changed: Parameters, more: Readonly<Record<string, number>> = {}): void {
    Object.assign(connection.now, changed);
    if (kind === 'start') connection.start = { ...changed };
    const { changes } = this;
    changes.begin();
    changes.number('packet_no', moment.no);
    changes.number('connection', connection.no);
    if (moment.us === moment.us) changes.number('ts_us', moment.us);
    if (moment.decrypted === true) changes.flag('decrypted', true);
    changes.text('kind', kind);
    for (const [name, value] of Object.entries({ ...changed, ...more })) put(changes, name, value);
    changes.end();
  }

  /** Permutes keys of the map, because its own hash of numbers is predictable, and a malicious file could make keys collide. */
  private hidden(key: number | string): number | string {
    return typeof key === 'number' ? permuteWord(this.key, key) : key;
  }

  private write(connection: Connection): void {
    connection.cut();
    const { rows } = this;
    const { central, peripheral, start, now, began, last, encryption } = connection;
    rows.begin();
    rows.number('connection', connection.no);
    rows.number('packet_no', began.no);
    rows.number('last_packet_no', last.no);
    if (began.us === began.us) rows.number('ts_us', began.us);
    if (last.us === last.us) rows.number('end_ts_us', last.us);
    rows.text('transport', connection.transport);
    rows.text('role', senderName(connection.role));
    put(rows, 'handle', connection.handle);
    put(rows, 'access_address', connection.accessAddress);
    put(rows, 'crc_init', connection.crcInit);
    for (const [name, { address, random }] of [
      ['central', central],
      ['peripheral', peripheral],
    ] as const) {
      rows.text(`${name}_addr`, address);
      if (random !== undefined) rows.flag(`${name}_random`, random);
    }
    for (const name of ['interval_us', 'latency', 'timeout_ms', 'channel_map'] as const) put(rows, `start_${name}`, start[name]);
    for (const [name, value] of Object.entries(now)) put(rows, name, value as number | string);
    put(rows, 'hop', connection.hop);
    put(rows, 'sca', connection.sca);
    put(rows, 'encryption_packet_no', encryption?.no);
    if (encryption !== null && encryption.us === encryption.us) rows.number('encryption_ts_us', encryption.us);
    rows.text('ended_by', senderName(connection.endedBy));
    put(rows, 'end_code', connection.endCode);
    rows.text('end_reason', connection.endCode === undefined ? undefined : errorName(connection.endCode));
    rows.number('packets', connection.packets);
    rows.number('retransmissions', connection.retransmissions);
    rows.number('bad_crc', connection.badCrc);
    rows.number('encrypted_packets', connection.encrypted);
    rows.number('gaps', connection.gaps);
    rows.number('possible_gaps', connection.air.stretches);
    rows.number('packets_c_to_p', central.packets);
    rows.number('packets_p_to_c', peripheral.packets);
    if (this.decryption !== null && connection.encrypted > 0) {
      const { opened, by, closed } = this.decryption.end(connection);
      rows.number('decrypted_packets', opened);
      rows.text('decrypted_by', by);
      rows.text('not_decrypted', closed);
    }
    rows.end();
  }
}

function put(rows: RowTable, name: string, value: number | string | undefined): void {
  if (typeof value === 'string') rows.text(name, value);
  else if (value !== undefined) rows.number(name, value);
}

import { permuteWord } from '../../base/keyed-hash.ts';
import { readBasicAudio } from '../../ble/audio-announcement.ts';
import { errorName } from '../../ble/error-codes.ts';
import { FieldReader } from '../../ble/ad/field-reader.ts';
import { walkAd } from '../../ble/ad/structure.ts';
import { FieldRecord } from '../../ble/field-record.ts';
import type { FieldValue } from '../../ble/field-record.ts';
import type { FrameMeta } from '../../ble/frame.ts';
import { CRC } from '../../ble/frame.ts';
import { BIG_CONTROL, BIG_CONTROL_LLID, bisAccessAddress, ISO, ISO_NAMES, isNullPdu, readBigInfo } from '../../ble/isochronous.ts';
import { unsigned } from '../../ble/octet-fields.ts';
import type { RowTable } from '../../tables/row-table.ts';
import type { AccessAddresses } from '../link/access-addresses.ts';
import { sessionKey } from '../session-key.ts';
import type { Connection } from './connection.ts';
import { senderName } from './moment.ts';
import type { Moment } from './moment.ts';
import { Stream, writeAudio } from './stream.ts';
import type { Group, Train } from './stream.ts';
import { Trains } from './trains.ts';

/** Maximum number of streams followed at once; beyond it, the one that was seen first is given up. */
const MOST_OPEN = 4096;
const PHYS: Readonly<Record<number, string>> = { 1: '1M', 2: '2M', 4: 'CODED' };
/** Names of the PHYs in BIGInfo, by their number. */
const BIG_PHYS = ['1M', '2M', 'CODED'];
/** AD type of service data with a 16-bit UUID, and the UUID of a Basic Audio Announcement. */
const SERVICE_DATA = 0x16;
const BASIC_AUDIO = 0x1851;
/** Columns that are not taken from LL_CIS_REQ, because LL_CIS_IND decides their values. */
const SETTLED_LATER: ReadonlySet<string> = new Set(['cis_offset_us', 'cis_offset_max_us', 'conn_event_count']);
/** Fields whose column has another name or type, so that they are written separately. */
const OWN_COLUMN: ReadonlySet<string> = new Set(['cig_id', 'cis_id', 'cis_access_address', 'phy', 'cis_phy_c_to_p', 'cis_phy_p_to_c']);

/**
 * Isochronous streams, and their rows: a CIS is announced by LL control PDUs of a connection, a BIS by BIGInfo of periodic advertising. A
 * row is written when the capture ends. Access addresses of streams also go to `known`, so that their PDUs are read as such.
 */
export class Streams {
  readonly trains = new Trains();
  private readonly key = sessionKey();
  private readonly open = new Set<Stream>();
  /** Streams by access address; groups by the access address of their control PDUs. */
  private readonly byAddress = new Map<number, Stream | Group>();
  /** For each connection, the last requested CIS, and its streams by group and stream id. */
  private readonly asked = new WeakMap<Connection, Stream>();
  private readonly ofConnection = new WeakMap<Connection, Map<number, Stream>>();
  private count = 0;

  constructor(
    private readonly rows: RowTable,
    private readonly known: AccessAddresses,
  ) {}

  /** Handles a PDU of a stream in bytes [at, end). */
  pdu(accessAddress: number, kind: number, bytes: Uint8Array, at: number, end: number, meta: FrameMeta, crc: number, moment: Moment): void {
    const found = this.byAddress.get(permuteWord(this.key, accessAddress));
    if (found !== undefined && !(found instanceof Stream)) return this.control(found, bytes, at, end, crc, moment);
    if (found === undefined && crc === CRC.BAD) return;
    const stream = found ?? this.unannounced(accessAddress, kind, moment);
    if (crc === CRC.BAD) {
      stream.badCrc++;
      stream.last = moment;
      return;
    }
    if (stream.kind === ISO.UNKNOWN) stream.kind = kind;
    const header = bytes[at] ?? 0;
    const isNull = stream.kind !== ISO.BIS && isNullPdu(header);
    stream.heard(moment, meta.sender, !isNull && (bytes[at + 1] ?? 0) > 0);
  }

  /** Records that a supposed connection is a stream, as a PDU header shows; `counts` are those of its PDUs so far. */
  recognised(accessAddress: number, began: Moment, last: Moment, counts: { filled: number; empty: number; badCrc: number }): void {
    this.known.stream(accessAddress, ISO.UNKNOWN, -1, false);
    const stream = this.unannounced(accessAddress, ISO.UNKNOWN, began);
    stream.packets = counts.filled;
    stream.empty = counts.empty;
    stream.badCrc = counts.badCrc;
    stream.firstHeard = began;
    stream.lastHeard = stream.last = last;
  }

  /** Handles BIGInfo in bytes [at, end) of a periodic advertisement. */
  bigInfo(trainAddress: number, bytes: Uint8Array, at: number, end: number, moment: Moment): void {
    const fields = new FieldRecord();
    if (!readBigInfo(bytes, at, end, fields) || fields.numberOf('num_bis') === 0) return;
    const train = this.trains.of(trainAddress);
    const seed = fields.numberOf('seed_access_address');
    if (train.group?.seed === seed && train.group.streams.length === fields.numberOf('num_bis')) {
      for (const stream of train.group.streams) stream.last = moment;
      return;
    }
    const encrypted = fields.values.has('giv');
    const streams = Array.from({ length: fields.numberOf('num_bis') }, (_, i) => {
      const stream = this.begin(ISO.BIS, moment);
      stream.id = i + 1;
      stream.encrypted = encrypted;
      stream.announced = true;
      take(stream, fields.values);
      const phy = BIG_PHYS[fields.numberOf('phy')];
      if (phy !== undefined) stream.parameters.set('phy', phy);
      return stream;
    });
    train.group = { train, seed, encrypted, streams, controlPackets: 0 };
    for (const stream of streams) {
      stream.group = train.group;
      this.name(stream, bisAccessAddress(seed, stream.id ?? 0));
    }
    this.byAddress.set(permuteWord(this.key, bisAccessAddress(seed, 0)), train.group);
  }

  /** Handles complete advertising data of a train, which may contain a Basic Audio Announcement. */
  periodicData(trainAddress: number, bytes: Uint8Array, at: number, end: number): void {
    const data = bytes.subarray(at, end);
    for (const { type, value, end: stop } of walkAd(data).structures) {
      if (type !== SERVICE_DATA || value + 2 > stop || unsigned(data, value, 2) !== BASIC_AUDIO) continue;
      const train = this.trains.of(trainAddress);
      const { announcement } = train;
      const octets = data.subarray(value + 2, stop);
      if (announcement?.length === octets.length && octets.every((octet, i) => octet === announcement[i])) continue;
      train.announcement = octets.slice();
      train.audio = readBasicAudio(new FieldReader(train.announcement, 0, octets.length));
    }
  }

  /** Handles an LL_CIS_REQ. A repeated request is for the same stream. */
  requested(connection: Connection, fields: FieldRecord, moment: Moment): void {
    const ids = idsOf(fields.numberOf('cig_id'), fields.numberOf('cis_id'));
    const own = this.streamsOf(connection);
    const before = own.get(ids);
    const isAgain = before !== undefined && before.accessAddress === undefined && before.endCode === undefined;
    const stream = isAgain ? before : this.begin(ISO.CIS, moment);
    stream.connection = connection;
    stream.groupId = fields.numberOf('cig_id');
    stream.id = fields.numberOf('cis_id');
    stream.last = moment;
    stream.announced = true;
    take(stream, fields.values);
    for (const direction of ['c_to_p', 'p_to_c']) {
      const phy = PHYS[fields.numberOf(`cis_phy_${direction}`)];
      if (phy !== undefined) stream.parameters.set(`phy_${direction}`, phy);
    }
    for (const name of SETTLED_LATER) stream.parameters.delete(name);
    own.set(ids, stream);
    this.asked.set(connection, stream);
  }

  /** Handles an LL_CIS_IND: it gives the last requested stream of the connection its access address. */
  indicated(connection: Connection, fields: FieldRecord, encrypted: boolean, moment: Moment): void {
    const asked = this.asked.get(connection);
    const stream = asked ?? this.begin(ISO.CIS, moment);
    this.asked.delete(connection);
    stream.connection = connection;
    stream.encrypted = encrypted;
    stream.last = moment;
    take(stream, fields.values);
    const address = fields.numberOf('cis_access_address');
    this.known.stream(address, ISO.CIS, this.known.find(connection.accessAddress ?? -1)?.crcState ?? -1, encrypted);
    this.name(stream, address);
  }

  /** Records that a request or response for a stream was rejected. */
  refused(connection: Connection, code: number, sender: number, moment: Moment): void {
    const stream = this.asked.get(connection);
    if (stream === undefined) return;
    this.asked.delete(connection);
    stream.refused = true;
    ends(stream, code, sender, moment);
  }

  /** Handles an LL_CIS_TERMINATE_IND. */
  terminated(connection: Connection, fields: FieldRecord, sender: number, moment: Moment): void {
    const stream = this.streamsOf(connection).get(idsOf(fields.numberOf('cig_id'), fields.numberOf('cis_id')));
    if (stream !== undefined) ends(stream, fields.numberOf('error_code'), sender, moment);
  }

  endAll(): void {
    for (const stream of this.open) this.write(stream);
    this.open.clear();
  }

  private unannounced(accessAddress: number, kind: number, moment: Moment): Stream {
    const stream = this.begin(kind, moment);
    this.name(stream, accessAddress);
    return stream;
  }

  private begin(kind: number, moment: Moment): Stream {
    const stream = new Stream(++this.count, kind, moment);
    this.open.add(stream);
    if (this.open.size > MOST_OPEN) {
      for (const oldest of this.open) {
        this.open.delete(oldest);
        this.forget(oldest);
        this.write(oldest);
        break;
      }
    }
    return stream;
  }

  private name(stream: Stream, accessAddress: number): void {
    stream.accessAddress = accessAddress;
    this.byAddress.set(permuteWord(this.key, accessAddress), stream);
  }

  /** Removes a stream that is given up, and its group, from the look-up tables. */
  private forget(stream: Stream): void {
    const { accessAddress, group, connection } = stream;
    const drop = (address: number, held: Stream | Group): void => {
      const key = permuteWord(this.key, address);
      if (this.byAddress.get(key) === held) this.byAddress.delete(key);
    };
    if (accessAddress !== undefined) drop(accessAddress, stream);
    if (group !== null) drop(bisAccessAddress(group.seed, 0), group);
    if (connection !== null) this.streamsOf(connection).delete(idsOf(stream.groupId ?? 0, stream.id ?? 0));
  }

  private streamsOf(connection: Connection): Map<number, Stream> {
    let own = this.ofConnection.get(connection);
    if (own === undefined) this.ofConnection.set(connection, (own = new Map<number, Stream>()));
    return own;
  }

  /** Handles a control PDU of a BIG; those of an encrypted group are ciphertext. */
  private control(group: Group, bytes: Uint8Array, at: number, end: number, crc: number, moment: Moment): void {
    if (crc === CRC.BAD) return;
    group.controlPackets++;
    for (const stream of group.streams) stream.last = moment;
    if (group.encrypted || ((bytes[at] ?? 0) & 3) !== BIG_CONTROL_LLID) return;
    const opcode = bytes[at + 2];
    if (opcode === BIG_CONTROL.CHANNEL_MAP_IND && at + 8 <= end) {
      for (const stream of group.streams) stream.parameters.set('channel_map', unsigned(bytes, at + 3, 5) % 2 ** 37);
    } else if (opcode === BIG_CONTROL.TERMINATE_IND && at + 4 <= end) {
      for (const stream of group.streams) ends(stream, bytes[at + 3] ?? 0, 0, moment);
    }
  }

  private write(stream: Stream): void {
    const { rows } = this;
    const { began, last, group, firstHeard, lastHeard, endCode } = stream;
    const isBroadcast = stream.kind === ISO.BIS;
    rows.begin();
    rows.number('stream', stream.no);
    rows.text('kind', ISO_NAMES[stream.kind]);
    rows.number('packet_no', began.no);
    rows.number('last_packet_no', last.no);
    if (began.us === began.us) rows.number('ts_us', began.us);
    if (last.us === last.us) rows.number('end_ts_us', last.us);
    for (const [name, value] of [
      ['connection', stream.connection?.no],
      ['group_id', stream.groupId],
      ['stream_id', stream.id],
      ['access_address', stream.accessAddress],
      ['encrypted', stream.encrypted === undefined ? undefined : Number(stream.encrypted)],
      ['first_data_packet_no', firstHeard?.no],
      ['last_data_packet_no', lastHeard?.no],
      ['end_code', endCode],
      ['control_packets', isBroadcast && group !== null ? group.controlPackets : undefined],
      ['packets_c_to_p', isBroadcast ? undefined : stream.fromCentral],
      ['packets_p_to_c', isBroadcast ? undefined : stream.fromPeripheral],
    ] as const)
      if (value !== undefined) rows.number(name, value);
    for (const [name, value] of stream.parameters) putField(rows, name, value);
    if (group !== null) writeTrain(rows, group.train, stream.id ?? 0);
    rows.number('packets', stream.packets);
    rows.number('empty_packets', stream.empty);
    rows.number('bad_crc', stream.badCrc);
    rows.text('ended_by', senderName(stream.endedBy));
    rows.text('end_reason', endCode === undefined ? undefined : errorName(endCode));
    rows.text('incomplete', stream.incomplete);
    if (began.decrypted === true) rows.flag('decrypted', true);
    rows.end();
  }
}

const idsOf = (group: number, stream: number): number => group * 256 + stream;

function ends(stream: Stream, code: number, sender: number, moment: Moment): void {
  stream.endCode = code;
  stream.endedBy = sender;
  stream.last = moment;
}

/** Copies the parameters that an announcement states into the stream's columns. */
function take(stream: Stream, values: ReadonlyMap<string, FieldValue>): void {
  for (const [name, value] of values) if (!OWN_COLUMN.has(name)) stream.parameters.set(name, value);
}

function putField(rows: RowTable, name: string, value: FieldValue): void {
  if (typeof value === 'number') rows.number(name, value);
  else if (typeof value === 'string') rows.text(name, value);
  else if (typeof value === 'bigint') rows.big(name, value);
  else rows.octets(name, value, 0, value.length);
}

function writeTrain(rows: RowTable, train: Train, bis: number): void {
  rows.number('train_access_address', train.accessAddress);
  rows.text('advertiser_addr', train.address);
  if (train.random !== undefined) rows.flag('advertiser_random', train.random);
  if (train.sid !== undefined) rows.number('sid', train.sid);
  rows.text('broadcast_id', train.broadcastId);
  rows.text('broadcast_name', train.broadcastName);
  const audio = train.audio.find((one) => one.bis === bis);
  if (audio !== undefined) writeAudio(rows, audio);
}

import { formatAddress } from '../../ble/address.ts';
import { hciAddressIsRandom } from '../../ble/hci-names.ts';
import { DIRECTION } from '../link/link.ts';
import type { Connection } from './connection.ts';
import type { Connections } from './connections.ts';
import type { HciValues } from './hci-values.ts';
import { otherSide, SENDER } from './moment.ts';
import type { Moment } from './moment.ts';

const EVENT = {
  CONNECTION_COMPLETE: 0x03,
  CONNECTION_REQUEST: 0x04,
  DISCONNECTION_COMPLETE: 0x05,
  ENCRYPTION_CHANGE: 0x08,
  ENCRYPTION_CHANGE_V2: 0x59,
} as const;
const LE = {
  CONNECTION: 0x01,
  UPDATE: 0x03,
  DATA_LENGTH: 0x07,
  ENHANCED: 0x0a,
  PHY: 0x0c,
  SUBRATE: 0x23,
  ENHANCED_V2: 0x29,
  RATE: 0x37,
} as const;
const COMMAND = {
  READ_BD_ADDR: 0x1009,
  SET_RANDOM_ADDRESS: 0x2005,
  SET_ADVERTISING_PARAMETERS: 0x2006,
  CREATE: 0x200d,
  EXTENDED_CREATE: 0x2043,
  EXTENDED_CREATE_V2: 0x2085,
} as const;
/** Reasons of a disconnection that say which side ended it (Vol 1 Part F 2.19, 2.20, 2.21, 2.22). */
const BY_PEER: ReadonlySet<number> = new Set([0x13, 0x14, 0x15]);
const BY_HOST = 0x16;
const PHYS: readonly (string | undefined)[] = [undefined, '1M', '2M', 'CODED'];
const MOST_INCOMING = 64;

/** The addresses of a controller, as its host set them. */
interface Controller {
  publicAddress: string | undefined;
  randomAddress: string | undefined;
  /** Whether the controller's own address is random: in connections that it creates, then in those that it advertises for. */
  createsRandom: boolean | undefined;
  advertisesRandom: boolean | undefined;
  /** Addresses of devices that requested a connection (BR/EDR). */
  readonly incoming: Set<string>;
}

/** Follows connections by HCI packets. */
export class HciConnections {
  private readonly controllers = new Map<string, Controller>();

  constructor(private readonly connections: Connections) {}

  private key(receiver: string, handle: number): string {
    return `${receiver} ${String(handle & 0x0fff)}`;
  }

  /** The connection of a handle, as long as it is open. */
  known(receiver: string, handle: number): Connection | undefined {
    return this.connections.find(this.key(receiver, handle));
  }

  /** The connection of a handle; a new one where the log begins after it. */
  of(receiver: string, handle: number, moment: Moment): Connection {
    const key = this.key(receiver, handle);
    const known = this.connections.find(key);
    if (known !== undefined) return known;
    const connection = this.connections.begin(key, moment);
    connection.handle = handle & 0x0fff;
    return connection;
  }

  /** The sender of a packet, by its direction at this controller. */
  sender(connection: Connection, direction: number): number {
    if (direction === DIRECTION.UNKNOWN) return SENDER.UNKNOWN;
    const role = connection.role === SENDER.UNKNOWN ? SENDER.CENTRAL : connection.role;
    return direction === DIRECTION.TO_CONTROLLER ? role : otherSide(role);
  }

  command(opcode: number, bytes: Uint8Array, at: number, end: number, receiver: string): void {
    const controller = this.controller(receiver);
    const octet = (offset: number): number | undefined => (at + offset < end ? bytes[at + offset] : undefined);
    const isRandom = (type: number | undefined): boolean | undefined => (type === undefined ? undefined : (type & 1) === 1);
    if (opcode === COMMAND.SET_RANDOM_ADDRESS && at + 6 <= end) controller.randomAddress = formatAddress(bytes, at);
    else if (opcode === COMMAND.SET_ADVERTISING_PARAMETERS) controller.advertisesRandom = isRandom(octet(5));
    else if (opcode === COMMAND.CREATE) controller.createsRandom = isRandom(octet(12));
    else if (opcode === COMMAND.EXTENDED_CREATE) controller.createsRandom = isRandom(octet(1));
    // This command begins with the advertising handle and the subevent, so its fields follow later.
    else if (opcode === COMMAND.EXTENDED_CREATE_V2) controller.createsRandom = isRandom(octet(3));
  }

  /** Reads the return parameters of a Command Complete event, bytes [at, end) after the opcode. */
  returned(opcode: number, bytes: Uint8Array, at: number, end: number, receiver: string): void {
    if (opcode === COMMAND.READ_BD_ADDR && at + 7 <= end && bytes[at] === 0)
      this.controller(receiver).publicAddress = formatAddress(bytes, at + 1);
  }

  /** Reads an event other than LE Meta; returns its connection. */
  event(code: number, values: HciValues, receiver: string, moment: Moment): Connection | undefined {
    const handle = values.get('handle');
    if (code === EVENT.CONNECTION_REQUEST && values.peer !== undefined) {
      const { incoming } = this.controller(receiver);
      if (incoming.size < MOST_INCOMING) incoming.add(values.peer);
    }
    if (handle === undefined) return undefined;
    const isDone = values.get('status') === 0;
    if (code === EVENT.CONNECTION_COMPLETE) return isDone ? this.classic(handle, values, receiver, moment) : undefined;
    const connection = this.known(receiver, handle);
    if (connection === undefined) return undefined;
    connection.last = moment;
    if (!isDone) return connection;
    if (code === EVENT.DISCONNECTION_COMPLETE) this.ended(connection, values, receiver, handle);
    if (code === EVENT.ENCRYPTION_CHANGE || code === EVENT.ENCRYPTION_CHANGE_V2) {
      const encrypted = values.get('encryption') === 0 ? 0 : 1;
      if (encrypted === 1) connection.encryption ??= moment;
      this.connections.change(connection, 'encryption', moment, {}, { encrypted });
    }
    return connection;
  }

  /** Reads an LE Meta event; returns its connection. */
  leEvent(subevent: number, values: HciValues, bytes: Uint8Array, at: number, receiver: string, moment: Moment): Connection | undefined {
    const handle = values.get('handle');
    if (handle === undefined) return undefined;
    const isDone = (values.get('status') ?? 0) === 0;
    if (subevent === LE.CONNECTION || subevent === LE.ENHANCED || subevent === LE.ENHANCED_V2)
      return isDone ? this.made(subevent, handle, values, bytes, at, receiver, moment) : undefined;
    const connection = this.known(receiver, handle);
    if (connection === undefined) return undefined;
    connection.last = moment;
    if (isDone) this.changed(subevent, connection, values, moment);
    return connection;
  }

  private changed(subevent: number, connection: Connection, values: HciValues, moment: Moment): void {
    const { connections } = this;
    const value = (name: string): number => values.get(name) ?? 0;
    const [local, remote] = connection.role === SENDER.PERIPHERAL ? ['p_to_c', 'c_to_p'] : ['c_to_p', 'p_to_c'];
    switch (subevent) {
      case LE.UPDATE:
        return connections.change(connection, 'parameters', moment, parameters(values));
      case LE.PHY: {
        const [tx, rx] = [PHYS[value('tx_phy')], PHYS[value('rx_phy')]];
        return connections.change(connection, 'phy', moment, { ...(tx && { [`phy_${local}`]: tx }), ...(rx && { [`phy_${remote}`]: rx }) });
      }
      case LE.DATA_LENGTH:
        return connections.change(connection, 'data_length', moment, {
          [`max_octets_${local}`]: value('max_tx_octets'),
          [`max_octets_${remote}`]: value('max_rx_octets'),
        });
      case LE.RATE:
        connections.change(connection, 'parameters', moment, parameters(values));
        return this.subrated(connection, values, moment);
      case LE.SUBRATE:
        return this.subrated(connection, values, moment);
    }
  }

  private subrated(connection: Connection, values: HciValues, moment: Moment): void {
    const { latency, timeout_ms } = parameters(values);
    const subrate_factor = values.get('subrate_factor') ?? 0;
    this.connections.change(connection, 'subrate', moment, { latency, timeout_ms }, { subrate_factor });
  }

  private made(
    subevent: number,
    handle: number,
    values: HciValues,
    bytes: Uint8Array,
    at: number,
    receiver: string,
    moment: Moment,
  ): Connection {
    const connection = this.connections.begin(this.key(receiver, handle), moment);
    connection.transport = 'LE';
    connection.handle = handle & 0x0fff;
    connection.role = values.get('role') === 1 ? SENDER.PERIPHERAL : SENDER.CENTRAL;
    connection.sca = values.get('sca');
    const peer = connection.side(otherSide(connection.role));
    peer.address = values.peer;
    const type = values.get('peer_address_type');
    if (type !== undefined) peer.random = hciAddressIsRandom(type);
    this.own(connection, this.controller(receiver));
    // Enhanced events name the resolvable addresses that were used, or zeros if none were.
    if (subevent !== LE.CONNECTION && bytes.subarray(at + 11, at + 17).some((octet) => octet !== 0)) {
      const own = connection.side(connection.role);
      own.address = formatAddress(bytes, at + 11);
      own.random = true;
    }
    this.connections.change(connection, 'start', moment, parameters(values));
    return connection;
  }

  private own(connection: Connection, { publicAddress, randomAddress, createsRandom, advertisesRandom }: Controller): void {
    const random = connection.role === SENDER.CENTRAL ? createsRandom : advertisesRandom;
    if (random === undefined) return;
    const own = connection.side(connection.role);
    own.random = random;
    own.address = random ? randomAddress : publicAddress;
  }

  private classic(handle: number, values: HciValues, receiver: string, moment: Moment): Connection {
    const controller = this.controller(receiver);
    const peer = values.peer ?? '';
    const connection = this.connections.begin(this.key(receiver, handle), moment);
    connection.transport = 'BR/EDR';
    connection.handle = handle & 0x0fff;
    connection.role = controller.incoming.delete(peer) ? SENDER.PERIPHERAL : SENDER.CENTRAL;
    connection.side(otherSide(connection.role)).address = values.peer;
    connection.side(connection.role).address = controller.publicAddress;
    this.connections.change(connection, 'start', moment, {});
    return connection;
  }

  private ended(connection: Connection, values: HciValues, receiver: string, handle: number): void {
    const reason = values.get('reason');
    connection.endCode = reason;
    if (connection.role !== SENDER.UNKNOWN && reason !== undefined)
      connection.endedBy = reason === BY_HOST ? connection.role : BY_PEER.has(reason) ? otherSide(connection.role) : SENDER.UNKNOWN;
    this.connections.end(this.key(receiver, handle));
  }

  private controller(receiver: string): Controller {
    let controller = this.controllers.get(receiver);
    if (controller === undefined) {
      controller = {
        publicAddress: undefined,
        randomAddress: undefined,
        createsRandom: undefined,
        advertisesRandom: undefined,
        incoming: new Set(),
      };
      this.controllers.set(receiver, controller);
    }
    return controller;
  }
}

function parameters(values: HciValues): { interval_us: number; latency: number; timeout_ms: number } {
  const value = (name: string): number => values.get(name) ?? 0;
  return { interval_us: value('interval_us'), latency: value('latency'), timeout_ms: value('timeout_ms') };
}

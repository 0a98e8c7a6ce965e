import { characteristicDeclaration, DECLARATION, includeDeclaration, propertyNames } from '../../ble/att/declarations.ts';
import { uuidText } from '../../ble/ad/uuids.ts';
import type { RowTable } from '../../tables/row-table.ts';
import { senderName } from './moment.ts';
import { completeTree, isDeclaration } from './gatt-tree.ts';
import type { Moment } from './moment.ts';

/** Maximum number of servers and attributes remembered per capture, because a malicious file could have any number. */
const MOST_REMEMBERED = 100_000;

export type Kind = 'primary service' | 'secondary service' | 'include' | 'characteristic' | 'descriptor';

export interface Attribute {
  readonly kind: Kind;
  readonly handle: number;
  readonly endHandle?: number | undefined;
  readonly valueHandle?: number | undefined;
  readonly uuid?: string | undefined;
  readonly properties?: number | undefined;
  readonly moment: Moment;
  readonly connection: number;
}

/** The attributes of a server that were discovered. */
export class GattServer {
  /** Type of each attribute, by handle. */
  readonly types = new Map<number, string>();
  readonly found = new Map<string, Attribute>();
  /** Attributes whose type shows that they are declarations, and when that was learnt. */
  readonly declared = new Map<number, Pick<Attribute, 'moment' | 'connection'>>();
  /** Handles of services that an include declaration names. */
  readonly included = new Set<number>();
  /** Types of included services that were read, by the service's handle. */
  readonly serviceTypes = new Map<number, string>();
  /** All primary services up to this handle were discovered. */
  primariesUpTo = 0;

  constructor(
    readonly side: number,
    readonly address: string | undefined,
  ) {}
}

/** GATT servers of a capture, from discoveries. A device is recognised by its address, in all its connections. */
export class GattServers {
  private readonly byAddress = new Map<string, GattServer>();
  private readonly all: GattServer[] = [];
  /** Servers and attributes so far. */
  private remembered = 0;

  constructor(
    private readonly rows: RowTable,
    private readonly nameOf: (uuid: string) => string | undefined,
  ) {}

  /** The server at an address; a new one where the address is not known. Of too many, further ones are not remembered. */
  server(side: number, address: string | undefined): GattServer {
    const known = address === undefined ? undefined : this.byAddress.get(address);
    if (known !== undefined) return known;
    const server = new GattServer(side, address);
    if (!this.room()) return server;
    this.remembered++;
    if (address !== undefined) this.byAddress.set(address, server);
    this.all.push(server);
    return server;
  }

  /** Records the type of the attribute at `handle`. */
  type(server: GattServer, handle: number, uuid: string): void {
    if (!server.types.has(handle)) {
      if (!this.room()) return;
      this.remembered++;
    }
    server.types.set(handle, uuid);
  }

  /** The attribute at `handle` has a type, as a response said: a descriptor, unless something else declares it. */
  attribute(server: GattServer, handle: number, uuid: string, moment: Moment, connection: number): void {
    if (server.types.get(handle) === uuid || !this.room()) return;
    this.type(server, handle, uuid);
    if (isDeclaration(uuid)) server.declared.set(handle, { moment, connection });
    else this.add(server, { kind: 'descriptor', handle, uuid, moment, connection });
  }

  /** Records a service declared at `handle` that ends at `endHandle`. */
  service(
    server: GattServer,
    type: string,
    handle: number,
    endHandle: number | undefined,
    uuid: string,
    moment: Moment,
    connection: number,
  ): void {
    if (!this.room()) return;
    this.type(server, handle, type);
    const kind = type === DECLARATION.SECONDARY ? 'secondary service' : 'primary service';
    this.add(server, { kind, handle, endHandle, uuid, moment, connection });
  }

  /** Records the value (bytes [at, end)) of a declaration of a given type at `handle`. */
  declaration(
    server: GattServer,
    type: string,
    handle: number,
    bytes: Uint8Array,
    at: number,
    end: number,
    moment: Moment,
    connection: number,
  ): void {
    if (!this.room()) return;
    this.type(server, handle, type);
    if (type === DECLARATION.CHARACTERISTIC) {
      const found = characteristicDeclaration(bytes, at, end);
      if (found === null) return;
      const uuid = uuidText(bytes, found.uuidAt, found.uuidOctets);
      this.type(server, found.valueHandle, uuid);
      const { properties, valueHandle } = found;
      this.add(server, { kind: 'characteristic', handle, valueHandle, uuid, properties, moment, connection });
    } else if (type === DECLARATION.INCLUDE) {
      const found = includeDeclaration(bytes, at, end);
      if (found === null) return;
      if (!server.included.has(found.handle)) this.remembered++;
      server.included.add(found.handle);
      const uuid = found.uuidOctets === 0 ? undefined : uuidText(bytes, found.uuidAt, found.uuidOctets);
      this.add(server, { kind: 'include', handle, valueHandle: found.handle, endHandle: found.endHandle, uuid, moment, connection });
    }
  }

  /** Records a read of the attribute at `handle` (bytes [at, end)); if it is a declaration, its value is recorded too. */
  read(server: GattServer, handle: number, bytes: Uint8Array, at: number, end: number, moment: Moment, connection: number): void {
    const type = server.types.get(handle);
    const width = end - at;
    if (type === DECLARATION.PRIMARY || type === DECLARATION.SECONDARY) {
      if (width === 2 || width === 16) this.service(server, type, handle, undefined, uuidText(bytes, at, width), moment, connection);
    } else if (type === DECLARATION.CHARACTERISTIC || type === DECLARATION.INCLUDE)
      this.declaration(server, type, handle, bytes, at, end, moment, connection);
    else if (type === undefined && width === 16 && this.room()) {
      // An include leaves out UUIDs of 128 bits; clients then read the declaration of the service (Vol 3 Part G 4.5.1).
      if (!server.included.has(handle)) return;
      if (!server.serviceTypes.has(handle)) this.remembered++;
      server.serviceTypes.set(handle, uuidText(bytes, at, width));
    }
  }

  /** Records that a discovery of primary services from `from` is complete up to `to`. */
  covered(server: GattServer, from: number, to: number): void {
    if (from <= server.primariesUpTo + 1) server.primariesUpTo = Math.max(server.primariesUpTo, to);
  }

  /** Writes every attribute, by server and handle. */
  finish(): void {
    for (const server of this.all) this.write(server);
  }

  private room(): boolean {
    return this.remembered < MOST_REMEMBERED;
  }

  private add(server: GattServer, attribute: Attribute): void {
    const key = `${String(attribute.handle)} ${attribute.kind} ${attribute.uuid ?? ''}`;
    const known = server.found.get(key);
    // The read of a declaration does not show where its service ends, so it must not replace a record that has the end.
    if (known !== undefined && (known.endHandle !== undefined || attribute.endHandle === undefined)) return;
    server.found.set(key, attribute);
    if (known === undefined) this.remembered++;
  }

  private write(server: GattServer): void {
    const sorted = completeTree(server);
    const values = new Set(sorted.map(({ valueHandle }) => valueHandle));
    let service: Attribute | null = null;
    let characteristic: Attribute | null = null;
    for (const one of sorted) {
      const { kind, handle } = one;
      if (kind.endsWith('service')) {
        service = one;
        characteristic = null;
      } else if (kind === 'characteristic') characteristic = one;
      // The value of a characteristic is not a descriptor, although it has a type of its own.
      if (kind === 'descriptor' && values.has(handle)) continue;
      const inside = service !== null && service !== one && handle <= (service.endHandle ?? 0) ? service : null;
      this.row(
        server,
        one,
        inside,
        kind === 'descriptor' && characteristic !== null && (service === null || inside !== null) ? characteristic : null,
      );
    }
  }

  private row({ side, address }: GattServer, one: Attribute, service: Attribute | null, characteristic: Attribute | null): void {
    const { rows } = this;
    rows.begin();
    rows.number('packet_no', one.moment.no);
    rows.number('connection', one.connection);
    rows.text('server', senderName(side));
    rows.text('server_addr', address);
    rows.text('kind', one.kind);
    rows.number('handle', one.handle);
    if (one.endHandle !== undefined) rows.number('end_handle', one.endHandle);
    if (one.valueHandle !== undefined) rows.number('value_handle', one.valueHandle);
    rows.text('uuid', one.uuid);
    rows.text('uuid_name', one.uuid === undefined ? undefined : this.nameOf(one.uuid));
    if (one.properties !== undefined) {
      rows.number('properties', one.properties);
      rows.text('property_names', propertyNames(one.properties));
    }
    if (service !== null) rows.number('service_handle', service.handle);
    if (characteristic !== null) rows.number('characteristic_handle', characteristic.handle);
    if (one.moment.decrypted === true) rows.flag('decrypted', true);
    rows.end();
  }
}

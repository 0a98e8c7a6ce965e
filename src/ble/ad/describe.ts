/**
 * Describes advertising data for the packet detail: every structure, every value, and every byte. Pure and total: any bytes have a
 * description; invalid ones get notes that say what was expected and found.
 */
import { readBigInfoFields, readResolvableSet } from './broadcast.ts';
import { type AdField, FieldReader } from './field-reader.ts';
import * as gap from './gap.ts';
import { readManufacturer } from './manufacturer.ts';
import { readMeshBeacon, readMeshMessage, readPbAdv } from './mesh.ts';
import { adTypeName, type AssignedNames, NO_NAMES } from './names.ts';
import { readServiceData } from './service-data.ts';
import { type AdStructure, walkAd } from './structure.ts';
import { readUuidList } from './uuids.ts';

export interface DescribedStructure {
  readonly type: number;
  /** Name of the AD type. */
  readonly name: string;
  /** The vendor's format of the content, if known: `Apple Continuity`, `Google Fast Pair`. */
  readonly format?: string;
  /** Byte range including length and type, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** In the order of the bytes; a field for bits of another field has the same range as that field. */
  readonly fields: readonly AdField[];
  readonly notes: readonly string[];
}

export interface AdDescription {
  readonly structures: readonly DescribedStructure[];
  /** Bytes after the position at which parsing had to stop; they belong to no structure. */
  readonly trailing?: { readonly start: number; readonly end: number; readonly reason: string };
}

export function describeAd(bytes: Uint8Array, names: AssignedNames = NO_NAMES): AdDescription {
  const walk = walkAd(bytes);
  const structures = walk.structures.map((structure) => describeStructure(bytes, structure, names));
  if (walk.stopped === undefined) return { structures };
  return { structures, trailing: { start: walk.stopped.at, end: bytes.length, reason: walk.stopped.reason } };
}

export function describeStructure(bytes: Uint8Array, structure: AdStructure, names: AssignedNames): DescribedStructure {
  const reader = new FieldReader(bytes, structure.value, structure.end);
  const format = readStructure(structure.type, reader, names);
  reader.finish();
  return {
    type: structure.type,
    name: adTypeName(structure.type),
    ...(format !== undefined && { format }),
    start: structure.start,
    end: structure.end,
    fields: reader.fields,
    notes: reader.notes,
  };
}

/** Reads the value of one structure; returns the name of the vendor's format if it was recognised. */
function readStructure(type: number, reader: FieldReader, names: AssignedNames): string | undefined {
  const service = 'service UUID';
  const solicited = 'solicited service UUID';
  // prettier-ignore
  switch (type) {
    case 0x01: gap.readFlags(reader); return undefined;
    case 0x02: case 0x03: readUuidList(reader, 2, service, names); return undefined;
    case 0x04: case 0x05: readUuidList(reader, 4, service, names); return undefined;
    case 0x06: case 0x07: readUuidList(reader, 16, service, names); return undefined;
    case 0x08: case 0x09: gap.readText(reader, 'local name'); return undefined;
    case 0x0a: gap.readTxPower(reader); return undefined;
    case 0x0d: gap.readClassOfDevice(reader); return undefined;
    case 0x12: gap.readConnectionInterval(reader); return undefined;
    case 0x14: readUuidList(reader, 2, solicited, names); return undefined;
    case 0x15: readUuidList(reader, 16, solicited, names); return undefined;
    case 0x16: return readServiceData(reader, 2, names);
    case 0x17: case 0x18: gap.readTargetAddresses(reader); return undefined;
    case 0x19: gap.readAppearance(reader, names); return undefined;
    case 0x1a: case 0x2f: gap.readAdvertisingInterval(reader); return undefined;
    case 0x1b: gap.readDeviceAddress(reader); return undefined;
    case 0x1c: gap.readRole(reader); return undefined;
    case 0x1f: readUuidList(reader, 4, solicited, names); return undefined;
    case 0x20: return readServiceData(reader, 4, names);
    case 0x21: return readServiceData(reader, 16, names);
    case 0x24: gap.readUri(reader); return undefined;
    case 0x29: readPbAdv(reader); return undefined;
    case 0x2a: readMeshMessage(reader); return undefined;
    case 0x2b: readMeshBeacon(reader); return undefined;
    case 0x2c: readBigInfoFields(reader); return undefined;
    case 0x2e: readResolvableSet(reader); return undefined;
    case 0x30: gap.readText(reader, 'broadcast name'); return undefined;
    case 0xff: return readManufacturer(reader, names);
    default: return undefined;
  }
}

/** Service data by UUID; the data of unknown UUIDs is kept as bytes. */
import { readBasicAudio } from '../audio-announcement.ts';
import { readBroadcastAudio, readPublicBroadcast } from './broadcast.ts';
import type { FieldReader } from './field-reader.ts';
import { readEddystone, readExposure, readFastPair } from './google.ts';
import { readMeshProvisioning, readMeshProxy } from './mesh.ts';
import type { AssignedNames } from './names.ts';
import { readDult, readSmartTag, readTile } from './trackers.ts';
import { readUuid, shortUuid } from './uuids.ts';

interface ServiceFormat {
  readonly name: string;
  readonly read: (reader: FieldReader) => unknown;
}

const SERVICE_FORMATS: ReadonlyMap<string, ServiceFormat> = new Map<string, ServiceFormat>([
  ['1827', { name: 'Mesh Provisioning', read: readMeshProvisioning }],
  ['1828', { name: 'Mesh Proxy', read: readMeshProxy }],
  ['1851', { name: 'Basic Audio Announcement', read: readBasicAudio }],
  ['1852', { name: 'Broadcast Audio Announcement', read: readBroadcastAudio }],
  ['1856', { name: 'Public Broadcast Announcement', read: readPublicBroadcast }],
  ['FCB2', { name: 'Unwanted-tracker format (DULT)', read: readDult }],
  ['FD5A', { name: 'Samsung SmartTag', read: readSmartTag }],
  ['FD6F', { name: 'Exposure Notification', read: readExposure }],
  ['FE2C', { name: 'Google Fast Pair', read: readFastPair }],
  ['FEAA', { name: 'Eddystone', read: readEddystone }],
  ['FEEC', { name: 'Tile', read: readTile }],
  ['FEED', { name: 'Tile', read: readTile }],
]);

export function readServiceData(reader: FieldReader, width: 2 | 4 | 16, names: AssignedNames): string | undefined {
  const start = reader.offset;
  const uuid = readUuid(reader, width, 'service UUID', names);
  const format = SERVICE_FORMATS.get(shortUuid(uuid));
  if (format === undefined) {
    if (reader.left > 0) reader.hex('service data');
    return undefined;
  }
  reader.over('format', format.name, start, reader.offset);
  format.read(reader);
  return format.name;
}

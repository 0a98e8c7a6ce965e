import { instant, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { addressArgument, withoutConnections } from '../../connections/shared-schema.ts';

/** Limits of an answer: number of attributes, number of devices, and octets of a value. */
export const MOST = { attributes: 2000, devices: 100, octets: 64 } as const;

export const Input = z.strictObject({
  address: addressArgument('the device'),
  limit: z
    .int()
    .min(1)
    .max(MOST.attributes)
    .default(200)
    .describe('How many attributes to return at most, unitless; 200 when absent.')
    .meta({ examples: [200], 'x-unit': 'unitless' }),
});

const count = (what: string) => whole().describe(`${what}, unitless.`).meta({ 'x-unit': 'unitless' });

const Attribute = z.strictObject({
  level: z
    .int()
    .min(0)
    .max(2)
    .describe('Depth in the tree, unitless: 0 service, 1 characteristic, 2 descriptor.')
    .meta({ 'x-unit': 'unitless' }),
  kind: z
    .enum(['primary service', 'secondary service', 'include', 'characteristic', 'descriptor', 'attribute'])
    .describe('What it is; attribute: it was used and never discovered.'),
  handle: count('Its number on the device'),
  end_handle: count('Number of the last attribute of a service').optional(),
  value_handle: count('Number under which a characteristic is read and written').optional(),
  uuid: text(1, 36).describe('Type as four hex digits or in the dashed form; absent when it was not discovered.').optional(),
  name: text(1, 200).describe('Name of an adopted type.').optional(),
  properties: text(1, 200).describe('What a characteristic allows, such as read and notify.').optional(),
  reads: count('Answers that carried its value'),
  writes: count('Writes, also those that were refused'),
  notifications: count('Notifications of it'),
  indications: count('Indications of it'),
  errors: count('Requests about it that were refused'),
  last_error: text(1, 120).describe('Why the last of them was refused.').optional(),
  last_hex: text(0, 2 * MOST.octets)
    .describe('Octets of its last value in hex, as far as one message carried them; a refused write is none.')
    .optional(),
  last_octets: whole().describe('How many octets that value has.').meta({ 'x-unit': 'bytes' }).optional(),
  last_text: text(0, 300).describe('The last value in words; absent for types that are not adopted.').optional(),
  last_number: z.number().describe('The number that the last value is about, in last_unit.').meta({ 'x-unit': 'of last_unit' }).optional(),
  last_unit: text(1, 32).describe('Unit of last_number; absent where it has none.').optional(),
  last_packet: count('Packet that carried the last value').optional(),
  last_ts: instant().describe('Time of that packet in UTC; only where times are those of the day.').optional(),
});

const Device = z.strictObject({
  capture_id: text(1, 128).describe('Capture that holds it.'),
  device: text(1, 64).describe('Its address, or the connection and side when no request names it.'),
  role: z.enum(['central', 'peripheral']).describe('Side of the connection that offers the attributes.'),
  attributes: z.array(Attribute).max(MOST.attributes).describe('In the order of their numbers, so that children follow their parent.'),
});

export const Output = z.strictObject({
  device_count: count('Devices whose attributes were discovered or used'),
  attribute_count: count('Attributes of all of them'),
  has_more: z.boolean().describe('Whether attributes or devices are left out.'),
  devices: z.array(Device).max(MOST.devices).describe('One entry per device; empty when no message of the attribute protocol was read.'),
  captures_without: withoutConnections(),
});

export type Arguments = z.output<typeof Input>;
export type GattTree = z.output<typeof Output>;
export type GattDevice = GattTree['devices'][number];
export type GattAttribute = GattDevice['attributes'][number];

import { instant, ratio, text, timeRange, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

/** Maximum numbers of places, of devices in an answer, and of addresses of one device. */
export const MOST = { places: 64, devices: 200, addresses: 50 } as const;

const address = () =>
  z
    .string()
    .regex(/^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/)
    .describe('An address, capital hex with colons.')
    .meta({ examples: ['7A:4C:21:9D:10:EF'] });
const Place = z.strictObject({
  name: text(1, 80)
    .describe('Name of the place; entries with one name are one place.')
    .meta({ examples: ['station'] }),
  capture_id: text(1, 128)
    .describe('Capture of the selection; every capture when absent.')
    .meta({ examples: ['chamber_four_phones'] })
    .optional(),
  time_range: timeRange()
    .describe('Its time, in ms as in time_window; the whole capture when absent.')
    .meta({ examples: [{ start_ms: 1_588_788_214_000, end_ms: 1_588_789_000_000 }] })
    .optional(),
});

const Known = z.strictObject({
  name: text(1, 80)
    .describe('What to call the device.')
    .meta({ examples: ['my phone'] }),
  addresses: z
    .array(address())
    .min(1)
    .max(200)
    .describe('Its addresses, such as those that a key resolved.')
    .meta({ examples: [['7A:4C:21:9D:10:EF']] }),
  mine: z
    .boolean()
    .default(false)
    .describe('Whether it is expected to be there; false when absent.')
    .meta({ examples: [true] }),
});

export const Input = z.strictObject({
  places: z
    .array(Place)
    .min(2)
    .max(256)
    .optional()
    .describe('Places that lie apart. When absent, each capture is one, and so is each part between long silences.')
    .meta({
      examples: [
        [
          { name: 'home', capture_id: 'walk_1' },
          { name: 'station', capture_id: 'walk_2' },
        ],
      ],
    }),
  idle_gap_s: z
    .number()
    .min(10)
    .max(604_800)
    .default(300)
    .describe('Silence of all senders that begins another place where none are named, in seconds; 300 when absent.')
    .meta({ examples: [300], 'x-unit': 's' }),
  known_devices: z
    .array(Known)
    .max(64)
    .default([])
    .describe('Devices of which several addresses are known; none when absent.')
    .meta({ examples: [[{ name: 'my phone', addresses: ['7A:4C:21:9D:10:EF'], mine: true }]] }),
  follow_rotation: z
    .boolean()
    .default(true)
    .describe('Whether rotating addresses are followed by the linkage model, which reads every frame; true when absent.')
    .meta({ examples: [true] }),
  limit: z
    .int()
    .min(1)
    .max(MOST.devices)
    .default(20)
    .describe('How many devices to return at most, unitless; 20 when absent.')
    .meta({ examples: [20], 'x-unit': 'unitless' }),
});

export const RECOGNITION = ['fixed_address', 'tracker_address', 'private_address', 'payload', 'known'] as const;
export type Recognition = (typeof RECOGNITION)[number];
/** Kinds of base rates. Lasting addresses are fixed addresses, those of trackers, and those of known devices. */
export const RATE_OF = ['lasting_address', 'private_address', 'payload'] as const;
export type RateOf = (typeof RATE_OF)[number];
export const TERMS = ['base_rate', 'places', 'presence', 'level'] as const;
export type Term = (typeof TERMS)[number];
export const VERDICTS = ['beyond_chance', 'possible', 'chance'] as const;

const count = (what: string) => whole().describe(`${what}, unitless.`).meta({ 'x-unit': 'unitless' });
const recognition = () =>
  z
    .enum(RECOGNITION)
    .describe('How it is recognised: fixed or tracker address, private address with its successors, name or data, or as given.');
const place = () => z.string().describe('Name of the place.');

const Heard = z.strictObject({
  place: place(),
  packets: count('Packets it sent there'),
  first_ts: instant().describe('Its first packet there; absent where times do not count from 1970.').optional(),
  last_ts: instant().describe('Its last packet there; absent where times do not count from 1970.').optional(),
  presence_share: ratio().describe('Share of the time there in which it was heard, unitless.'),
  rssi_median_dbm: z.number().describe('Median level there; absent where none was recorded.').meta({ 'x-unit': 'dBm' }).optional(),
});

const Device = z.strictObject({
  addresses: z.array(z.string().describe('An address it sent from.')).describe('Up to 50 addresses, first heard first; never empty.'),
  more_addresses: count('Addresses that are left out'),
  name: z.string().describe('Name given in known_devices; absent otherwise.').optional(),
  mine: z.boolean().describe('Given as a device that is expected to be there.'),
  description: z.string().describe('What it says of itself, or that it says nothing.'),
  recognised_by: recognition(),
  token: z.string().describe('Name or data by which it is recognised; absent otherwise.').optional(),
  places_heard: count('Places in which it was heard'),
  heard: z.array(Heard).describe('Place by place, in order of time; at least two.'),
  probability: ratio().describe('Score that one device travels with the receiver, for investigation and not proof.'),
  same_device: ratio().describe('Score that what was heard in these places is one device; a factor of probability.'),
  verdict: z.enum(VERDICTS).describe('beyond_chance from 0.9 on in three places or more, possible from 0.5 on, chance below.'),
  statement: z.string().describe('The same in words, with what else explains it.'),
  evidence: z
    .array(
      z.strictObject({
        term: z.enum(TERMS).describe('Kind of evidence.'),
        decibans: z.number().describe('Weight, above 0 for travelling along and below against it.').meta({ 'x-unit': 'decibans' }),
        statement: z.string().describe('What was compared.'),
      }),
    )
    .describe('Terms of the score; never empty.'),
  tracker: z
    .strictObject({
      network: z.string().describe('Network that finds it.'),
      state: z.enum(['separated', 'near_owner', 'unknown']).describe('Whether it says that its owner is near.'),
      why: z.string().describe('What says so.'),
    })
    .optional()
    .describe('Only for location trackers (IETF drafts on unwanted location trackers, DULT).'),
});

export const Output = z.strictObject({
  places: z
    .array(
      z.strictObject({
        name: place(),
        capture_ids: z.array(z.string().describe('A capture that recorded it.')).describe('Captures that recorded it.'),
        start_ts: instant().describe('First packet; absent where times do not count from 1970.').optional(),
        end_ts: instant().describe('Last packet; absent where times do not count from 1970.').optional(),
        packets: count('Packets of all senders'),
        addresses: count('Addresses that sent'),
      }),
    )
    .describe('Places that were compared, in order of time; never empty.'),
  device_count: count('Devices that were heard in two or more places'),
  beyond_chance_count: count('Of these, without those given as expected, the ones that recur beyond chance'),
  has_more: z.boolean().describe('Whether there are more than are listed.'),
  devices: z.array(Device).max(MOST.devices).describe('Most probable first; empty when none was heard in two places.'),
  base_rates: z
    .array(
      z.strictObject({
        recognised_by: z.enum(RATE_OF).describe('How; lasting addresses are fixed ones, those of trackers and known devices.'),
        identities: count('Devices that could be recognised in another place'),
        in_two: count('Heard in two places or more'),
        in_three: count('Heard in three places or more'),
        chance_in_three: z.number().describe('Devices expected in three places by chance, unitless.').meta({ 'x-unit': 'unitless' }),
      }),
    )
    .describe('How often devices recur by chance, estimated from the other devices of these captures; never empty.'),
  note: z.string().describe('What the scores are and what they are not.'),
});

export type Arguments = z.output<typeof Input>;
export type Answer = z.output<typeof Output>;
export type ListedDevice = Answer['devices'][number];

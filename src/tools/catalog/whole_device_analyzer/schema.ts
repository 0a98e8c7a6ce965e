import { instant, ratio, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { TERMS } from './kinds.ts';

/** Limits of an answer: number of devices, of addresses of one part, of parts and pairs of one device, and of times of one evidence. */
export const MOST = { devices: 200, addresses: 50, parts: 20, pairs: 20, times: 5 } as const;

export const Input = z.strictObject({
  linkage_window_s: z
    .number()
    .min(1)
    .max(604_800)
    .default(180)
    .describe('Longest silence between an address and its successor, in seconds; 180 when absent.')
    .meta({ examples: [180], 'x-unit': 's' }),
  min_observation_count: z
    .int()
    .min(2)
    .max(1_000_000_000)
    .default(25)
    .describe('Fewest frames of an address that takes part, in frames; 25 when absent.')
    .meta({ examples: [25], 'x-unit': 'frames' }),
  rpa_rotation_model: z
    .enum(['spec_default', 'fast_rotation', 'slow_rotation', 'learned'])
    .default('spec_default')
    .describe('How often private addresses change, as in bluetooth_address_analyzer; spec_default when absent.')
    .meta({ examples: ['spec_default'] }),
  limit: z
    .int()
    .min(1)
    .max(MOST.devices)
    .default(50)
    .describe('How many devices to return at most, unitless; 50 when absent.')
    .meta({ examples: [50], 'x-unit': 'unitless' }),
});

const count = (what: string) => whole().describe(`${what}, unitless.`).meta({ 'x-unit': 'unitless' });
const decibans = (what: string) => z.number().describe(what).meta({ 'x-unit': 'decibans' });
const average = (what: string) => z.number().min(0).describe(`${what}, unitless.`).meta({ 'x-unit': 'unitless' });
const address = (what: string) => z.string().describe(what);

const Evidence = z.strictObject({
  term: z.enum(TERMS).describe('Kind of evidence.'),
  decibans: decibans('Weight, above 0 for one device and below against it.'),
  statement: z.string().describe('What was compared.'),
  times: z
    .array(instant().describe('A moment.'))
    .max(MOST.times)
    .describe('When it can be seen; empty where times do not count from 1970.'),
  packets: z
    .array(
      z.strictObject({
        capture_id: z.string().describe('The capture.'),
        packet_no: count('Number of the packet in it'),
      }),
    )
    .describe('Packets of a connection that say so; empty for other evidence.'),
});

const Device = z.strictObject({
  device_id: z.string().describe('Follows from the addresses.'),
  probability: ratio().describe('Score that all its parts are one device, for investigation and not proof.'),
  statement: z.string().describe('The same in words, with the strongest evidence.'),
  parts: z
    .array(
      z.strictObject({
        addresses: z.array(address('An address it sent from.')).describe('Up to 50 addresses that follow one another, first heard first.'),
        more_addresses: count('Addresses that are left out'),
      }),
    )
    .max(MOST.parts)
    .describe('Streams, earbuds or other senders that probably are one device; two or more.'),
  more_parts: count('Parts that are left out'),
  pairs: z
    .array(
      z.strictObject({
        address_a: address('First address of one part.'),
        address_b: address('First address of the other part.'),
        probability: ratio().describe('Score that both are one device.'),
        prior_decibans: decibans('Log-odds before any evidence: few of all pairs are one device.'),
        evidence: z.array(Evidence).describe('Terms of the score; never empty.'),
      }),
    )
    .max(MOST.pairs)
    .describe('Pairs of its parts with their evidence, most probable first; empty where only changes of address join them.'),
  successions: z
    .array(
      z.strictObject({
        from_address: address('Last address before.'),
        to_address: address('First address after.'),
        probability: ratio().describe('Expected share of such changes from one group of parts to the other.'),
      }),
    )
    .describe('Where it is undecided which part took which address, but not that they are of one device; usually empty.'),
});

export const Output = z.strictObject({
  device_count: count('Devices with two parts or more'),
  emitter_count: count('Emitters that were compared: addresses alone, or chains of addresses that follow one another'),
  pair_count: count('Pairs of emitters with evidence that was weighed'),
  has_more: z.boolean().describe('Whether there are more devices than are listed.'),
  devices: z.array(Device).max(MOST.devices).describe('Most probable first; empty when no two emitters probably are one device.'),
  learnt: z
    .strictObject({
      partners: average('Other emitters of its own device that are there with an emitter'),
      companions: average('Emitters of devices that travel with it'),
      joint_changes_share: ratio().describe('Share of devices whose parts change their addresses in one moment, unitless.'),
      one_crystal_share: ratio().describe('Share of devices whose parts share a clock, unitless.'),
      common_level_share: ratio().describe('Share of devices whose parts move together in level, unitless.'),
    })
    .describe('What was learnt from this selection.'),
  note: z.string().describe('What the scores are and what they are not.'),
});

export type Arguments = z.output<typeof Input>;
export type Answer = z.output<typeof Output>;
export type ListedDevice = Answer['devices'][number];

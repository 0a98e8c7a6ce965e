import { ratio, text } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { REASONS } from '../../../kernels/layout.ts';
import { Input as InputOf10, Output as OutputOf10 } from './schema.ts';

/** Version 1.1.0: what 1.0.0 has, constraints and labels, every candidate with its evidence, and what the model learnt. */

const address = (what: string) => z.string().describe(what);

const spelt = (what: string) =>
  z
    .string()
    .regex(/^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/)
    .describe(what)
    .meta({ examples: ['7A:4C:21:9D:10:EF'] });

export const Input = InputOf10.extend({
  constraints: z
    .array(
      z.strictObject({
        address_a: spelt('One address, capital hex with colons.'),
        address_b: spelt('The other address.'),
        rule: z
          .enum(['must_link', 'cannot_link'])
          .describe('must_link: the later succeeded the earlier on one emitter; cannot_link: they are two emitters.')
          .meta({ examples: ['cannot_link'] }),
      }),
    )
    .max(1000)
    .optional()
    .describe('What you know of pairs of addresses: confirmed and rejected links. Nothing is constrained when absent.')
    .meta({ examples: [[{ address_a: '7A:4C:21:9D:10:EF', address_b: '4B:11:8E:20:C7:55', rule: 'cannot_link' }]] }),
  labels: z
    .array(
      z.strictObject({
        address: spelt('An address, capital hex with colons.'),
        device: text(1, 128)
          .describe('Your name for the device that sent it.')
          .meta({ examples: ['phone A'] }),
      }),
    )
    .max(2000)
    .optional()
    .describe('Which device sent which address, to score the links against; they influence no link. No scores are given when absent.')
    .meta({ examples: [[{ address: '7A:4C:21:9D:10:EF', device: 'phone A' }]] }),
});

const count = (what: string, unit: string) => z.int().min(0).describe(what).meta({ 'x-unit': unit });

export const Output = OutputOf10.extend({
  candidate_links: z
    .array(
      z.strictObject({
        from_address: address('Address that fell silent.'),
        to_address: address('Address that may have succeeded it.'),
        probability: ratio().describe('Probability that the second succeeded the first on one emitter. For investigation, not proof.'),
        shown: z.boolean().describe('Whether the pair is a link of a cluster in probabilistic_links.'),
        gap_s: z
          .number()
          .min(-1)
          .describe('Seconds from the last frame of the first to the first frame of the second.')
          .meta({ 'x-unit': 's' }),
        evidence: z
          .array(
            z.strictObject({
              term: z
                .enum(REASONS)
                .describe(
                  'Gap: the silence between; Lifetime: age of the first against the rotation model; Renewal: whether the second lived as one that began here; Payload, Name, Interval, Level: what is sent and heard; Phase: the 625 µs grid; Drift: the clock’s speed.',
                ),
              decibans: z
                .number()
                .describe('Ten times the base-10 logarithm of the likelihood ratio; positive speaks for one emitter.')
                .meta({ 'x-unit': 'dB' }),
            }),
          )
          .describe('What each kind of evidence contributed; their sum is the evidence before competing addresses are weighed.'),
      }),
    )
    .describe(
      'Pairs with probability 0.02 or more between addresses seen often enough, likeliest first, at most 2000; shown or not. Empty when no address rotates or only classification was asked for.',
    ),
  ambiguous_groups: z
    .array(
      z.strictObject({
        group_id: z.string().describe('Follows from the members.'),
        predecessors: z
          .array(address('An address that fell silent.'))
          .min(1)
          .describe('Addresses that were succeeded by some of the others.'),
        successors: z
          .array(address('An address that appeared.'))
          .min(1)
          .describe('Addresses of which it cannot be told which succeeded which.'),
        probability: ratio().describe('Mean probability that a predecessor was succeeded by one of the group at all.'),
      }),
    )
    .describe(
      'Groups of addresses that cannot be told apart, such as two earbuds that rotate in the same instant; at most 500 of at most 200 addresses each, empty when every pair is decided.',
    ),
  linkage_model: z
    .strictObject({
      version: z.string().describe('Version of the model; docs/linkage-model.md is its card.'),
      note: z.string().describe('What the probabilities are and are not.'),
      learnt: z
        .array(
          z.strictObject({
            kind: z.string().describe('Class and role of the addresses that may succeed one another.'),
            addresses: z.int().min(0).describe('How many of them took part.').meta({ 'x-unit': 'addresses' }),
            departures_per_hour: z.number().min(0).describe('How often one emitter leaves.').meta({ 'x-unit': '1/h' }),
            rotations_share: ratio().describe(
              'Rotations found over those that were due under rpa_rotation_model: near 0 where nothing rotates, at most 1.',
            ),
            arrivals_per_hour: z.number().min(0).describe('How often an address appears that succeeds nobody.').meta({ 'x-unit': '1/h' }),
            quiet_share: ratio().describe('Share of rotations with a pause longer than missed packets explain.'),
            interval_change_share: ratio().describe('Share of rotations that change the advertising interval.'),
            same_content_share: ratio().describe('Share of rotations that keep the bytes that should stay.'),
            level_spread_db: z.number().min(0).describe('How far a level moves within a minute.').meta({ 'x-unit': 'dB' }),
            clock_spread_us_per_s: z
              .number()
              .min(0)
              .describe('How far a clock error moves over the life of an address.')
              .meta({ 'x-unit': 'µs/s' }),
          }),
        )
        .describe('Parameters learnt from this selection, per kind of stream; empty when only classification was asked for.'),
      unused_constraints: z
        .array(z.string().describe('Two addresses and the rule.'))
        .describe(
          'Constraints that could not be followed: an address was not heard, is of another kind, or both were active at once. Empty when all were.',
        ),
    })
    .describe('Which model made the links and what it learnt.'),
  label_scores: z
    .strictObject({
      labelled_addresses: count('Labelled addresses that were heard.', 'addresses'),
      devices: count('Devices they belong to.', 'devices'),
      owed_links: count('Successors in time of one device and kind of stream, at most linkage_window_s apart.', 'links'),
      found_links: count('Shown links that are owed.', 'links'),
      wrong_links: count('Shown links between two devices.', 'links'),
      precision: ratio().optional().describe('Share of the shown links between labelled addresses that are owed; absent without any.'),
      recall: ratio().optional().describe('Share of the owed links that are shown; absent without any.'),
      pairs: count('Candidate pairs with both addresses labelled, on which the two figures below rest.', 'pairs'),
      brier_score: ratio().optional().describe('Mean squared distance of probability and truth; absent without pairs.'),
      calibration_error: ratio()
        .optional()
        .describe('Mean distance of probability and frequency over ten bins of equal mass; absent without pairs.'),
    })
    .optional()
    .describe('How the links agree with your labels; absent without labels or without linkage.'),
});

export type Arguments = z.output<typeof Input>;
export type Answer = z.output<typeof Output>;

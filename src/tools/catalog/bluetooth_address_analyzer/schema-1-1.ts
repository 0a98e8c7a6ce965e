import { ratio } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { REASONS } from '../../../kernels/layout.ts';
import { Output as OutputOf10 } from './schema.ts';

/** Output of version 1.1.0: that of 1.0.0, every candidate with its evidence, and what the model learnt. */

const address = (what: string) => z.string().describe(what);

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
                  'Gap: the silence between; Lifetime: age against the rotation model; Payload, Name, Interval, Level: what is sent and heard; Phase: the 625 µs grid; Drift: the clock’s speed.',
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
      'Groups of addresses that cannot be told apart, such as two earbuds that rotate in the same instant; empty when every pair is decided.',
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
    })
    .describe('Which model made the links and what it learnt.'),
});

export type Answer = z.output<typeof Output>;

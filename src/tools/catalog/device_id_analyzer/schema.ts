import { REASONS } from '../../../kernels/layout.ts';
import { instant, ratio, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

export const Input = z.strictObject({
  linkage_window_s: z
    .number()
    .min(1)
    .max(604_800)
    .default(60)
    .describe('Longest silence between an id and its successor, in seconds; 60 when absent. Larger finds more and merges more wrongly.')
    .meta({ examples: [60], 'x-unit': 's' }),
  min_observation_count: z
    .int()
    .min(2)
    .max(1_000_000_000)
    .default(10)
    .describe('Ids with fewer advertisements are listed and not linked, in advertisements; 10 when absent.')
    .meta({ examples: [10], 'x-unit': 'advertisements' }),
  rpa_rotation_model: z
    .enum(['spec_default', 'fast_rotation', 'slow_rotation', 'learned'])
    .default('spec_default')
    .describe(
      'How long an address is assumed to stay: spec_default about 900 s; fast_rotation 1 to 10 min; slow_rotation 15 min to a day; learned from the selection. spec_default when absent.',
    )
    .meta({ examples: ['spec_default'] }),
});

const id = (what: string) => text(1, 64).describe(what);

export const Output = z.strictObject({
  devices: z
    .array(
      z.strictObject({
        device_id: id('The browser’s opaque id; not an address, and not the same on another site or after a restart of the browser.'),
        advertisements: whole().describe('Advertisements heard.').meta({ 'x-unit': 'advertisements' }),
        first_ts: instant().describe('First advertisement.'),
        last_ts: instant().describe('Last advertisement.'),
        presence_share: ratio().describe('Share of the selection in which it was active, silences of 30 s and more left out.'),
        interval_ms: z
          .number()
          .min(0)
          .describe('Advertising interval as far as the browser passed events on; absent where it cannot be told.')
          .meta({ 'x-unit': 'ms' })
          .optional(),
        rssi_median_dbm: z.number().describe('Median strength; absent where the browser gave none.').meta({ 'x-unit': 'dBm' }).optional(),
        payload: z
          .string()
          .describe('Structure of what it mostly sends, as AD type and length, of the parts the browser passes on; empty for none.'),
      }),
    )
    .max(20_000)
    .describe('Ids by advertisements, most first; never empty.'),
  likely_successors: z
    .array(
      z.strictObject({
        from_id: id('Id that fell silent.'),
        to_id: id('Id that followed.'),
        probability: ratio().describe('Posterior-like score of the link for investigation, not proof.'),
        shown: z.boolean().describe('Whether the pair counts as a link: 0.5 or more, and part of the best one-to-one assignment.'),
        gap_s: z.number().describe('Silence between them.').meta({ 'x-unit': 's' }),
        evidence: z
          .array(
            z.strictObject({
              term: z.enum(REASONS).describe('Kind of evidence.'),
              decibans: z.number().describe('Weight, for the link above 0 and against it below.').meta({ 'x-unit': 'decibans' }),
            }),
          )
          .describe('What the score rests on, term by term; never empty.'),
      }),
    )
    .max(2000)
    .describe('Pairs with probability 0.02 or more, likeliest first; empty when none is.'),
  chains: z
    .array(
      z.strictObject({
        chain_id: z.string().describe('Follows from the members: equal members give an equal id.'),
        device_ids: z.array(id('An id of the chain.')).min(2).describe('First seen first.'),
        probability: ratio().describe('Probability that all of them are one emitter: the product over the links.'),
      }),
    )
    .max(5000)
    .describe('Ids that probably follow one another; empty when no link is shown.'),
  model: z
    .strictObject({
      version: z.string().describe('Version of the linkage model.'),
      note: z.string().describe('What the scores rest on and what they are not.'),
      candidate_pairs: whole().describe('Pairs inside the window that could be successors.').meta({ 'x-unit': 'pairs' }),
    })
    .describe('How the links were made.'),
});

export type Arguments = z.output<typeof Input>;
export type Answer = z.output<typeof Output>;

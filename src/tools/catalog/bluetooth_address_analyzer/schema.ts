/**
 * Schemas of the tool's arguments (S0 §7.1, without the selection, R3) and result (S0 §7.2), extended by constraints, labels, the evidence
 * of every candidate pair, what the model learned, and addresses that only scan or connect.
 */
import { instant, ratio, text } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';
import { REASONS } from '../../../kernels/layout.ts';

const column = (what: string) => text(1, 128).describe(`Name of the column with ${what}.`);

const address = (what: string) => z.string().describe(what);

const spelt = (what: string) =>
  z
    .string()
    .regex(/^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/)
    .describe(what)
    .meta({ examples: ['7A:4C:21:9D:10:EF'] });

export const Input = z.strictObject({
  address_columns: z
    .strictObject({
      advertiser_addr: column('the advertiser’s address').meta({ examples: ['advertiser_addr'] }),
      initiator_addr: column('the address that asks to connect; may be the same column').meta({ examples: ['initiator_addr'] }),
      scanner_addr: column('the address that sends scan requests; without it scanners are not analysed')
        .meta({ examples: ['scanner_addr'] })
        .optional(),
    })
    .describe('Column names from normalized packet records; scanner_addr is optional.')
    .meta({ examples: [{ advertiser_addr: 'advertiser_addr', initiator_addr: 'initiator_addr', scanner_addr: 'scanner_addr' }] }),
  analysis_mode: z
    .enum(['classification', 'linkage', 'both'])
    .describe('classification: types of addresses only; linkage: probable successors only; both: types and successors.')
    .meta({ examples: ['both'] }),
  linkage_window_s: z
    .number()
    .min(1)
    .max(604_800)
    .describe('Maximum seconds between related observations when estimating linkage; larger finds more links and merges more wrongly.')
    .meta({ examples: [180], 'x-unit': 's' }),
  min_observation_count: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .describe(
      'Minimum per-address observations, in frames, required before inference; addresses below are listed as unknown and not linked.',
    )
    .meta({ examples: [25], 'x-unit': 'frames' }),
  rpa_rotation_model: z
    .enum(['spec_default', 'fast_rotation', 'slow_rotation', 'learned'])
    .describe(
      'Assumption set for random private address rotation cadence. spec_default: about 900 s with the shorter and delayed periods seen in practice; fast_rotation: 1 to 10 min; slow_rotation: 15 min to a day; learned: periods fitted on the selection itself.',
    )
    .meta({ examples: ['spec_default'] }),
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

export const Output = z.strictObject({
  address_classification: z
    .array(
      z.strictObject({
        address: z.string().describe('Canonical observed BLE address string. An observation key, not a stable device identity.'),
        type: z
          .enum(['public', 'random_static', 'rpa', 'nrpa', 'unknown'])
          .describe('Predicted address class from header-bit patterns and temporal behavior; may shift across sessions.'),
        confidence: ratio().describe('Posterior confidence for the class label, not a legal certainty score; 0 where no class is claimed.'),
        evidence: z
          .array(z.string().describe('One feature in plain words.'))
          .describe('Human-readable features supporting the classification; ground explanations on them.'),
        only_asks: z
          .boolean()
          .optional()
          .describe('True for an address that only scans or initiates. Counts of addresses leave it out; absent for all others.'),
      }),
    )
    .describe('Class of every address observed, ordered by address; empty when only linkage was asked for.'),
  probabilistic_links: z
    .array(
      z.strictObject({
        cluster_id: z.string().describe('Runtime-generated identifier for one inferred identity cluster; equal members give an equal id.'),
        addresses: z
          .array(z.string().describe('An address of the cluster.'))
          .min(2)
          .describe('Addresses likely belonging to the same emitter under the configured model assumptions, first seen first.'),
        pairwise_probability_matrix: z
          .array(z.array(ratio().describe('Probability that the two addresses are linked.')).describe('One row per address.'))
          .describe('Square symmetric matrix aligned to addresses[]; each cell is the probability that two addresses are linked.'),
        rationale: z
          .array(z.string().describe('One link in plain words.'))
          .describe(
            'Explanatory factors (handover gap, rotation interval fit, payload, RSSI continuity, competition) for link probabilities.',
          ),
      }),
    )
    .describe('Clusters over links with probability 0.5 or more; empty when only classification was asked for.'),
  timeline_segments: z
    .array(
      z.strictObject({
        address: z.string().describe('Address that was active in the segment.'),
        start_ts: instant().describe('RFC3339 timestamp. Segment start time in absolute wall clock.'),
        end_ts: instant().describe('RFC3339 timestamp. Segment end time in absolute wall clock.'),
        activity_score: z
          .number()
          .min(0)
          .describe(
            'Relative activity intensity in the segment (frames per second against the busiest segment); compare within the same run only.',
          ),
      }),
    )
    .describe('When each address was active, cut at long silences and at gaps of the capture; empty when no address reaches the count.'),
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

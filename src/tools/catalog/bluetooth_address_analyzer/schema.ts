import { instant, ratio, text } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

/** Input and output of version 1.0.0: S0 §7.1 (without the selection, which the envelope carries, R3) and §7.2. */

const column = (what: string) => text(1, 128).describe(`Name of the column with ${what}.`);

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
});

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
});

export type Arguments = z.output<typeof Input>;
export type Answer = z.output<typeof Output>;

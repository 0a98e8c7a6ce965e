import { instant, ratio, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

const spelt = () =>
  z
    .string()
    .regex(/^(?:[0-9A-F]{2}:){5}[0-9A-F]{2}$/)
    .describe('An address, capital hex with colons.')
    .meta({ examples: ['7A:4C:21:9D:10:EF'] });

const addresses = (what: string) =>
  z
    .array(spelt())
    .min(1)
    .max(200)
    .describe(what)
    .meta({ examples: [['7A:4C:21:9D:10:EF']] });

export const Input = z.strictObject({
  addresses: addresses('Addresses of the device: one, or those of a cluster.'),
  follow_links: z
    .boolean()
    .default(true)
    .describe('Whether addresses that the linkage model joins to these with probability 0.5 or more are audited too; true when absent.')
    .meta({ examples: [true] }),
  linkage_window_s: z
    .number()
    .min(1)
    .max(604_800)
    .default(300)
    .describe('Longest silence between an address and its successor, in seconds; 300 when absent.')
    .meta({ examples: [300], 'x-unit': 's' }),
  before: z
    .strictObject({
      capture_id: text(1, 48)
        .describe('A capture of the selection: the recording before the change. Its rows are audited apart.')
        .meta({ examples: ['chamber_four_phones'] }),
      addresses: addresses('Addresses of the device in that recording.'),
    })
    .optional()
    .describe('An earlier recording to compare with, such as one before a firmware change. Nothing is compared when absent.')
    .meta({ examples: [{ capture_id: 'chamber_four_phones', addresses: ['7A:4C:21:9D:10:EF'] }] }),
});

export const CODES = [
  'STATIC_ADDRESS',
  'NO_ROTATION',
  'SLOW_ROTATION',
  'PREDICTABLE_ROTATION',
  'PAYLOAD_OUTLIVES_ADDRESS',
  'STATIC_PAYLOAD',
  'BYTES_SURVIVE',
  'COUNTER_CONTINUES',
  'NAME_KEPT',
  'NAME_SENT',
  'STREAMS_ROTATE_APART',
  'CONNECTABLE_IDENTIFIABLE',
  'CAN_BE_FOLLOWED',
  'TOO_SHORT',
] as const;

const severity = () => z.enum(['high', 'medium', 'low', 'info']);
const seconds = (what: string) => z.number().describe(what).meta({ 'x-unit': 's' });
const count = (what: string, unit: string) => whole().describe(what).meta({ 'x-unit': unit });
const address = (what: string) => z.string().describe(what);

const followed = () =>
  z
    .strictObject({
      rotations: count('Changes of address that were seen.', 'rotations'),
      mean_probability: ratio().describe('Mean probability that the model gives to them; 0 without any.'),
      followed_share: ratio().describe('Share of them with probability 0.5 or more; 0 without any.'),
      longest_s: seconds('Longest time over which the model would have followed one stream.'),
    })
    .describe('How well the device could be followed in this capture, by the linkage model. For investigation, not proof.');

export const Output = z.strictObject({
  observed_s: seconds('From the first frame of the device to its last.'),
  streams: z
    .array(
      z.strictObject({
        kind: z.string().describe('Address class and role.'),
        addresses: z.array(address('An address of the stream.')).describe('In order of time.'),
        frames: count('Frames that they sent.', 'frames'),
        lives_s: z
          .array(seconds('Life of an address whose begin and end were seen.'))
          .describe('In order of time; empty when no whole life was seen.'),
      }),
    )
    .describe('Addresses one after the other, as one emitter would send them; never empty.'),
  rotations: z
    .array(
      z.strictObject({
        from_address: address('Address that fell silent.'),
        to_address: address('Address that followed.'),
        at: instant().describe('First frame of the second.'),
        gap_s: seconds('Silence between them; below 0 they overlap.'),
        probability: ratio().describe('Probability of the link by the model, for investigation and not proof; 0 below 0.02.'),
        carried_s: seconds('How long the second went on with a payload of the first that nobody else sends; 0 when they changed together.'),
        bytes_kept: count('Bytes of the data that are the same before and after, where the structure is.', 'bytes'),
        bytes: count('Bytes of manufacturer and service data after the change.', 'bytes'),
      }),
    )
    .describe('Changes of address, at most 500, in order of time; empty when none was seen.'),
  followed: followed(),
  findings: z
    .array(
      z.strictObject({
        code: z.enum(CODES).describe('What was found.'),
        severity: severity().describe(
          'high: identifies the device across its addresses; medium: helps to; low: a weakness; info: a limit.',
        ),
        statement: z.string().describe('The finding in plain words.'),
        evidence: z
          .array(
            z.strictObject({
              address: address('Address that shows it.'),
              at: instant().describe('When it showed.'),
              what: z.string().describe('What was seen.'),
            }),
          )
          .describe('At most ten rows that show it; empty where it rests on all rows.'),
        remedy: z.string().describe('What would mend it, in plain words.'),
      }),
    )
    .describe('Most severe first; empty when nothing was found.'),
  comparison: z
    .array(
      z.strictObject({
        code: z.enum(CODES).describe('A finding of either recording.'),
        before: z.enum(['high', 'medium', 'low', 'info', 'none']).describe('Its severity in the earlier recording.'),
        after: z.enum(['high', 'medium', 'low', 'info', 'none']).describe('Its severity now.'),
        change: z.enum(['gone', 'better', 'same', 'worse', 'new']).describe('From before to after.'),
      }),
    )
    .optional()
    .describe('Findings before and after; empty when neither has any, absent without an earlier recording.'),
});

export type Arguments = z.output<typeof Input>;
export type Answer = z.output<typeof Output>;
export type Finding = Answer['findings'][number];
export type Code = (typeof CODES)[number];

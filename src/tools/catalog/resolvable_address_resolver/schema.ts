import { instant, text, whole } from '../../contract/identifiers.ts';
import { z } from '../../contract/zod.ts';

export const Input = z.strictObject({
  max_addresses: z
    .int()
    .min(1)
    .max(10_000)
    .default(1000)
    .describe('How many resolved addresses are listed at most, unitless; 1000 when absent. All are counted.')
    .meta({ examples: [1000], 'x-unit': 'unitless' }),
});

const count = (what: string) => whole().describe(`${what}, unitless.`).meta({ 'x-unit': 'unitless' });
const frames = (what: string) => whole().describe(`${what}, in frames.`).meta({ 'x-unit': 'frames' });
const key = () => text(1, 64).describe('Name of the key, as its owner gave it. Names may repeat.');
const first = () => instant().describe('Time of the first frame; absent where frames have no time.').optional();
const last = () => instant().describe('Time of the last frame; absent where frames have no time.').optional();

export const Output = z.strictObject({
  addresses_tried: count('Resolvable private addresses of the selection that were tried under every key'),
  keys_tried: count('Keys of the connection'),
  resolved_count: count('Addresses that were made with one of the keys'),
  false_match_probability: z
    .number()
    .min(0)
    .max(1)
    .describe('Probability that an address of somebody else matches one key by chance: 2^-24, for each address and key.'),
  expected_false_matches: z
    .number()
    .min(0)
    .describe('How many matches by chance to expect in all: addresses × keys × 2^-24, unitless.')
    .meta({ 'x-unit': 'unitless' }),
  by_key: z
    .array(
      z.strictObject({
        key: key(),
        addresses: count('Addresses made with the key'),
        frames: frames('Frames that name them'),
        first_ts: first(),
        last_ts: last(),
      }),
    )
    .max(1000)
    .describe(
      'One entry for each key, in the order of the ring; keys that resolve nothing too. Never empty: without a key the call is refused.',
    ),
  has_more: z.boolean().describe('Whether addresses were resolved that are not listed.'),
  addresses: z
    .array(
      z.strictObject({
        address: text(17, 17).describe('The resolvable private address.'),
        key: key(),
        frames: frames('Frames that name it'),
        first_ts: first(),
        last_ts: last(),
      }),
    )
    .max(10_000)
    .describe('Resolved addresses, first seen first; empty when none was made with a key.'),
});

export type Arguments = z.output<typeof Input>;
export type Resolution = z.output<typeof Output>;

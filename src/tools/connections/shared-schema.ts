import { text } from '../contract/identifiers.ts';
import { z } from '../contract/zod.ts';

/** Maximum number of captures for which an answer explains why they have no connections. */
export const MOST_WITHOUT = 50;

export const addressArgument = (what: string) =>
  z
    .string()
    .regex(/^[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}$/)
    .describe(`Only ${what} with this address, as AA:BB:CC:DD:EE:FF; all of them when absent.`)
    .meta({ examples: ['C4:10:20:30:40:50'] })
    .optional();

export const withoutConnections = () =>
  z
    .array(
      z.strictObject({
        capture_id: text(1, 128).describe('A selected capture.'),
        reason: text(1, 300).describe('Why it has no connections, in words.'),
      }),
    )
    .max(MOST_WITHOUT)
    .describe('Selected captures that hold no connection; empty when each holds some.');

import { z } from '../../contract/zod.ts';
import { Output as OutputOf11 } from './schema-1-1.ts';

/** Version 1.2.0: what 1.1.0 has, and which addresses only ask others. */

const classification = OutputOf11.shape.address_classification;

export const Output = OutputOf11.extend({
  address_classification: z
    .array(
      classification.element.extend({
        only_asks: z
          .boolean()
          .optional()
          .describe('True for an address that only scans or initiates. Counts of addresses leave it out; absent for all others.'),
      }),
    )
    .describe('Class of every address observed, ordered by address; empty when only linkage was asked for.'),
});

export type Answer = z.output<typeof Output>;
